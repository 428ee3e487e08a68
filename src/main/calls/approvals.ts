import type { Plan, Verdict } from '#shared/call/plan'
import type { RuleProposal } from '#shared/call/rule'
import type { ApprovalAnswered } from '#shared/facts'
import type { JsonObject } from '#shared/json'

/** `choice` names a proposal that was made with the question; `access`: as what the closed folders are opened. */
export type Decision = Pick<ApprovalAnswered, 'decision' | 'by' | 'note' | 'rule'> & {
  choice?: string
  access?: 'read' | 'write'
  /** Runs with these arguments instead, as exactly the plan that was previewed with them. */
  edited?: { args: JsonObject; digest: string }
}

/** What a person is shown, as main holds it. */
export interface Asked {
  plan: Plan
  verdict: Verdict
  proposals: readonly RuleProposal[]
}

export interface Approvals {
  /** Resolves with the person's decision, or null once `signal` or time ends the wait. */
  ask(call: string, asked: Asked, signal: AbortSignal): Promise<Decision | null>
  /** False when nothing of that call and that digest waits: an answer counts once, for exactly what was shown. */
  answer(call: string, digest: string, decision: Decision): boolean
  find(call: string, digest: string): Asked | null
  waiting(): string[]
}

export interface Clocks {
  /** Milliseconds that only go forward, and only while this process runs. */
  uptime(): number
  /** Milliseconds of the wall clock, which a person or a server may set. */
  wall(): number
}

interface Waiting extends Asked {
  since: { uptime: number; wall: number }
  settle(decision: Decision | null): void
}

export const LONGEST_WAIT_MS = 30 * 60 * 1000
/** A clock may be corrected by this much without anybody having set it back. */
const CORRECTION_MS = 2000
const LOOK_EVERY_MS = 15_000

const CLOCKS: Clocks = { uptime: () => performance.now(), wall: () => Date.now() }

export function makeApprovals(clocks: Clocks = CLOCKS, longestWaitMs = () => LONGEST_WAIT_MS): Approvals {
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
    ask: (call, asked, signal) =>
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
    answer: (call, digest, decision) => {
      const waiting = find(call, digest)
      waiting?.settle(decision)
      return waiting !== null
    },
    find,
    waiting: () => [...open.keys()],
  }
}
