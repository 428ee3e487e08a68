import { randomUUID } from 'node:crypto'
import { comparePlans } from '#main/gate/compare-plans'
import { proposeRules } from '#main/gate/propose-rules'
import type { CallError, Verdict } from '#shared/call/plan'
import type { RuleProposal } from '#shared/call/rule'
import type { ApprovalAsked, FactBody } from '#shared/facts'
import type { Decision } from './approvals.ts'
import type { PlannedCall } from './plan-call.ts'
import type { CallPorts, CallRequest, Recorder } from './run-call.ts'

export type Planned = Extract<PlannedCall, { ok: true }>

export interface ApprovalPorts extends Recorder {
  decide: CallPorts['decide']
  session?: string
  /** What a judgement becomes for the way this call came. */
  judgeAgain(verdict: Verdict): Verdict
  /** The whole plan, made anew from what is there now. */
  planAgain(before: Planned): Promise<PlannedCall>
}

export type Approved = { ok: true; planned: Planned } | { ok: false; planned: Planned; error: CallError }

type Differs = NonNullable<ApprovalAsked['differs']>

const DECLINED = 'User declined this call.'
/** Something that changes each time it is looked at cannot be approved. */
const MOST_CARDS = 3

/** Whether it may start. What was approved is planned once more before it runs; what differs is asked about anew. */
export async function requestApproval(request: CallRequest, first: Planned, ports: ApprovalPorts): Promise<Approved> {
  const { call, chat, signal } = request
  const { record, note } = ports
  let planned = { ...first, verdict: ports.judgeAgain(first.verdict) }
  let differs: Differs = []
  const refuse = (code: CallError['code'], message: string): Approved => {
    return { ok: false, planned, error: { code, message } }
  }
  for (let cards = 1; ; cards++) {
    const { plan, verdict } = planned
    const { digest } = plan
    if (verdict.kind !== 'ask') noteUnasked(call, digest, verdict, note)
    if (verdict.kind === 'refuse') return refuse(...explainRefusal(verdict))
    if (verdict.kind === 'run') break
    const moment = { chat, session: ports.session ?? '', now: new Date().toISOString() }
    const proposals = ports.session === undefined ? [] : proposeRules(plan, planned.judged, verdict, moment)
    const asked: ApprovalAsked = {
      ...{ type: 'approval.asked', call, digest, plan, verdict },
      ...(proposals.length > 0 && { proposals }),
      ...(differs.length > 0 && { differs }),
    }
    await record([asked])
    const decision = await ports.decide(call, plan, verdict, signal, proposals)
    if (!decision) return refuse('NOT_ANSWERED', signal.aborted ? UNANSWERED : EXPIRED)
    const { answer, rule } = settle(decision, proposals)
    if (rule) note({ type: 'rule.made', rule })
    note({ type: 'approval.answered', call, digest, ...answer })
    if (answer.decision === 'deny') return refuse('DECLINED', answer.note ? `${DECLINED} ${answer.note}` : DECLINED)

    const again = await ports.planAgain(planned)
    if (!again.ok) return { ok: false, planned, error: again.error }
    if (again.plan.digest === digest) {
      planned = again
      if (again.verdict.kind !== 'refuse') break
      return refuse(...explainRefusal(again.verdict))
    }
    if (cards === MOST_CARDS) return refuse('APPROVAL_STALE', CHANGES_EACH_TIME)
    differs = listDifferences(planned, again)
    planned = { ...again, verdict: askAnew(ports.judgeAgain(again.verdict)) }
  }
  return signal.aborted ? refuse('NOT_ANSWERED', 'it was stopped before it started') : { ok: true, planned }
}

const UNANSWERED = 'it was not approved before the turn ended'
const EXPIRED = 'nobody approved it while it waited'
const CHANGES_EACH_TIME =
  'what would run is not what was approved, and it changed again each time it was asked about; nothing was started'

/** On record: which rule decided, or why nobody was asked. */
function noteUnasked(call: string, digest: string, verdict: Verdict, note: (body: FactBody) => void): void {
  const { kind, reason, rule, class: risk } = verdict
  const decision = kind === 'run' ? 'once' : 'deny'
  if (rule !== undefined) note({ type: 'approval.answered', call, digest, decision, by: 'rule', rule })
  else if (kind === 'run' && risk !== 'A') {
    note({ type: 'approval.answered', call, digest, decision, by: 'policy', note: reason })
  }
}

function explainRefusal({ reason, rule, class: risk }: Verdict): [CallError['code'], string] {
  return rule === undefined && risk !== 'X' ? ['DECLINED', DECLINED] : ['REFUSED', reason]
}

/** Remembering is running once with a rule made of it, and not running where the rule forbids it. */
function settle({ choice, ...answer }: Decision, proposals: readonly RuleProposal[]) {
  const chosen = answer.decision === 'remember' ? proposals.find((each) => each.choice === choice) : undefined
  if (answer.decision !== 'remember') return { answer }
  if (!chosen) return { answer: { ...answer, decision: 'once' as const } }
  const rule = { id: randomUUID(), ...chosen.rule }
  const decision = rule.effect === 'deny' ? ('deny' as const) : answer.decision
  return { rule, answer: { ...answer, decision, rule: rule.id } }
}

/** What a person did not see runs by no rule and no policy. */
function askAnew(verdict: Verdict): Verdict {
  if (verdict.kind !== 'run') return verdict
  const { rule, ...rest } = verdict
  return {
    ...rest,
    kind: 'ask',
    reason: `asks again: what would run changed after it was approved; else ${rest.reason}`,
  }
}

function listDifferences(before: Planned, now: Planned): Differs {
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
