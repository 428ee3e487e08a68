import type { Rules } from '#main/calls/rules'
import type { Ledger } from '#main/ledger/open-ledger'
import { isLedgerError } from '#main/ledger/problems'
import type { LiveRegistry } from '#main/trust/live-registry'
import { CHAT_FACTS } from '#shared/chat/chat-state'
import { isPassing } from '#shared/chat/live'
import type { Fact, FactType, NewFact, Push, Tick } from '#shared/facts'
import { withRemedy } from '#shared/messages/diagnostic'
import { type ChatSummary, type Reply, refuse } from '#shared/requests/requests'
import type { ChatIndex } from './chat-index.ts'
import type { ChatTools } from './chat-tools.ts'

export function makePushes() {
  const listeners = new Set<(push: Push) => void>()
  let passed = 0
  const push = (message: Push) => {
    for (const receive of listeners) receive(message)
  }
  return {
    push,
    tick: (tick: Tick) => push({ kind: 'tick', tick: isPassing(tick) ? { ...tick, count: ++passed } : tick }),
    listen(receive: (push: Push) => void) {
      listeners.add(receive)
      return () => void listeners.delete(receive)
    },
  }
}

interface RecorderPorts {
  ledger: Pick<Ledger, 'append'>
  pushes: ReturnType<typeof makePushes>
  index: ChatIndex
  rules: Pick<Rules, 'ownPolicy'>
  chatTools: ChatTools
  folds: readonly { take(fact: Fact): unknown }[]
  registry: Pick<LiveRegistry, 'take' | 'restock'>
}

/** The facts that affect a chat's entry in the list. */
const IN_LIST: ReadonlySet<FactType> = new Set([...CHAT_FACTS, 'chat.policy-changed', 'chat.tools-changed'])

/** Appends facts, folds them, and pushes them, in this order. */
export function makeRecorder({ ledger, pushes, index, rules, chatTools, folds, registry }: RecorderPorts) {
  const withChoices = (summary: ChatSummary): ChatSummary => {
    const policy = rules.ownPolicy(summary.chat)
    const toolsOff = chatTools.off(summary.chat)
    const isSomeOff = toolsOff.skills.length + toolsOff.tools.length > 0
    return { ...summary, ...(policy && { policy }), ...(isSomeOff && { toolsOff }) }
  }
  const pushChat = (chat: string) => {
    const { summary, place } = index.summary(chat)
    pushes.push({ kind: 'chat', chat, summary: summary && withChoices(summary), place })
  }
  const record = async (news: NewFact[], texts?: string[]): Promise<Fact[]> => {
    let isRegistryStale = false
    const facts = await ledger.append(news, texts)
    for (const fact of facts) {
      for (const fold of folds) fold.take(fact)
      isRegistryStale = registry.take(fact) || isRegistryStale
      pushes.push({ kind: 'fact', fact })
      if (fact.chat !== null && IN_LIST.has(fact.type)) pushChat(fact.chat)
    }
    if (isRegistryStale) await registry.restock()
    return facts
  }
  return { record, withChoices, publish: async (...facts: NewFact[]) => void (await record(facts)) }
}

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
    return refuse('INTERNAL', 'skillet-failed-at', { where, problem })
  }
  return { reportBug, answerError }
}
