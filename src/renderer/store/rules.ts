import type { Input } from '#renderer/bridge.ts'
import type { Fact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import type { Policy } from '#shared/settings/settings'
import type { Context } from './state.ts'

export const noRules = {
  /** The call on the card if several wait; by default the first. */
  shownWaiting: null as string | null,
}

/** `choice` names one of the offered rules; `preview` is the digest of what the edited arguments would run. */
export type Answering = Omit<Input<'approval.answer'>, 'call' | 'digest'>

export function makeRuleActions({ get, set, ask }: Context) {
  async function once(call: string, send: () => Promise<unknown>): Promise<void> {
    if (get().answering.has(call)) return
    set(({ answering }) => ({ answering: new Set(answering).add(call) }))
    await send()
    set(({ answering }) => ({ answering: new Set([...answering].filter((id) => id !== call)) }))
  }

  return {
    /** If the person declines in the system dialog, the approval keeps waiting. */
    answerApproval: (call: string, digest: string, answering: Answering): Promise<void> =>
      once(call, () => ask('approval.answer', { call, digest, ...answering })),
    /** Stops this call alone; the model is told. */
    stopCall: (call: string): Promise<void> => once(call, () => ask('call.stop', { call })),
    /** Answers a server's question; null declines. */
    answerQuestion: (call: string, question: string, values: JsonObject | null): Promise<void> =>
      once(call, () => ask('question.answer', { question, ...(values && { values: JSON.stringify(values) }) })),
    /** Which of several that wait is on the card. */
    showWaiting: (shownWaiting: string | null): void => set({ shownWaiting }),
    async setPolicy(chat: string | null, policy: Policy | 'default'): Promise<void> {
      if (chat === null) await ask('setting.change', { name: 'policy', value: policy === 'default' ? 'ask' : policy })
      else await ask('chat.setPolicy', { chat, policy })
    },
    async rerun(call: string, args?: string): Promise<boolean> {
      return (await ask('call.rerun', { call, ...(args !== undefined && { args }) })) !== undefined
    },
    /** Reloads the rules after a fact that changes them. */
    takeRuleFact(fact: Fact): void {
      if (!get().lists['rule.list']) return
      const isUse = fact.type === 'approval.answered' && fact.by === 'rule'
      const isDecided = fact.type === 'rule.made' || fact.type === 'rule.revoked' || fact.type === 'skill.removed'
      if (isUse || isDecided || fact.type === 'skill.trusted') void get().list('rule.list')
    },
  }
}
