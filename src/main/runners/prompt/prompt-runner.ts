import type { PromptAction } from '#shared/call/action'
import { isObject, type Json } from '#shared/json'
import type { PromptRuntime, Tool } from '#shared/skill/tool'
import { type Ended, type Runner, streamOf, touchNothing } from '../runner.ts'

/** A text that a model follows. */
export interface PromptSpec {
  prompt: PromptRuntime
  tool: Tool
}

const EVERYTHING = '*'

/** Without its own list it may call whatever its caller may. */
export const grantsOf = ({ allowedTools }: Pick<Tool, 'allowedTools'>): string[] => [allowedTools?.[0] ?? EVERYTHING]

export function promptOf(tool: Tool, instructions: string, args: Json): PromptAction {
  const { name, returns } = tool
  const isEmpty = isObject(args) && Object.keys(args).length === 0
  const text = typeof args === 'string' ? args : isEmpty ? name : JSON.stringify(args, null, 2)
  const prompt = { kind: 'prompt', name, instructions: instructions.trim(), text, tools: grantsOf(tool) } as const
  return { ...prompt, ...(returns && { returns }) }
}

/** A model turn. Each call it makes is judged by itself, so the turn touches nothing. */
export const promptRunner: Runner<PromptSpec, PromptAction> = {
  plan: async ({ prompt, tool }, args) => {
    const made = touchNothing(args)
    const grants = { ...made.grants, tools: grantsOf(tool) }
    return { ...made, grants, action: promptOf(tool, prompt.instructions, args) }
  },
  run: async ({ action, timeoutMs }, io): Promise<Ended> => {
    const startedAt = performance.now()
    const late = new AbortController()
    const end = io.limit.start(timeoutMs, () => late.abort())
    const ended = await io.turn(action, AbortSignal.any([io.signal, late.signal])).finally(end)
    const printed = { ms: performance.now() - startedAt, stdout: streamOf(ended.text), stderr: streamOf('') }
    if (ended.how === 'canceled') return { ...printed, how: late.signal.aborted ? 'timed-out' : 'canceled' }
    if (ended.how !== 'done') return { ...printed, how: ended.how, failure: ended.failure }
    return { ...printed, how: 'done', ...(ended.result !== undefined && { result: ended.result }) }
  },
}
