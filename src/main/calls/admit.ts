import { findDenying, type History } from '#main/gate/judge'
import type { JudgedArgs } from '#main/gate/rule-match'
import type { CallError } from '#shared/call/plan'
import { message, textOf } from '#shared/messages/message'
import type { Callable } from './callable.ts'

/**
 * Why the call may not even begin: its skill is not trusted, or a rule forbids what is known of it already.
 * Asked before anything starts, so that no helper step runs for what is refused anyway.
 */
export function admit(
  { skill, tool, toolSpec }: Callable,
  known: JudgedArgs,
  history: Pick<History, 'rules' | 'chat' | 'session' | 'now'>,
  deniedBy: (rule: string) => void,
): CallError | null {
  if (skill === null) return null
  const { state, name } = skill
  const distrust = { quarantined: 'SKILL_UNTRUSTED', changed: 'SKILL_CHANGED' } as const
  if (state === 'quarantined' || state === 'changed') {
    const why = message(state === 'changed' ? 'skill-changed' : 'skill-not-trusted', { skill: name })
    return { code: distrust[state], message: textOf(why) }
  }
  const rule = findDenying({ skill: name, tool: tool.name, toolSpec }, known, history)
  if (!rule) return null
  deniedBy(rule.id)
  return { code: 'REFUSED', message: textOf(message('why-denied-by-rule')) }
}
