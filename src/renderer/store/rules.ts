import type { RuleRow } from '#shared/call/rule'
import type { Fact } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import type { Context } from './state.ts'

export interface RulesState {
  rules: readonly RuleRow[] | null
  /** Why none of them holds, where that is so. */
  rulesDamage: Message | string | null
}

/** `choice` names what was offered to be remembered. */
export interface Answering {
  decision: 'once' | 'deny' | 'remember'
  note?: string
  choice?: string
}

export interface RulesActions {
  listRules(): Promise<void>
  revokeRule(rule: string): Promise<void>
  /** An answer that the person takes back in the dialog of the system leaves the approval waiting. */
  answerApproval(call: string, digest: string, answering: Answering): Promise<void>
  /** The person's own call in place of the one that waits: the model is told so, and not what came of it. */
  runInstead(call: string, digest: string, args: string): Promise<void>
  setPolicy(chat: string | null, policy: 'ask' | 'trusted' | 'default'): Promise<void>
  rerun(call: string, args?: string): Promise<boolean>
  /** Rules are read anew where a fact tells that they are others. */
  takeRuleFact(fact: Fact): void
}

/** What main takes as a note. */
const MOST_NOTED = 2000

export const noRules: RulesState = { rules: null, rulesDamage: null }

/** What the person decides, once and for calls to come. */
export function makeRuleActions({ get, set, ask, ports }: Context): RulesActions {
  return {
    async listRules() {
      const reply = await ports.call('rule.list', {})
      if (reply.ok) set({ rules: reply.value.rules, rulesDamage: reply.value.damage ?? null })
    },
    async revokeRule(rule) {
      await ask('rule.revoke', { rule })
      await get().listRules()
    },
    async answerApproval(call, digest, { decision, note, choice }) {
      if (get().answering.has(call)) return
      set(({ answering }) => ({ answering: new Set(answering).add(call) }))
      const said = { ...(note && { note }), ...(choice && { choice }) }
      await ask('approval.answer', { call, digest, decision, ...said })
      set(({ answering }) => ({ answering: new Set([...answering].filter((id) => id !== call)) }))
    },
    async runInstead(call, digest, args) {
      if (!(await get().rerun(call, args))) return
      const note = `The user runs it with other arguments instead: ${args}`.slice(0, MOST_NOTED)
      await get().answerApproval(call, digest, { decision: 'deny', note })
    },
    async setPolicy(chat, policy) {
      if (chat === null)
        await ask('setting.change', { name: 'policy', value: policy === 'trusted' ? 'trusted' : 'ask' })
      else await ask('chat.setPolicy', { chat, policy })
    },
    async rerun(call, args) {
      return (await ask('call.rerun', { call, ...(args !== undefined && { args }) })) !== undefined
    },
    takeRuleFact(fact) {
      if (get().rules === null) return
      const isUse = fact.type === 'approval.answered' && fact.by === 'rule'
      const isDecided = fact.type === 'rule.made' || fact.type === 'rule.revoked' || fact.type === 'skill.removed'
      if (isUse || isDecided || fact.type === 'skill.trusted') void get().listRules()
    },
  }
}
