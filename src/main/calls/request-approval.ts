import { randomUUID } from 'node:crypto'
import { comparePlans } from '#main/gate/compare-plans'
import { proposeRules } from '#main/gate/propose-rules'
import type { CallError, Verdict } from '#shared/call/plan'
import type { RuleProposal } from '#shared/call/rule'
import type { ApprovalAsked } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import type { Refusal } from './admit.ts'
import type { Decision } from './approvals.ts'
import type { Journal } from './journal.ts'
import type { Judged } from './judge-call.ts'
import type { CallPorts, CallRequest } from './run-call.ts'

export interface ApprovalPorts extends Journal {
  decide: CallPorts['decide']
  session: string
  /** The whole plan once more, from what is there now, and judged again. */
  planAgain(before: Judged, edited?: JsonObject): Promise<Judged | Refusal>
}

/** `edited`: the arguments that the person put in the place of those that were asked about. */
export type Approved = { ok: true; judged: Judged; edited?: JsonObject } | (Refusal & { judged: Judged })

type Differs = NonNullable<ApprovalAsked['differs']>

const DECLINED = 'User declined this call.'
/** Something that changes each time it is looked at cannot be approved. */
const MOST_CARDS = 3

/** Asks for approval if needed, then plans again. If the plan changed, asks again. */
export async function requestApproval(request: CallRequest, first: Judged, ports: ApprovalPorts): Promise<Approved> {
  const { call, chat, signal } = request
  const { append, note, session } = ports
  let judged = first
  let differs: Differs = []
  let edited: JsonObject | undefined
  const refuse = (code: CallError['code'], message: string): Approved => {
    return { ok: false, judged, error: { code, message } }
  }
  for (let cards = 1; ; cards++) {
    const { plan, verdict } = judged
    const { digest } = plan
    if (verdict.kind !== 'ask') noteUnasked(call, digest, verdict, note)
    if (verdict.kind === 'refuse') return refuse(...explainRefusal(verdict))
    if (verdict.kind === 'run') break
    const proposals = proposeRules(plan, judged.judged, verdict, { chat, session, now: new Date().toISOString() })
    const asked: ApprovalAsked = {
      ...{ type: 'approval.asked', call, digest, plan, verdict },
      ...(proposals.length > 0 && { proposals }),
      ...(differs.length > 0 && { differs }),
    }
    await append([asked])
    const decision = await ports.decide(call, plan, verdict, signal, proposals)
    if (!decision) return refuse('NOT_ANSWERED', signal.aborted ? UNANSWERED : EXPIRED)
    const { answer, rule } = settle(decision, proposals)
    if (rule) note({ type: 'rule.made', rule })
    edited = decision.edited?.args ?? edited
    note({
      type: 'approval.answered',
      call,
      digest,
      ...answer,
      ...(decision.edited && { edited: decision.edited.args }),
    })
    if (answer.decision === 'deny') return refuse('DECLINED', answer.note ? `${DECLINED} ${answer.note}` : DECLINED)

    const again = await ports.planAgain(judged, edited)
    if (!again.ok) return { ...again, judged }
    if (again.plan.digest === (decision.edited?.digest ?? digest)) {
      judged = again
      if (again.verdict.kind !== 'refuse') break
      return refuse(...explainRefusal(again.verdict))
    }
    if (cards === MOST_CARDS) return refuse('APPROVAL_STALE', CHANGES_EACH_TIME)
    differs = decision.edited ? [] : listDifferences(judged, again)
    judged = again
  }
  if (signal.aborted) return refuse('NOT_ANSWERED', 'it was stopped before it started')
  return { ok: true, judged, ...(edited && { edited }) }
}

const UNANSWERED = 'it was not approved before the turn ended'
const EXPIRED = 'nobody approved it while it waited'
const CHANGES_EACH_TIME =
  'what would run is not what was approved, and it changed again each time it was asked about; nothing was started'

/** On record: which rule decided, or why nobody was asked. */
function noteUnasked(call: string, digest: string, verdict: Verdict, note: Journal['note']): void {
  const { kind, reason, rule, class: risk } = verdict
  const decision = kind === 'run' ? 'once' : 'deny'
  if (rule !== undefined) note({ type: 'approval.answered', call, digest, decision, by: 'rule', rule })
  else if (kind === 'run' && risk !== 'A') {
    note({ type: 'approval.answered', call, digest, decision, by: 'policy', why: reason })
  }
}

function explainRefusal({ reason, rule, class: risk }: Verdict): [CallError['code'], string] {
  return rule === undefined && risk !== 'X' ? ['DECLINED', DECLINED] : ['REFUSED', textOf(reason)]
}

/** Remembering is running once with a rule made of it, and not running where the rule forbids it. */
function settle({ choice, edited: _, ...answer }: Decision, proposals: readonly RuleProposal[]) {
  const chosen = answer.decision === 'remember' ? proposals.find((each) => each.choice === choice) : undefined
  if (answer.decision !== 'remember') return { answer }
  if (!chosen) return { answer: { ...answer, decision: 'once' as const } }
  const rule = { id: randomUUID(), ...chosen.rule }
  const decision = rule.effect === 'deny' ? ('deny' as const) : answer.decision
  return { rule, answer: { ...answer, decision, rule: rule.id } }
}

function listDifferences(before: Judged, now: Judged): Differs {
  const differs = comparePlans(before.plan, now.plan).map(({ field, was, is }) => {
    return { field, was: JSON.stringify(was) ?? 'nothing', is: JSON.stringify(is) ?? 'nothing' }
  })
  for (const name of Object.keys(now.env)) {
    // Values may be secrets: that one is another is all that is said.
    if (Object.hasOwn(before.env, name) && before.env[name] !== now.env[name]) {
      differs.push({ field: `env ${name}`, was: 'one value', is: 'another' })
    }
  }
  return differs.length > 0 ? differs : [{ field: 'folder', was: 'led to one place', is: 'leads to another' }]
}
