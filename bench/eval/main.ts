import { writeFileSync } from 'node:fs'
import { readHost } from '#main/models/ollama/host'
import { listModels, showModel } from '#main/models/ollama/models'
import { toOllamaTools } from '#main/skills/tool-definitions'
import { textOf } from '#shared/messages/message'
import type { ModelFacts } from '#shared/model/model'
import { readOptions, USAGE } from './options.ts'
import { runTasks, type TaskResult } from './run-tasks.ts'
import { openStage, type Stage } from './stage.ts'
import { formatAim, formatReasons, formatTable } from './table.ts'
import type { Task } from './task.ts'
import { ALL_TASKS } from './tasks/all-tasks.ts'

const EXIT = { done: 0, usage: 2, ollama: 5, interrupted: 130 }

export interface Prints {
  out(text: string): void
  /** What passes: one line for each task. */
  progress(text: string): void
}

const TERMINAL: Prints = { out: (text) => console.log(text), progress: (text) => console.error(text) }

/** The command; resolves with its exit code. */
export async function evaluate(args: readonly string[], signal: AbortSignal, prints = TERMINAL): Promise<number> {
  const fail = (exit: number, message: string) => {
    prints.progress(message)
    return exit
  }
  if (args.includes('--help')) {
    prints.out(USAGE)
    return EXIT.done
  }
  const read = readOptions(args)
  if (!read.ok) return fail(EXIT.usage, `${read.message}\n\n${USAGE}`)
  const { options } = read
  const address = readHost(options.host ?? process.env.OLLAMA_HOST)
  if (!address.ok) return fail(EXIT.usage, textOf(address.message))
  const { host } = address
  const models: ModelFacts[] = []
  for (const model of options.models) {
    const shown = await showModel(host, model)
    if (!shown.ok) return fail(EXIT.ollama, `${textOf(shown.problem.message)}${await nameModels(host)}`)
    models.push(shown.facts)
  }
  const stage = await openStage(options.skills)
  try {
    const tasks = options.pick(options.skills ? ALL_TASKS.filter((task) => needsOnly(stage, task)) : ALL_TASKS)
    if (stage.tools.length === 0 || tasks.length === 0) return fail(EXIT.usage, 'No task is left: no such skills here.')
    prints.out(`${tasks.length} tasks, ${stage.tools.length} tools of ${stage.skills.length} skills`)
    const { maxTokens, isFirstReply, taskTimeoutMs, timeoutMs, ways } = options
    const all: TaskResult[] = []
    let isLost = false
    for (const facts of models) {
      if (signal.aborted || isLost) break
      const { results, wasLost } = await runTasks({
        ...{ stage, tools: toOllamaTools(stage.tools), tasks, ways, model: { host, facts } },
        ...{ maxTokens, isFirstReply, taskTimeoutMs, wayTimeoutMs: timeoutMs / (models.length * ways.length), signal },
        told: (result) => prints.progress(describe(result)),
      })
      isLost = wasLost
      all.push(...results)
      const parts = [describeModel(facts), formatTable(results, ways), formatReasons(results, ways), formatAim(results)]
      if (results.length > 0) prints.out(`\n${parts.filter(Boolean).join('\n\n')}`)
    }
    if (options.json) writeFileSync(options.json, `${JSON.stringify({ models, results: all }, null, 2)}\n`)
    if (isLost) return fail(EXIT.ollama, 'Ollama is gone; the figures are of what was done before.')
    return signal.aborted ? EXIT.interrupted : EXIT.done
  } finally {
    await stage.close()
  }
}

async function nameModels(host: string): Promise<string> {
  const state = await listModels(host)
  if (state.state !== 'ready') return ''
  return `\nThere are: ${state.models.map(({ name }) => name).join(', ')}`
}

const needsOnly = ({ tools }: Stage, { steps }: Task): boolean =>
  steps.every(({ accept }) => accept.some(({ call }) => tools.some(({ modelName }) => modelName === call.tool)))

function describeModel({ name, parameters, quantization, capabilities }: ModelFacts): string {
  const canTakeTools = capabilities.includes('tools') ? 'takes tools' : 'is not made for tools'
  return `${name} (${parameters || '?'} parameters, ${quantization || '?'}) ${canTakeTools}`
}

function describe({ way, done, why, request, attempts, ms }: TaskResult): string {
  const calls = attempts.map(({ command, tool, error }) => command?.argv.join(' ') ?? `${tool} (${error?.code})`)
  const verdict = done ? 'done' : (why ?? '')
  return `${way.padEnd(10)} ${verdict.padEnd(22)} ${(ms / 1000).toFixed(1).padStart(6)} s  ${request}${calls.map((call) => `\n${' '.repeat(44)}${call}`).join('')}`
}
