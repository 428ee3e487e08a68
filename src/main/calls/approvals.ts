import { randomUUID } from 'node:crypto'
import type { RunIo } from '#main/runners/runner'
import { fitsForm, type ServerQuestion } from '#shared/call/question'
import type { RuleProposal } from '#shared/call/rule'
import type { ApprovalAnswered, ApprovalAsked } from '#shared/facts'
import { type JsonObject, toText } from '#shared/json'
import type { AppendFacts } from './run-call.ts'

/** `choice` names one of the rules that were offered; `access` says how the closed folders are opened. */
export type Decision = Pick<ApprovalAnswered, 'decision' | 'by' | 'note' | 'rule'> & {
  choice?: string
  access?: 'read' | 'write'
  /** Runs with these arguments instead, exactly as the plan that was previewed. */
  edited?: { args: JsonObject; digest: string }
}

/** What main knows of a card. */
export interface Asked extends Pick<ApprovalAsked, 'plan' | 'verdict'> {
  proposals: readonly RuleProposal[]
}

interface Clocks {
  /** Milliseconds that only increase, for the life of this process. */
  uptime(): number
  /** Milliseconds of the wall clock, which may be set. */
  wall(): number
}

interface Waiting extends Asked {
  since: { uptime: number; wall: number }
  settle(decision: Decision | null): void
}

export const LONGEST_WAIT_MS = 30 * 60 * 1000
/** A smaller jump is a correction of the clock, not somebody setting it back. */
const CORRECTION_MS = 2000
const LOOK_EVERY_MS = 15_000

const CLOCKS: Clocks = { uptime: () => performance.now(), wall: () => Date.now() }

export function makeApprovals(clocks: Clocks = CLOCKS, longestWaitMs = () => LONGEST_WAIT_MS) {
  const open = new Map<string, Waiting>()
  let looking: NodeJS.Timeout | undefined

  const isOver = ({ since }: Waiting): boolean => {
    const passed = clocks.uptime() - since.uptime
    return passed >= longestWaitMs() || clocks.wall() - since.wall < passed - CORRECTION_MS
  }

  function expireOld(): void {
    for (const waiting of [...open.values()]) if (isOver(waiting)) waiting.settle(null)
  }

  function find(call: string, digest: string): Waiting | null {
    expireOld()
    const waiting = open.get(call)
    return waiting?.plan.digest === digest ? waiting : null
  }

  return {
    /** Resolves with the person's decision, or with null once `signal` or the time limit ends the wait. */
    ask: (call: string, asked: Asked, signal: AbortSignal): Promise<Decision | null> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(null)
        const settle = (decision: Decision | null) => {
          open.delete(call)
          signal.removeEventListener('abort', expire)
          if (open.size === 0) clearInterval(looking)
          resolve(decision)
        }
        const expire = () => settle(null)
        signal.addEventListener('abort', expire)
        if (open.size === 0) looking = setInterval(expireOld, LOOK_EVERY_MS).unref()
        open.set(call, { ...asked, since: { uptime: clocks.uptime(), wall: clocks.wall() }, settle })
      }),
    /** False if no such call with this digest is waiting: an answer counts once, and only for what was shown. */
    answer: (call: string, digest: string, decision: Decision): boolean => {
      const waiting = find(call, digest)
      waiting?.settle(decision)
      return waiting !== null
    },
    find,
    waiting: (): string[] => [...open.keys()],
  }
}

/** Null if the person declines or does not answer in time. */
export type AskPerson = (id: string, question: ServerQuestion, signal: AbortSignal) => Promise<JsonObject | null>

/** Questions of servers that nobody has answered yet. */
export function makeQuestions(longestWaitMs: () => number) {
  const open = new Map<string, { schema: JsonObject; settle(values: JsonObject | null): void }>()
  return {
    async ask(id: string, { schema }: ServerQuestion, signal: AbortSignal): ReturnType<AskPerson> {
      const { promise, resolve } = Promise.withResolvers<JsonObject | null>()
      const until = AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs())])
      const expire = () => resolve(null)
      if (until.aborted) return null
      until.addEventListener('abort', expire, { once: true })
      open.set(id, { schema, settle: resolve })
      return promise.finally(() => {
        open.delete(id)
        until.removeEventListener('abort', expire)
      })
    },
    /** An answer counts once, and only if it fits the form. */
    answer(id: string, values: JsonObject | null): 'given' | 'unfit' | 'gone' {
      const asked = open.get(id)
      if (!asked) return 'gone'
      if (values !== null && !fitsForm(values, asked.schema)) return 'unfit'
      asked.settle(values)
      open.delete(id)
      return 'given'
    },
  }
}

/**
 * Recorded before the person is asked. Of the answer, only names and lengths are recorded. The card shows one question
 * at a time.
 */
export function makeAsk(of: { call: string; run: string }, append: AppendFacts, ask?: AskPerson): RunIo['ask'] {
  const askNow: RunIo['ask'] = async (asked, signal) => {
    if (signal.aborted) return null
    const question = randomUUID()
    // Registered before the window learns of it, so that no answer comes too early.
    const answering = asked.refused ? null : ask?.(question, asked, signal)
    await append([{ type: 'question.asked', ...of, question, ...asked }])
    if (asked.refused) return null
    const answer = (await answering) ?? null
    const given = answer && Object.entries(answer).map(([name, value]) => ({ name, length: toText(value).length }))
    await append([{ type: 'question.answered', call: of.call, question, given }])
    return answer
  }
  let before: Promise<unknown> = Promise.resolve()
  return (asked, signal) => {
    const next = before.then(() => askNow(asked, signal))
    before = next.catch(() => undefined)
    return next
  }
}
