import type { ActivityRow } from './calls.ts'
import type { ApprovalAnswered, CallRequested, Fact, FactOf, FactType, TurnFinished, TurnStats } from './facts.ts'
import type { CallErrorCode, Plan, ResolverStep, Verdict } from './plan.ts'

export type CallStatus = ActivityRow['state']
export type RunStatus = Extract<CallStatus, 'running' | 'done' | 'failed' | 'canceled' | 'timed-out' | 'interrupted'>

/** A chat as its facts tell it. What did not change is the same object as before. */
export interface ChatState {
  readonly chat: string
  /** Of the last fact that was folded in; older ones are ignored. */
  readonly seq: number
  readonly title: string
  readonly model: string | null
  readonly isDeleted: boolean
  readonly entries: readonly ChatEntry[]
  readonly calls: ReadonlyMap<string, ChatCall>
  /** The turn that is under way. */
  readonly turn: ChatTurn | null
}

export type ChatEntry = ChatMessage | { kind: 'call'; seq: number; call: string } | ChatEnd

export interface ChatMessage {
  kind: 'message'
  seq: number
  at: string
  role: 'user' | 'assistant' | 'tool'
  content: string
  thinking?: string
  toolName?: string
}

/** How a turn ended. */
export interface ChatEnd {
  kind: 'end'
  seq: number
  at: string
  turn: string
  model: string | null
  reason: TurnFinished['reason']
  error?: { code: string; message: string }
  stats: TurnStats
}

export interface ChatTurn {
  turn: string
  model: string
  startedAt: string
}

export interface ChatCall {
  call: string
  tool: string
  at: string
  args: CallRequested['args']
  recoveredFrom?: CallRequested['recoveredFrom']
  turn: string | null
  status: CallStatus
  /** The latest that was asked about or started. */
  plan?: Plan
  /** In the order they were asked; the last one is the one that counts. */
  approvals: readonly ChatApproval[]
  resolvers: readonly ChatResolver[]
  run?: ChatRun
  refusal?: { code: CallErrorCode; message: string }
  /** What the model reads. */
  result?: string
  /** Everything on record about this call, in order. */
  facts: readonly Fact[]
}

export interface ChatApproval {
  digest: string
  plan: Plan
  verdict: Verdict
  askedAt: string
  /** An approval whose turn ended without an answer is expired: nobody waits for it any more. */
  state: 'waiting' | 'answered' | 'expired'
  answer?: Pick<ApprovalAnswered, 'decision' | 'by' | 'rule' | 'note'> & { at: string }
}

export interface ChatRun {
  run: string
  plan: Plan
  startedAt: string
  status: RunStatus
  finishedAt?: string
  finished?: FactOf<'run.finished'>
}

/** A step that worked out one value before there was a plan. */
export interface ChatResolver {
  run: string
  step: ResolverStep
  startedAt: string
  finished?: { at: string; exitCode: number | null; ms: number }
}

export function emptyChat(chat: string): ChatState {
  return { chat, seq: 0, title: '', model: null, isDeleted: false, entries: [], calls: new Map(), turn: null }
}

export function foldFact(chat: ChatState, fact: Fact): ChatState {
  return foldFacts(chat, [fact])
}

/** Facts of other chats, of kinds not known here, and those that were folded before change nothing. */
export function foldFacts(chat: ChatState, facts: readonly Fact[]): ChatState {
  const draft: Draft = { origin: chat, state: chat }
  for (const fact of facts) {
    if (fact.chat !== chat.chat || fact.seq <= draft.state.seq) continue
    set(draft, { seq: fact.seq })
    const step = (steps as Partial<Record<FactType, (draft: Draft, fact: never) => void>>)[fact.type]
    step?.(draft, fact as never)
  }
  return draft.state
}

/** A fold under way: each container is copied the first time it changes, so that many facts cost one copy. */
interface Draft {
  readonly origin: ChatState
  state: ChatState
}

function set(draft: Draft, change: Partial<ChatState>): void {
  if (draft.state === draft.origin) draft.state = { ...draft.state, ...change }
  else Object.assign(draft.state, change)
}

