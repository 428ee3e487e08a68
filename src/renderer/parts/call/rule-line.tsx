import { Said } from '#renderer/parts/ui/said.tsx'
import type { Said as SaidByMain } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'
import { toVisible } from '#shared/visible'

export interface DecidedUnasked {
  rule: string | null
  why: SaidByMain | null
  isRefusal: boolean
}

/** How it was decided without asking; null if the person was asked or nothing is on record. */
export function decidedUnasked({ facts }: Pick<ChatCall, 'facts'>): DecidedUnasked | null {
  const answered = facts.findLast((fact) => fact.type === 'approval.answered')
  if (answered?.type !== 'approval.answered' || (answered.by !== 'rule' && answered.by !== 'policy')) return null
  return {
    rule: answered.rule ?? null,
    why: answered.why ?? answered.note ?? null,
    isRefusal: answered.decision === 'deny',
  }
}

/** Shown for every automatic run, with a way to end it. */
export function RuleLine({ rule, why, isRefusal, onRevoke }: DecidedUnasked & { onRevoke: (rule: string) => void }) {
  if (rule === null) {
    return (
      why && (
        <p className="rule-line row gap-2 soft small">
          {say('Ran automatically: {why}', { why: toVisible(sayMessage(why)).text })}
        </p>
      )
    )
  }
  const short = rule.slice(0, 8)
  return (
    <p className="rule-line row gap-2 soft small">
      <Said
        text={isRefusal ? 'Blocked by your rule {rule}' : 'Ran automatically: allowed by your rule {rule}'}
        values={{ rule: <code>{short}</code> }}
      />
      <button
        type="button"
        className="text-button"
        aria-label={say('Revoke rule {rule}', { rule: short })}
        onClick={() => onRevoke(rule)}
      >
        {say('Revoke')}
      </button>
    </p>
  )
}
