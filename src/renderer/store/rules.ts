import type { RuleRow } from '#shared/call/rule'
import type { Fact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import type { Message } from '#shared/messages/message'
import type { ChatCall } from '#shared/requests/chat-requests'
import type { CallPreview } from '#shared/requests/record-requests'
import type { Policy } from '#shared/settings/settings'
import type { Context } from './state.ts'

export interface RulesState {
  rules: readonly RuleRow[] | null
  /** Why no rule has an effect, if so. */
  rulesDamage: Message | string | null
  /** The call on the card if several wait; by default the first. */
  shownWaiting: string | null
}

/** `choice` names one of the offered rules. */
export interface Answering {
  decision: 'once' | 'deny' | 'remember' | 'open'
  /** How the closed folder is opened. */
  access?: 'read' | 'write'
  note?: string
  choice?: string
  /** Other arguments as JSON, and the digest of their preview. */
  edited?: string
  preview?: string
}

export interface RulesActions {
  listRules(): Promise<void>
  revokeRule(rule: string): Promise<void>
  renewRule(rule: string): Promise<void>
  /** If the person declines in the system dialog, the approval keeps waiting. */
  answerApproval(call: string, digest: string, answering: Answering): Promise<void>
  /** Answers a server's question; null declines. */
  answerQuestion(call: string, question: string, values: JsonObject | null): Promise<void>
  /** Which of several that wait is on the card. */
  showWaiting(call: string | null): void
  /** Plans these arguments; starts nothing. */
  previewCall(call: Pick<ChatCall, 'tool' | 'facts'>, args: string): Promise<CallPreview | undefined>
  /** Undoes the call's changes to files. */
  undoCall(call: string): Promise<void>
  setPolicy(chat: string | null, policy: Policy | 'default'): Promise<void>
  rerun(call: string, args?: string): Promise<boolean>
  /** Reloads the rules after a fact that changes them. */
  takeRuleFact(fact: Fact): void
}

export const noRules: RulesState = { rules: null, rulesDamage: null, shownWaiting: null }

export function makeRuleActions({ get, set, ask, ports }: Context): RulesActions {
  async function once(call: string, send: () => Promise<unknown>): Promise<void> {
    if (get().answering.has(call)) return
    set(({ answering }) => ({ answering: new Set(answering).add(call) }))
    await send()
    set(({ answering }) => ({ answering: new Set([...answering].filter((id) => id !== call)) }))
  }

  return {
    async listRules() {
      const reply = await ports.call('rule.list', {})
      if (reply.ok) set({ rules: reply.value.rules, rulesDamage: reply.value.damage ?? null })
    },
    async renewRule(rule) {
      await ask('rule.renew', { rule })
      await get().listRules()
    },
    async revokeRule(rule) {
      await ask('rule.revoke', { rule })
      await get().listRules()
    },
    answerApproval(call, digest, { decision, note, choice, access, edited, preview }) {
      const changed = edited !== undefined && preview !== undefined && { edited, preview }
      const said = { ...(note && { note }), ...(choice && { choice }), ...(access && { access }), ...changed }
      return once(call, () => ask('approval.answer', { call, digest, decision, ...said }))
    },
    answerQuestion: (call, question, values) =>
      once(call, () => ask('question.answer', { question, ...(values && { values: JSON.stringify(values) }) })),
    showWaiting: (shownWaiting) => set({ shownWaiting }),
    previewCall({ tool, facts: [requested] }, args) {
      const chat = requested?.chat
      return ask('call.plan', { tool, args, ...(chat && { chat }) })
    },
    async undoCall(call) {
      await ask('call.undo', { call })
    },
    async setPolicy(chat, policy) {
      if (chat === null) await ask('setting.change', { name: 'policy', value: policy === 'default' ? 'ask' : policy })
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
