import { type ModelReading, newReading } from '#main/agent/model-reading'
import type { CallErrorCode } from '#shared/call/plan'
import { textOf } from '#shared/messages/message'
import type { ModelFacts, ToolDefinition } from '#shared/model/model'
import type { Skill } from '#shared/skill/skill'
import { type Attempted, choseRightTool, failureOf, judgeTask, outputOf } from './judge.ts'
import type { Attempt, Stage } from './stage.ts'
import type { Task } from './task.ts'
import type { Way } from './ways.ts'

export interface Asked {
  host: string
  model: string
  facts: ModelFacts
  task: Task
  skills: Skill[]
  tools: ToolDefinition[]
  maxTokens: number
  isFirstReply?: boolean
  signal: AbortSignal
  reading: ModelReading
}

/** What a call came to, as far as the model is told. */
export type RunCall = (
  tool: string,
  args: unknown,
) => Promise<{
  ran: boolean
  text: string
  code?: CallErrorCode
  failed?: true
}>

export interface TaskResult extends Attempted {
  model: string
  way: string
  kind: Task['kind']
  request: string
  done: boolean
  why?: string
  choseRightTool: boolean
  /** Calls that were handed on to be run, and those of them whose arguments satisfy the schema. */
  executed: number
  valid: number
  ms: number
}

export interface RunOptions {
  stage: Stage
  tools: ToolDefinition[]
  tasks: readonly Task[]
  ways: readonly Way[]
  model: { host: string; facts: ModelFacts }
  maxTokens: number
  isFirstReply?: boolean
  taskTimeoutMs: number
  /** For each way; after that, the rest of its tasks is left out. */
  wayTimeoutMs: number
  signal: AbortSignal
  told(result: TaskResult): void
}

/** Until a way has answered once: its first request reads all tools, for which a plain client takes ten minutes. */
const MORE_FOR_READING = 8

/** Each task in each way, one after the other; ends early where the server is gone or it is stopped. */
export async function runTasks(options: RunOptions): Promise<{ results: TaskResult[]; wasLost: boolean }> {
  const results: TaskResult[] = []
  for (const way of options.ways) {
    const reading = newReading()
    let hasRead = false
    const end = performance.now() + options.wayTimeoutMs
    for (const task of options.tasks) {
      if (performance.now() > end) break
      if (options.signal.aborted) return { results, wasLost: false }
      const taskTimeoutMs = options.taskTimeoutMs * (hasRead ? 1 : MORE_FOR_READING)
      const result = await runTask({ ...options, taskTimeoutMs }, way, task, reading)
      if (options.signal.aborted) return { results, wasLost: false }
      if (result.ending === 'OLLAMA_UNREACHABLE') return { results, wasLost: true }
      hasRead ||= result.ending !== 'timed out'
      results.push(result)
      options.told(result)
    }
  }
  return { results, wasLost: false }
}

async function runTask(options: RunOptions, way: Way, task: Task, reading: ModelReading): Promise<TaskResult> {
  const { stage, tools, maxTokens, isFirstReply = false, model } = options
  const timeout = AbortSignal.timeout(options.taskTimeoutMs)
  const signal = AbortSignal.any([options.signal, timeout])
  const attempts: Attempt[] = []
  let previous: Promise<unknown> = Promise.resolve()
  // Calls of one message come at once; their outcome depends on their order.
  const run: RunCall = (tool, args) => {
    const answered = previous.then(() => answerCall(task, stage, attempts, { tool, args, signal }))
    previous = answered
    return answered
  }
  const started = performance.now()
  const { host, facts } = model
  const asked: Asked = {
    host,
    model: facts.name,
    facts,
    task,
    skills: stage.skills,
    tools,
    maxTokens,
    isFirstReply,
    signal,
    reading,
  }
  const { ending, answer, figures, replies } = await way.ask(asked, run)
  const attempted = { attempts, ending: timeout.aborted ? 'timed out' : ending, answer }
  const judgement = judgeTask(task, attempted)
  const executed = attempts.filter(({ command, error }) =>
    way.checksCalls ? command !== undefined : error?.code !== 'TOOL_UNKNOWN',
  )
  return {
    ...{ model: facts.name, way: way.name, kind: task.kind, request: task.request, done: judgement.done },
    ...(!judgement.done && { why: judgement.why }),
    ...attempted,
    ...(figures && { figures }),
    ...(replies && { replies }),
    choseRightTool: choseRightTool(task, attempts),
    executed: executed.length,
    valid: executed.filter(({ isValid, isValidAsWritten }) => (way.checksCalls ? isValid : isValidAsWritten)).length,
    ms: Math.round(performance.now() - started),
  }
}

/**
 * Nothing runs: a command that does a step of the task is answered with what it would have printed, and one that names
 * what is not there with how it would have failed.
 */
async function answerCall(
  task: Task,
  stage: Stage,
  attempts: Attempt[],
  { tool, args, signal }: { tool: string; args: unknown; signal: AbortSignal },
): ReturnType<RunCall> {
  const attempt = await stage.attempt(tool, args, signal)
  attempts.push(attempt)
  const { command, error } = attempt
  if (!command)
    return { ran: false, text: `error: ${textOf(error?.message ?? '')}`, ...(error && { code: error.code }) }
  const failure = failureOf(task, attempt)
  if (failure) return { ran: true, text: failure, ...(failure.startsWith('error:') && { failed: true }) }
  const commands = attempts.flatMap(({ command }) => (command ? [command] : []))
  return { ran: true, text: outputOf(task, commands) }
}