function pushEntry(draft: Draft, entry: ChatEntry): void {
  if (draft.state.entries === draft.origin.entries) set(draft, { entries: [...draft.state.entries] })
  ;(draft.state.entries as ChatEntry[]).push(entry)
}

function putCall(draft: Draft, call: ChatCall): void {
  if (draft.state.calls === draft.origin.calls) set(draft, { calls: new Map(draft.state.calls) })
  ;(draft.state.calls as Map<string, ChatCall>).set(call.call, call)
}

function changeCall(draft: Draft, id: string, fact: Fact, change: (call: ChatCall) => Partial<ChatCall>): void {
  const call = draft.state.calls.get(id)
  if (call) putCall(draft, { ...call, ...change(call), facts: [...call.facts, fact] })
}

const REFUSED_AS: Partial<Record<CallErrorCode, CallStatus>> = { DECLINED: 'denied', NOT_ANSWERED: 'canceled' }

/** A fact that changes no state stays on record with its call. */
const keep = (draft: Draft, fact: Fact & { call: string }) => changeCall(draft, fact.call, fact, () => ({}))

/** Not about one chat. */
type Elsewhere =
  | 'setting.changed'
  | 'bug.found'
  | 'ledger.salvaged'
  | 'context.fitted'
  | 'context.mismatched'
  | 'message.queued'
  | 'message.unqueued'
  | 'skill.installed'
  | 'skill.trusted'
  | 'skill.switched'
  | 'skill.removed'
  | 'scripts.switched'
  | 'rule.made'
  | 'rule.revoked'

const steps: { [T in Exclude<FactType, Elsewhere>]: (draft: Draft, fact: FactOf<T>) => void } = {
  'chat.created': (draft, { title, model }) => set(draft, { title, model }),
  'chat.renamed': (draft, { title }) => set(draft, { title }),
  'chat.deleted': (draft) => set(draft, { isDeleted: true }),
  'turn.started'(draft, { turn, model, at }) {
    if (draft.state.turn) settleTurn(draft, draft.state.turn.turn, 'interrupted')
    set(draft, { turn: { turn, model, startedAt: at } })
  },
  'message.added'(draft, fact) {
    if (fact.role === 'tool' && fact.call !== undefined && draft.state.calls.has(fact.call)) {
      changeCall(draft, fact.call, fact, () => ({ result: fact.content }))
      return
    }
    if (fact.role === 'assistant' && fact.content === '' && !fact.thinking) return
    pushEntry(draft, {
      kind: 'message',
      seq: fact.seq,
      at: fact.at,
      role: fact.role,
      content: fact.content,
      ...(fact.thinking && { thinking: fact.thinking }),
      ...(fact.toolName && { toolName: fact.toolName }),
    })
  },
  'call.requested'(draft, fact) {
    if (draft.state.calls.has(fact.call)) return
    putCall(draft, {
      call: fact.call,
      tool: fact.tool,
      at: fact.at,
      args: fact.args,
      ...(fact.recoveredFrom && { recoveredFrom: fact.recoveredFrom }),
      turn: draft.state.turn?.turn ?? null,
      status: 'proposed',
      approvals: [],
      resolvers: [],
      facts: [fact],
    })
    pushEntry(draft, { kind: 'call', seq: fact.seq, call: fact.call })
  },
  'call.refused': (draft, fact) =>
    changeCall(draft, fact.call, fact, ({ status, approvals }) => ({
      status: status === 'denied' ? status : (REFUSED_AS[fact.code] ?? 'refused'),
      approvals: approvals.map(expire),
      refusal: { code: fact.code, message: fact.message },
    })),
  'approval.asked': (draft, fact) =>
    changeCall(draft, fact.call, fact, ({ turn, approvals }) => {
      const { digest, plan, verdict, at } = fact
      const isOver = turn !== null && turn !== draft.state.turn?.turn
      const asked: ChatApproval = { digest, plan, verdict, askedAt: at, state: isOver ? 'expired' : 'waiting' }
      return { status: isOver ? 'canceled' : 'waiting', plan, approvals: [...approvals.map(expire), asked] }
    }),
  'approval.answered': (draft, fact) =>
    changeCall(draft, fact.call, fact, (call) => ({
      status: fact.decision === 'deny' ? 'denied' : 'proposed',
      approvals: call.approvals.map((approval) =>
        approval.state === 'waiting' && approval.digest === fact.digest ? answer(approval, fact) : approval,
      ),
    })),
  'resolver.started': (draft, fact) =>
    changeCall(draft, fact.call, fact, ({ resolvers }) => ({
      resolvers: [...resolvers, { run: fact.run, step: fact.step, startedAt: fact.at }],
    })),
  'resolver.finished': (draft, fact) =>
    changeCall(draft, fact.call, fact, ({ resolvers }) => ({
      resolvers: resolvers.map((resolver) => (resolver.run === fact.run ? finishResolver(resolver, fact) : resolver)),
    })),
  'run.started': (draft, fact) =>
    changeCall(draft, fact.call, fact, () => ({
      status: 'running',
      plan: fact.plan,
      run: { run: fact.run, plan: fact.plan, startedAt: fact.at, status: 'running' },
    })),
  'run.finished': (draft, fact) => endRun(draft, fact, statusOf(fact)),
  'run.interrupted': (draft, fact) => endRun(draft, fact, 'interrupted'),
  'turn.finished'(draft, fact) {
    settleTurn(draft, fact.turn, fact.reason)
    const { seq, at, turn, reason, error, stats } = fact
    const model = draft.state.turn?.turn === turn ? draft.state.turn.model : null
    pushEntry(draft, { kind: 'end', seq, at, turn, model, reason, ...(error && { error }), stats })
    if (draft.state.turn?.turn === turn) set(draft, { turn: null })
  },
  'call.planned': keep,
  'postprocess.started': keep,
  'postprocess.finished': keep,
}

