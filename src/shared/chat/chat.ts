import { callerOf, nextState } from '#shared/call/call-state'
import type { AnswerStats, ContextFitted, Fact, FactOf, FactType, TurnFinished, TurnStats } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import {
  addInside,
  answerApproval,
  type ChatApproval,
  type ChatCall,
  expire,
  finishResolver,
  type RunStatus,
  statusOf,
} from '#shared/requests/chat-requests'
import { replaceTurn, toMessage } from './branches.ts'
import { type Draft, pushEntry, putCall, set, settleTurn } from './chat-draft.ts'
import type { Picture } from './picture.ts'
import { foldQueue, type QueuedMessage } from './queue.ts'
import { foldWaits, type TurnWaits, waitedUntil } from './turn-waits.ts'

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
  /** By turn, where it has more than one version: the turns of all of them, in order. */
  readonly versions: ReadonlyMap<string, readonly string[]>
  /** Typed meanwhile, or held back by a stop; not yet sent. */
  readonly queued: readonly QueuedMessage[]
  /** How the latest request was made to fit. */
  readonly context: ContextFitted | null
  /** The latest request of which the server read less than was sent; the next turn takes it away. */
  readonly mismatch: ContextMismatch | null
  /** About calls that were asked for before the first of these facts: for the page that holds them. */
  readonly strays: readonly Fact[]
}

export type ContextMismatch = Pick<FactOf<'context.mismatched'>, 'estimate' | 'promptEvalCount' | 'numCtx'>

export type ChatEntry = ChatMessage | { kind: 'call'; seq: number; call: string; nth?: number } | ChatEnd

export interface ChatMessage {
  kind: 'message'
  seq: number
  at: string
  role: 'user' | 'assistant' | 'tool'
  content: string
  images?: readonly Picture[]
  thinking?: string
  toolName?: string
  turn?: string
  stats?: AnswerStats
  notes?: readonly Message[]
  unfounded?: readonly string[]
}

/** How a turn ended. */
export interface ChatEnd {
  kind: 'end'
  seq: number
  at: string
  turn: string
  model: string | null
  reason: TurnFinished['reason']
  error?: { code: string; message: Message | string }
  /** It ended as answered, and no words stand before it. */
  isSilent?: true
  /** Of its time, what it waited for the person. */
  waitedMs?: number
  stats: TurnStats
}

export interface ChatTurn {
  turn: string
  model: string
  startedAt: string
  waits?: TurnWaits
}

export function emptyChat(chat: string): ChatState {
  return {
    ...{ chat, seq: 0, title: '', model: null, isDeleted: false, entries: [], calls: new Map(), turn: null },
    ...{ queued: [], versions: new Map(), context: null, mismatch: null, strays: [] },
  }
}

export const foldFact = (chat: ChatState, fact: Fact): ChatState => foldFacts(chat, [fact])

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

/** The chat with the facts of a page before it, which begins with a turn or with the chat itself. */
export function foldEarlier(chat: ChatState, page: readonly Fact[]): ChatState {
  const folded = foldFacts(emptyChat(chat.chat), [...page, ...chat.strays])
  const draft: Draft = { origin: folded, state: folded }
  if (folded.turn) settleTurn(draft, folded.turn.turn, 'interrupted')
  const { entries, calls, strays } = draft.state
  return { ...chat, entries: [...entries, ...chat.entries], calls: new Map([...calls, ...chat.calls]), strays }
}

function changeCall(draft: Draft, id: string, fact: Fact, change: (call: ChatCall) => Partial<ChatCall>): void {
  const call = draft.state.calls.get(id)
  if (call) putCall(draft, { ...call, ...change(call), facts: [...call.facts, fact] })
  else set(draft, { strays: [...draft.state.strays, fact] })
}

/** A fact that changes no state stays on record with its call. */
const keep = (draft: Draft, fact: Fact & { call: string }) => changeCall(draft, fact.call, fact, () => ({}))

const queue = (draft: Draft, fact: Fact) => set(draft, { queued: foldQueue(draft.state.queued, fact) })

/** Not about one chat. */
type Elsewhere =
  | 'chat.pinned'
  | 'chat.archived'
  | 'setting.changed'
  | 'bug.found'
  | 'ledger.salvaged'
  | 'ledger.restored'
  | 'fetch.started'
  | 'fetch.finished'
  | `skill.${string}`
  | 'scripts.switched'
  | 'tool.switched'
  | `server.${string}`
  | 'model.set'
  | 'model.tried'
  | 'chat.tools-changed'
  | 'chat.folder-chosen'
  | `folder.${string}`
  | `program.${string}`
  | 'rule.made'
  | 'chat.policy-changed'
  | 'rule.revoked'
  | 'request.sent'
  | 'answer.written'

