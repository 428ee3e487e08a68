import type { ApprovalAnswered } from '#shared/facts'
import type { Plan } from '#shared/plan'

export type Decision = Pick<ApprovalAnswered, 'decision' | 'by' | 'note' | 'rule'>

export interface Approvals {
  /** Resolves with the person's decision, or null once `signal` ends the wait. */
  ask(call: string, plan: Plan, signal: AbortSignal): Promise<Decision | null>
  /** False when nothing of that call and that digest waits: an answer counts once, for exactly what was shown. */
  answer(call: string, digest: string, decision: Decision): boolean
  waiting(): string[]
}

export function makeApprovals(): Approvals {
  const open = new Map<string, { digest: string; settle: (decision: Decision | null) => void }>()
  return {
    ask: (call, plan, signal) =>
      new Promise((settle) => {
        if (signal.aborted) return settle(null)
        const end = (decision: Decision | null) => {
          open.delete(call)
          signal.removeEventListener('abort', expire)
          settle(decision)
        }
        const expire = () => end(null)
        signal.addEventListener('abort', expire)
        open.set(call, { digest: plan.digest, settle: end })
      }),
    answer: (call, digest, decision) => {
      const waiting = open.get(call)
      if (!waiting || waiting.digest !== digest) return false
      waiting.settle(decision)
      return true
    },
    waiting: () => [...open.keys()],
  }
}
