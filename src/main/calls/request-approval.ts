import { randomUUID } from 'node:crypto'
import { comparePlans } from '#main/gate/compare-plans'
import { proposeRules } from '#main/gate/propose-rules'
import type { CallError, ClosedPlace, Plan, Verdict } from '#shared/call/plan'
import type { RuleProposal } from '#shared/call/rule'
import type { ApprovalAsked, FactBody } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { asReported, type Message, message, type Said } from '#shared/messages/message'
import type { Decision } from './approvals.ts'
import type { Judged, Refusal } from './judge-call.ts'
import type { Call, Journal } from './run-call.ts'

/** Makes the whole plan again from the current state and judges it. */
export type PlanAgain = (
  before?: Judged,
  more?: { edited?: JsonObject | undefined; hasOpened?: true },
) => Promise<Judged | Refusal>

/** `edited`: arguments with which the person replaced those on the card. */
export type Approved = { ok: true; judged: Judged; edited?: JsonObject } | (Refusal & { judged: Judged })

type Differs = NonNullable<ApprovalAsked['differs']>

/** Something that changes every time cannot be approved. */
const MOST_CARDS = 3

/** Asks for approval if needed, then plans again. If the plan changed, asks again. */
export async function requestApproval(request: Call, first: Judged, planAgain: PlanAgain): Promise<Approved> {
  const { call, chat, signal, caller, ports } = request
  const { append, note } = request.journal
  const { session } = ports.rules
  let judged = first
  let differs: Differs = []
  let edited: JsonObject | undefined
  const refuse = (code: CallError['code'], why: Message): Approved => {
    return { ok: false, judged, error: { code, message: why } }
  }
  for (let cards = 1; ; cards++) {
    const { plan, verdict } = judged
    const { digest } = plan
    if (verdict.kind !== 'ask') noteUnasked(call, digest, verdict, note)
    if (verdict.kind === 'refuse') return refuse(...explainRefusal(verdict))
    if (verdict.kind === 'run') break
    const { by } = request.family ?? {}
    const moment = { chat, session, now: new Date().toISOString(), ...(by && { by }) }
    const proposals = proposeRules(plan, judged.judged, verdict, moment, caller)
    const asked: ApprovalAsked = {
      ...{ type: 'approval.asked', call, digest, plan, verdict },
      ...(proposals.length > 0 && { proposals }),
      ...(differs.length > 0 && { differs }),
    }
    await append([asked])
    const decision = await ports.decide(call, plan, verdict, signal, proposals)
    if (!decision) return refuse('NOT_ANSWERED', message(signal.aborted ? 'turn-ended-unapproved' : 'nobody-approved'))
    const { answer, rule } = settle(decision, proposals)
    if (rule) note({ type: 'rule.made', rule })
    edited = decision.edited?.args ?? edited
    const { edited: mine } = decision
    note({ type: 'approval.answered', call, digest, ...answer, ...(mine && { edited: mine.args }) })
    if (answer.decision === 'open') {
      await append(listOpened(plan, decision.access ?? 'read'))
      const opened = await planAgain(judged, { edited, hasOpened: true })
      if (!opened.ok) return { ...opened, judged }
      judged = opened
      const still = findClosed(opened.plan)
      if (still) return refuse('PATH_NOT_GRANTED', explainClosed(still))
      differs = []
      continue
    }
    const closed = decision.edited ? undefined : findClosed(plan)
    if (closed && answer.decision !== 'deny') return refuse('PATH_NOT_GRANTED', explainClosed(closed))
    if (answer.decision === 'deny') return refuse('DECLINED', declined(answer.note))

    const again = await planAgain(judged, { edited })
    if (!again.ok) return { ...again, judged }
    if (again.plan.digest === (decision.edited?.digest ?? digest)) {
      judged = again
      // The person's arguments may name closed places.
      if (findClosed(again.plan)) continue
      if (again.verdict.kind !== 'refuse') break
      return refuse(...explainRefusal(again.verdict))
    }
    if (cards === MOST_CARDS) return refuse('APPROVAL_STALE', message('changes-each-time'))
    differs = decision.edited ? [] : listDifferences(judged, again)
    judged = again
  }
  if (signal.aborted) return refuse('NOT_ANSWERED', message('stopped-before-start'))
  return { ok: true, judged, ...(edited && { edited }) }
}

/** Everything closed that the call names, as the person opened it. */
const listOpened = ({ closed = [] }: Plan, access: ClosedPlace['access']): FactBody[] =>
  [...new Set(closed.map(({ folder }) => folder))].map((path) => ({ type: 'folder.opened', path, access }))

/** Only a declared path must be opened. Any other word may not be a path, and a sandbox hides what it names. */
const findClosed = ({ closed = [] }: Plan) => closed.find(({ param }) => param !== undefined)

const explainClosed = ({ folder, access }: ClosedPlace): Message =>
  message('closed-so-not-run', { why: message(`closed-to-${access}`, { folder }) })

/** Records which rule decided, or why nobody was asked. */
function noteUnasked(call: string, digest: string, verdict: Verdict, note: Journal['note']): void {
  const { kind, reason, rule, class: risk } = verdict
  const decision = kind === 'run' ? 'once' : 'deny'
  const answered = { type: 'approval.answered', call, digest, decision } as const
  if (rule !== undefined) note({ ...answered, by: 'rule', rule })
  else if (kind === 'run' && risk !== 'A') note({ ...answered, by: 'policy', why: reason })
}

function explainRefusal({ reason, rule, class: risk }: Verdict): [CallError['code'], Message] {
  if (rule === undefined && risk !== 'X') return ['DECLINED', declined()]
  return ['REFUSED', typeof reason === 'string' ? asReported(reason) : reason]
}

const declined = (note?: string): Message => (note ? message('declined-with-note', { note }) : message('declined'))

/** "Remember" means run once and add an allow rule, or do not run and add a deny rule. */
function settle({ choice, edited: _, access: __, ...answer }: Decision, proposals: readonly RuleProposal[]) {
  const chosen = answer.decision === 'remember' ? proposals.find((each) => each.choice === choice) : undefined
  if (answer.decision !== 'remember') return { answer }
  if (!chosen) return { answer: { ...answer, decision: 'once' as const } }
  const rule = { id: randomUUID(), ...chosen.rule }
  const decision = rule.effect === 'deny' ? ('deny' as const) : answer.decision
  return { rule, answer: { ...answer, decision, rule: rule.id } }
}

const toJson = (value: unknown): Said => JSON.stringify(value) ?? message('nothing')

function listDifferences(before: Judged, now: Judged): Differs {
  const changes = comparePlans(before.plan, now.plan)
  const differs = changes.map(({ field, was, is }) => ({ field, was: toJson(was), is: toJson(is) }))
  for (const name of Object.keys(now.env)) {
    // The values may be secrets, so we say only that one changed.
    if (Object.hasOwn(before.env, name) && before.env[name] !== now.env[name]) {
      differs.push({ field: `env ${name}`, was: message('one-value'), is: message('another-value') })
    }
  }
  const elsewhere = { field: 'folder', was: message('led-to-one-place'), is: message('leads-to-another') }
  return differs.length > 0 ? differs : [elsewhere]
}
