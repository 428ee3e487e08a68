import { isLedgerError } from '#main/ledger/problems'
import type { NewFact, Tick } from '#shared/facts'
import { withRemedy } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import { type Reply, refuse } from '#shared/requests/requests'

interface ReportPorts {
  tick(tick: Tick): void
  publish(fact: NewFact): Promise<void>
}

/** Records and shows problems. A full disk is the person's problem, not a bug. */
export function makeReporter({ tick, publish }: ReportPorts) {
  const reportBug = (error: unknown, where: string): void => {
    if (isLedgerError(error)) {
      tick({ tick: 'trouble', chat: null, message: error.problem.message, remedy: error.remedy })
      return
    }
    console.error(error)
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    publish({ type: 'bug.found', chat: null, where, message }).catch(console.error)
  }
  const answerError = (error: unknown, where: string): Reply<never> => {
    if (isLedgerError(error)) return refuse('LEDGER_FAILED', withRemedy(error.problem))
    reportBug(error, where)
    const problem = error instanceof Error ? error.message : String(error)
    return refuse('INTERNAL', message('skillet-failed-at', { where, problem }))
  }
  return { reportBug, answerError }
}