function answer(approval: ChatApproval, { decision, by, rule, note, at }: FactOf<'approval.answered'>): ChatApproval {
  const given = { decision, by, at, ...(rule !== undefined && { rule }), ...(note !== undefined && { note }) }
  return { ...approval, state: 'answered', answer: given }
}

function expire(approval: ChatApproval): ChatApproval {
  return approval.state === 'waiting' ? { ...approval, state: 'expired' } : approval
}

function statusOf(run: FactOf<'run.finished'>): RunStatus {
  if (run.failure) return 'failed'
  if (run.timedOut) return 'timed-out'
  if (run.canceled) return 'canceled'
  return run.exitCode === 0 ? 'done' : 'failed'
}

function endRun(draft: Draft, fact: FactOf<'run.finished'> | FactOf<'run.interrupted'>, status: RunStatus): void {
  changeCall(draft, fact.call, fact, ({ run }) => {
    if (run?.run !== fact.run) return {}
    return {
      status,
      run: { ...run, status, finishedAt: fact.at, ...(fact.type === 'run.finished' && { finished: fact }) },
    }
  })
}

function finishResolver(resolver: ChatResolver, { step, at, exitCode, ms }: FactOf<'resolver.finished'>): ChatResolver {
  return { ...resolver, step, finished: { at, exitCode, ms } }
}

/** What the turn left open comes to rest. A run that still goes on is left to its own fact, unless nobody can send one. */
function settleTurn(draft: Draft, turn: string, reason: TurnFinished['reason']): void {
  const isCut = reason === 'interrupted'
  for (let at = draft.state.entries.length - 1; at >= 0; at--) {
    const entry = draft.state.entries[at]
    if (entry?.kind === 'end') break
    const call = entry?.kind === 'call' ? draft.state.calls.get(entry.call) : undefined
    if (call?.turn === turn) settleCall(draft, call, isCut)
  }
}

function settleCall(draft: Draft, call: ChatCall, isCut: boolean): void {
  const { status, approvals, run } = call
  const isOpen = status === 'proposed' || status === 'waiting' || (isCut && status === 'running')
  if (!isOpen && !approvals.some(({ state }) => state === 'waiting')) return
  putCall(draft, {
    ...call,
    ...(isOpen && { status: isCut ? 'interrupted' : 'canceled' }),
    approvals: approvals.map(expire),
    ...(isCut && run?.status === 'running' && { run: { ...run, status: 'interrupted' } }),
  })
}
