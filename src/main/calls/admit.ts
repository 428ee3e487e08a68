import { findDenying, type History } from '#main/gate/judge'
import type { JudgedArgs } from '#main/gate/rule-match'
import type { CallError, Verdict } from '#shared/call/plan'
import { message } from '#shared/messages/message'
import type { Callable } from './callable.ts'

/** Why a call stops before it is planned; `verdict` is set if a rule decided. */
export interface Refusal {
  ok: false
  error: CallError
  verdict?: Verdict
}

/**
 * Checks trust and deny rules before anything starts, so that no helper runs for a call that will be refused anyway.
 */
export function admit(
  { skill, tool, toolSpec }: Callable,
  known: JudgedArgs,
  history: Pick<History, 'rules' | 'chat' | 'session' | 'now'>,
): Refusal | null {
  if (skill === null) return null
  const { state, name } = skill
  if (state === 'quarantined' || state === 'changed') {
    const code = state === 'changed' ? 'SKILL_CHANGED' : 'SKILL_UNTRUSTED'
    const why = message(state === 'changed' ? 'skill-changed' : 'skill-not-trusted', { skill: name })
    return { ok: false, error: { code, message: why } }
  }
  const rule = findDenying({ skill: name, tool: tool.name, toolSpec }, known, history)
  if (!rule) return null
  const reason = message('why-denied-by-rule')
  return {
    ok: false,
    error: { code: 'REFUSED', message: reason },
    verdict: { kind: 'refuse', reason, rule: rule.id },
  }
}
