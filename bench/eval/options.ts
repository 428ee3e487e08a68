import { parseArgs } from 'node:util'
import { KINDS, type Task } from './task.ts'
import { WAYS, type Way } from './ways.ts'

export const USAGE = `npm run eval -- --model A,B [--host URL] [--suite SUITE] [--only TEXT] [--skills A,B] [--ways A,B] [--limit N]
                    [--first-reply] [--minutes N] [--task-seconds N] [--max-tokens N] [--json FILE]

Gives a model everyday tasks over the shipped skills and judges each by the command that would run; none is run.
  --model A,B       one model or several, as Ollama lists them
  --host URL        where Ollama is (default: OLLAMA_HOST, else http://127.0.0.1:11434)
  --suite SUITE     all, quick (two of each kind), nightly (forty tasks in our turn and in the plain client, within an
                    hour on two cores), or kinds with commas between: ${KINDS.join(', ')}
  --only TEXT       give the tasks alone whose request holds this text, or one of several with | between
  --skills A,B      offer the tools of these skills alone, and give only tasks that need them, or no tool
  --ways A,B        of: ${WAYS.map(({ name }) => name).join(', ')}
  --limit N         at most so many tasks, of every kind alike
  --first-reply     end each turn after its first calls: not for tasks of dependent steps, but much faster
  --minutes N       stop after so long, with the same share for each way of each model
  --task-seconds N  give a task up after so long (default: 300); the first one, which reads all tools, has eight times that
  --max-tokens N    the longest answer to one request, in tokens (default: 2048)
  --json FILE       also write every result, with its calls, to this file`

const QUICK = 2
/** What a night has time for: a plain client reads all tools for ten minutes before its first answer. */
const NIGHTLY = { ways: 'plain,turn', limit: '40', minutes: '60', 'task-seconds': '120', 'max-tokens': '300' }

export interface EvalOptions {
  models: string[]
  host?: string
  skills?: string[]
  ways: Way[]
  json?: string
  /** For all ways of all models together. */
  timeoutMs: number
  taskTimeoutMs: number
  maxTokens: number
  isFirstReply: boolean
  pick(tasks: readonly Task[]): Task[]
}

export type ReadOptions = { ok: true; options: EvalOptions } | { ok: false; message: string }

export function readOptions(args: readonly string[]): ReadOptions {
  let values: ReturnType<typeof parse>['values']
  try {
    values = parse(args).values
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
  const { model, host, json, suite = 'all' } = values
  if (!model) return { ok: false, message: '--model is missing: which model is to be measured?' }
  if (suite === 'nightly') values = { ...NIGHTLY, ...values }
  const names = values.ways?.split(',') ?? WAYS.map(({ name }) => name)
  const unknownWay = names.find((name) => !WAYS.some((way) => way.name === name))
  if (unknownWay !== undefined) return { ok: false, message: `--ways: there is no way ${unknownWay}` }
  const kinds = ['all', 'quick', 'nightly'].includes(suite) ? KINDS : suite.split(',')
  const unknownKind = kinds.find((kind) => !(KINDS as readonly string[]).includes(kind))
  if (unknownKind !== undefined) return { ok: false, message: `--suite: there is no suite ${unknownKind}` }
  const numbers = {
    ...{ limit: values.limit, minutes: values.minutes },
    ...{ 'task-seconds': values['task-seconds'], 'max-tokens': values['max-tokens'] },
  }
  for (const [name, text] of Object.entries(numbers)) {
    if (text !== undefined && !/^[1-9]\d{0,6}$/.test(text))
      return { ok: false, message: `--${name}: expected a number, received ${text}` }
  }
  const skills = values.skills?.split(',')
  const options: EvalOptions = {
    ...{ models: model.split(','), ...(host && { host }), ...(json && { json }), ...(skills && { skills }) },
    ways: WAYS.filter(({ name }) => names.includes(name)),
    timeoutMs: Number(numbers.minutes ?? Infinity) * 60_000,
    taskTimeoutMs: Number(numbers['task-seconds'] ?? 300) * 1000,
    isFirstReply: values['first-reply'] ?? false,
    maxTokens: Number(numbers['max-tokens'] ?? 2048),
    pick: (tasks) => {
      const texts = values.only?.split('|') ?? ['']
      const isNamed = (request: string) => texts.some((text) => request.includes(text))
      const wanted = tasks.filter(({ kind, request }) => kinds.includes(kind) && isNamed(request))
      return pickEvenly(wanted, suite === 'quick' ? QUICK * KINDS.length : Number(numbers.limit ?? Infinity))
    },
  }
  return { ok: true, options }
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      model: { type: 'string' },
      host: { type: 'string' },
      suite: { type: 'string' },
      only: { type: 'string' },
      skills: { type: 'string' },
      ways: { type: 'string' },
      limit: { type: 'string' },
      minutes: { type: 'string' },
      'first-reply': { type: 'boolean' },
      'task-seconds': { type: 'string' },
      'max-tokens': { type: 'string' },
      json: { type: 'string' },
    },
  })

/** Of every kind alike, and spread over each; the same ones every time. */
export function pickEvenly(tasks: readonly Task[], limit: number): Task[] {
  if (tasks.length <= limit) return [...tasks]
  const byKind = Map.groupBy(tasks, ({ kind }) => kind)
  const places = [...byKind.values()].flatMap((group) =>
    group.map((task, index) => ({ task, place: spread(index, group.length) })),
  )
  const chosen = new Set(
    places
      .sort((a, b) => a.place - b.place)
      .slice(0, limit)
      .map(({ task }) => task),
  )
  return tasks.filter((task) => chosen.has(task))
}

/** Where a task comes in a line that goes through its group again and again in strides. */
const spread = (index: number, size: number) => (index * strideOf(size)) % size

/** Near the golden section of the size, and without a common divisor. */
function strideOf(size: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let stride = Math.max(1, Math.round(size * 0.382))
  while (divisor(stride, size) !== 1) stride += 1
  return stride
}