const steps: { [T in Exclude<FactType, Elsewhere>]: (draft: Draft, fact: FactOf<T>) => void } = {
  'chat.created': (draft, { title, model }) => set(draft, { title, model }),
  'chat.renamed': (draft, { title }) => set(draft, { title }),
  'chat.deleted': (draft) => set(draft, { isDeleted: true }),
  'chat.restored': (draft) => set(draft, { isDeleted: false }),
  'branch.chosen': endTurn,
  'turn.started'(draft, { turn, model, at, replaces }) {
    endTurn(draft)
    if (replaces !== undefined) set(draft, replaceTurn(draft.state, replaces, turn))
    set(draft, { turn: { turn, model, startedAt: at }, mismatch: null })
  },
  'message.queued': queue,
  'message.unqueued': queue,
  'message.added'(draft, fact) {
    if (fact.role === 'tool' && fact.call !== undefined && draft.state.calls.has(fact.call)) {
      changeCall(draft, fact.call, fact, () => ({ result: fact.content }))
      return
    }
    if (fact.role === 'assistant' && fact.content === '' && !fact.thinking) return
    pushEntry(draft, toMessage(fact, draft.state.turn?.turn))
  },
  'call.requested'(draft, fact) {
    if (draft.state.calls.has(fact.call)) return
    const caller = callerOf(fact)
    putCall(draft, {
      call: fact.call,
      tool: fact.tool,
      at: fact.at,
      args: fact.args,
      caller,
      ...(fact.followsUntrusted && { followsUntrusted: fact.followsUntrusted }),
      // A person's own call goes on when the turn beside it ends.
      turn: caller.kind === 'person' ? null : (draft.state.turn?.turn ?? null),
      status: 'proposed',
      approvals: [],
      resolvers: [],
      facts: [fact],
    })
    const { seq, call, nth } = fact
    const parent = caller.kind === 'tool' ? draft.state.calls.get(caller.call) : undefined
    if (parent) putCall(draft, { ...parent, ...addInside(parent, fact) })
    else pushEntry(draft, { kind: 'call', seq, call, ...(nth !== undefined && { nth }) })
  },
  'call.refused'(draft, fact) {
    countWait(draft, fact)
    changeCall(draft, fact.call, fact, ({ status, approvals }) => ({
      status: nextState(status, fact),
      approvals: approvals.map(expire),
      refusal: { code: fact.code, message: fact.message },
    }))
  },
  'approval.asked'(draft, fact) {
    countWait(draft, fact)
    changeCall(draft, fact.call, fact, ({ turn, approvals }) => {
      const { digest, plan, verdict, at } = fact
      const isOver = turn !== null && turn !== draft.state.turn?.turn
      const asked: ChatApproval = {
        ...{ digest, plan, verdict, askedAt: at, state: isOver ? 'expired' : 'waiting' },
        ...(fact.proposals && { proposals: fact.proposals }),
        ...(fact.differs && { differs: fact.differs }),
      }
      return { status: isOver ? 'canceled' : 'waiting', plan, approvals: [...approvals.map(expire), asked] }
    })
  },
  'approval.answered'(draft, fact) {
    countWait(draft, fact)
    changeCall(draft, fact.call, fact, (call) => ({
      status: fact.decision === 'deny' ? 'denied' : 'proposed',
      approvals: call.approvals.map((approval) =>
        approval.state === 'waiting' && approval.digest === fact.digest ? answerApproval(approval, fact) : approval,
      ),
    }))
  },
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
    queue(draft, fact)
    const { seq, at, turn, reason, error, stats } = fact
    const model = draft.state.turn?.turn === turn ? draft.state.turn.model : null
    const last = draft.state.entries.at(-1)
    const hasAnswer = last?.kind === 'message' && last.role === 'assistant' && last.content.trim() !== ''
    const isSilent = reason === 'answered' && !hasAnswer
    const waitedMs = draft.state.turn?.turn === turn ? waitedUntil(draft.state.turn.waits, at) : 0
    pushEntry(draft, {
      ...{ kind: 'end', seq, at, turn, model, reason, stats },
      ...(error && { error }),
      ...(isSilent && { isSilent }),
      ...(waitedMs > 0 && { waitedMs }),
    })
    if (draft.state.turn?.turn === turn) set(draft, { turn: null })
  },
  'context.fitted': (draft, { numCtx, estimate, bySource, withheld }) =>
    set(draft, { context: { type: 'context.fitted', numCtx, estimate, bySource, ...(withheld && { withheld }) } }),
  'context.mismatched': (draft, { estimate, promptEvalCount, numCtx }) =>
    set(draft, { mismatch: { estimate, promptEvalCount, numCtx } }),
  'files.restored': keep,
  'call.planned': keep,
  'turn.inside': (draft, fact) => changeCall(draft, fact.call, fact, (call) => addInside(call, fact)),
  'postprocess.started': keep,
  'postprocess.finished': keep,
}

function countWait(
  draft: Draft,
  fact: FactOf<'approval.asked'> | FactOf<'approval.answered'> | FactOf<'call.refused'>,
): void {
  const { turn, calls } = draft.state
  if (!turn || calls.get(fact.call)?.turn !== turn.turn) return
  set(draft, { turn: { ...turn, waits: foldWaits(turn.waits, fact) } })
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

function endTurn(draft: Draft): void {
  if (!draft.state.turn) return
  settleTurn(draft, draft.state.turn.turn, 'interrupted')
  set(draft, { turn: null })
}
