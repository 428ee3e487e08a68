import { randomUUID } from 'node:crypto'
import type { TimeLimit } from '#main/runners/process/time-limit'
import type { InnerResult } from '#main/runners/runner'
import type { Plan } from '#shared/call/plan'
import type { CallingTool } from '#shared/call/rule'
import { type Message, message, textOf } from '#shared/messages/message'
import { isToolAllowed, parseAllowedTools, type ToolSpec, toCalled } from '#shared/skill/allowed-tools'
import type { Callable } from './callable.ts'
import type { Refusal } from './judge-call.ts'
import type { Call, CallOutcome, CallRequest } from './run-call.ts'

const DEEPEST = 3
const MOST_CALLS = 50
const LONGEST_MS = 30 * 60_000

/** Shared by a call and all calls inside it. */
export interface Family {
  /** The tool that makes the call. */
  asking: string
  /** Absent if no tool makes the call. */
  by?: CallingTool
  depth: number
  bounds: { calls: number; since: number }
  /** What each tool above may call; all of them must allow it. */
  granted: readonly (readonly ToolSpec[])[]
}

/** The limits while a skill that restricts calls is in use. */
export const familyOf = (asking: string, lists: readonly string[]): Family => ({
  ...{ asking, depth: 0, bounds: { calls: 0, since: performance.now() } },
  granted: lists.map(parseAllowedTools),
})

/** A call without an id gets one; `answer` runs Skillet's own tools. */
export type InnerCall = (
  tool: string,
  args: unknown,
  id?: string,
  answer?: CallRequest['answer'],
) => Promise<CallOutcome>

/** Calls that a run makes while it is running. They are ordinary calls within what their parents may do. */
export function makeInnerCalls(
  { call, chat, family, signal, eventDepth, runCall }: Pick<Call, 'runCall'> & CallRequest,
  plan: Pick<Plan, 'tool' | 'skill' | 'toolSpec' | 'grants'>,
  limit: TimeLimit,
  alsoBy: readonly string[] = [],
): InnerCall {
  const bounds = family?.bounds ?? { calls: 0, since: performance.now() }
  const own = [plan.grants.tools.flatMap(parseAllowedTools), ...alsoBy.map(parseAllowedTools)]
  const granted = [...(family?.granted ?? []), ...own]
  const { tool: asking, skill, toolSpec = '' } = plan
  const by = { skill, tool: asking, toolSpec }
  const inner: Family = { asking, by, depth: (family?.depth ?? 0) + 1, bounds, granted }
  const more = eventDepth === undefined ? {} : { eventDepth }
  return async (tool, args, id = randomUUID(), answer) => {
    // Records the first call over the limit, but not every one after it.
    if (++bounds.calls > MOST_CALLS + 1) {
      return { error: { code: 'REFUSED', message: tooMany() }, forModel: `error: ${textOf(tooMany())}` }
    }
    const left = LONGEST_MS - (performance.now() - bounds.since)
    const stop = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.floor(left)))])
    const resume = limit.hold()
    try {
      const request = { call: id, chat, tool, args, caller: { kind: 'tool', call } as const }
      return await runCall({ ...request, signal: stop, family: inner, ...more, ...(answer && { answer }) })
    } finally {
      resume()
    }
  }
}

export function readOutcome({ run, succeeded, error, forModel }: CallOutcome): InnerResult {
  if (error) return { ok: false, code: error.code, message: textOf(error.message) }
  if (!run || !succeeded) return { ok: false, code: 'FAILED', message: forModel }
  return { ok: true, result: run.result ?? run.stdout }
}

const tooMany = () => message('inner-too-many', { most: MOST_CALLS })

/** Why a call may not be made from inside another. */
export function boundInner(
  { asking, depth, bounds, granted }: Family,
  callable: Callable,
  args: unknown,
): Refusal | null {
  const refuse = (why: Message): Refusal => ({ ok: false, error: { code: 'REFUSED', message: why } })
  if (depth > DEEPEST) return refuse(message('inner-too-deep', { most: DEEPEST }))
  if (bounds.calls > MOST_CALLS) return refuse(tooMany())
  if (performance.now() - bounds.since >= LONGEST_MS)
    return refuse(message('inner-too-long', { minutes: LONGEST_MS / 60_000 }))
  // Skillet's own tools are open to everybody.
  if (callable.skill === null) return null
  if (granted.every((specs) => isToolAllowed(specs, toCalled(callable.tool), args))) return null
  return refuse(message('inner-not-allowed', { tool: callable.tool.name, asking }))
}
