import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { openToRead, openView, type View } from '#main/calls/open-view'
import type { CallToPlan, Planned } from '#main/calls/plan-alone'
import { CommandError, EXIT, type ExitCode, fail, need, type Problem } from '#main/cli/exits'
import { type Invocation, isFolder, type Output } from '#main/cli/invocation'
import { noteTools, openOwn } from '#main/cli/open'
import type { Core } from '#main/open-core'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import { helpersOf } from '#shared/skill/tool'
import { describePlan } from './print-plan.ts'
import { parseJson, readCall, readTimeout } from './read-call.ts'

export async function plan(invocation: Invocation): Promise<Output | ExitCode> {
  const { words, options, printer } = invocation
  const [tool] = words
  if (options.batch !== undefined) {
    const beside = tool !== undefined ? tool : options.args !== undefined ? '--args' : undefined
    if (beside !== undefined) fail('USAGE', `--batch reads its calls from a file; leave out ${beside}.`)
    return planBatch(invocation, options.batch)
  }
  if (tool === undefined) return fail('USAGE', 'skillet plan needs TOOL, or --batch FILE. See: skillet plan --help')
  const call = readCall(tool, options)

  const planner = makePlanner(invocation)
  try {
    const planned = need(await planner.plan(null, call, options.resolve === true))
    const { plan, verdict } = planned
    const exit = verdict.kind === 'refuse' ? EXIT.refused : EXIT.done
    return { json: planned, lines: describePlan(plan, verdict, printer.paint), exit }
  } finally {
    await planner.close()
  }
}

/** How many calls are planned at once; the answers keep the order of the lines. */
const AT_ONCE = 32

type Answer = { id?: Json } & (Planned | { ok: false; error: Problem })
type Defaults = { allowScripts: boolean; resolve: boolean; timeoutMs?: number }

/** Reads one call per line and writes one answer per line, in the same order. */
async function planBatch(invocation: Invocation, file: string): Promise<ExitCode> {
  const { printer, stdin, here, options, signal } = invocation
  const defaults = {
    ...{ allowScripts: options['allow-scripts'] === true, resolve: options.resolve === true },
    ...readTimeout(options),
  }
  const planner = makePlanner(invocation)
  const waiting: Promise<Answer>[] = []
  const printNext = async () => printer.data(await (waiting.shift() as Promise<Answer>))
  const source = addAbortSignal(signal, (file === '-' ? stdin : createReadStream(resolve(here, file))) as Readable)
  try {
    for await (const line of readLines(source)) {
      if (line.trim() === '') continue
      if (printer.isClosed()) break
      waiting.push(answerLine(line, planner, defaults, here))
      if (waiting.length >= AT_ONCE) await printNext()
    }
    while (waiting.length > 0) await printNext()
    return EXIT.done
  } catch (error) {
    if (signal.aborted) return EXIT.interrupted
    const { syscall, message } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    return fail('USAGE', `--batch ${file} cannot be read: ${message}`)
  } finally {
    await Promise.allSettled(waiting)
    await planner.close()
  }
}

async function answerLine(text: string, planner: Planner, defaults: Defaults, here: string): Promise<Answer> {
  let id: { id?: Json } = {}
  try {
    const line = parseJson(text, (why) => `this line is not JSON: ${why}`) as Json
    if (!isObject(line)) return fail('USAGE', 'this line is not an object such as {"id": 1, "tool": "…", "args": {}}')
    if (line.id !== undefined) id = { id: line.id }
    const { folders, mayResolve, call } = readFields(line, defaults, here)
    return { ...id, ...(await planner.plan(folders, call, mayResolve)) }
  } catch (error) {
    if (error instanceof CommandError) return { ...id, ok: false, error: error.problem }
    throw error
  }
}

function readFields({ skills, tool, args = {}, ...more }: JsonObject, defaults: Defaults, here: string) {
  if (typeof tool !== 'string') return fail('USAGE', '"tool" must be the name of a tool')
  const paths = typeof skills === 'string' ? [skills] : (skills ?? null)
  if (paths !== null && !(Array.isArray(paths) && paths.every((path) => typeof path === 'string')))
    return fail('USAGE', '"skills" must be a path or a list of paths')
  const readFlag = (name: 'allowScripts' | 'resolve'): boolean => {
    const { [name]: value = defaults[name] } = more
    return typeof value === 'boolean' ? value : fail('USAGE', `"${name}" must be true or false`)
  }
  const [allowScripts, mayResolve] = [readFlag('allowScripts'), readFlag('resolve')]
  const folders = paths?.map((said) => resolve(here, said as string)) ?? null
  const missing = folders?.find((path) => !isFolder(path))
  if (missing !== undefined) fail('USAGE', `"skills": there is no folder ${missing}`)
  const { timeoutMs } = defaults
  const call = { tool, args, ...(allowScripts && { allowScripts }), ...(timeoutMs !== undefined && { timeoutMs }) }
  return { folders, mayResolve, call }
}

type Planner = ReturnType<typeof makePlanner>

/** Plans calls. Opens the record only when a resolver is to run. */
function makePlanner(invocation: Invocation) {
  const { home, cwd, signal } = invocation
  const views = new Map<string, Promise<View>>()
  const cores = new Map<string, Promise<Core>>()
  let reading: ReturnType<typeof openToRead> | null = null

  const optionsOf = (folders: readonly string[] | null) =>
    folders === null
      ? { home, cwd, skills: invocation.skills }
      : { home, cwd, skills: folders.map((path) => ({ path, origin: 'named' as const })), withoutInstalled: true }

  async function openFor(folders: readonly string[] | null): Promise<View> {
    reading ??= openToRead(home)
    const opened = await reading
    const view = await openView(optionsOf(folders), opened)
    if (folders === null) await noteTools(invocation, view)
    return view
  }

  /** There is one record; cores with other skills write to the same one. */
  async function openOver(folders: readonly string[] | null): Promise<Core> {
    if (folders === null) return openOwn(invocation)
    const { ledger } = await remember(cores, null, openOver)
    const { openCore } = await import('#main/open-core')
    const opened = await openCore({ ...optionsOf(folders), ledger })
    return opened.ok ? opened.core : fail('RECORD_FAILED', opened.message)
  }

  async function planAndResolve(core: Core, call: CallToPlan): Promise<Planned> {
    const caller = { kind: 'person' } as const
    const request = { ...call, caller, chat: null, call: randomUUID(), signal, planOnly: true }
    const { plan, verdict, error } = await core.runCall(request)
    if (plan && verdict) return { ok: true, plan, verdict }
    return { ok: false, error: error ?? { code: 'NOT_ANSWERED', message: message('stopped-before-plan') } }
  }

  return {
    /** `folders` null: the skills of the command line and those that are installed. */
    plan: async (folders: readonly string[] | null, call: CallToPlan, mayResolve: boolean): Promise<Planned> => {
      const view = await remember(views, folders, openFor)
      const found = view.registry().find(call.tool)
      const hasResolver = found.ok && helpersOf(found.tool).some(({ param }) => param !== null)
      if (!mayResolve || !hasResolver) return view.plan(call)
      return planAndResolve(await remember(cores, folders, openOver), call)
    },
    close: async () => {
      const opened = await Promise.allSettled(cores.values())
      // The first core owns the record, so it is closed last.
      for (const each of opened.toReversed()) if (each.status === 'fulfilled') await each.value.close()
      const read = await reading
      if (read?.ok) await read.ledger?.close()
    },
  }
}

/** Reads each list of folders once. */
function remember<T>(
  known: Map<string, T>,
  folders: readonly string[] | null,
  open: (folders: readonly string[] | null) => T,
): T {
  const key = JSON.stringify(folders)
  const found = known.get(key) ?? open(folders)
  known.set(key, found)
  return found
}

/** Only a line feed ends a line: JSON may contain every other line separator. */
export async function* readLines(source: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
