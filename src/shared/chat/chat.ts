import { callerOf, nextState } from '#shared/call/call-state'
import type { ContextFitted, Fact, FactOf, FactType } from '#shared/facts'
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
import {
  type Asking,
  type Draft,
  foldWaits,
  pushEntry,
  putCall,
  set,
  settleTurn,
  type TurnWaits,
  waitedUntil,
} from './chat-draft.ts'
import { foldQueue, type QueuedMessage } from './chat-state.ts'
import type { Brought } from './picture.ts'

/** A chat as its facts describe it. Unchanged parts keep their identity. */
export interface ChatState {
  readonly chat: string
  /** Of the last fact that was folded in; older ones are ignored. */
  readonly seq: number
  readonly title: string
  readonly entries: readonly ChatEntry[]
  readonly calls: ReadonlyMap<string, ChatCall>
  readonly turn: ChatTurn | null
  /** For each turn with several versions: all of them, in order. */
  readonly versions: ReadonlyMap<string, readonly string[]>
  /** Typed during a turn or held back by a stop; not sent yet. */
  readonly queued: readonly QueuedMessage[]
  /** How the latest request was shortened to fit. */
  readonly context: ContextFitted | null
  /** The latest request of which the server read less than we sent. The next turn clears it. */
  readonly mismatch: ContextMismatch | null
  /** Facts about calls from earlier pages of the chat. */
  readonly strays: readonly Fact[]
}

export type ContextMismatch = Pick<FactOf<'context.mismatched'>, 'estimate' | 'promptEvalCount' | 'numCtx'>

export type ChatEntry = ChatMessage | { kind: 'call'; seq: number; call: string; nth?: number } | ChatEnd

type Said = 'seq' | 'at' | 'role' | 'content' | 'thinking' | 'toolName' | 'stats' | 'notes' | 'unfounded'

export interface ChatMessage extends Pick<FactOf<'message.added'>, Said | keyof Brought> {
  kind: 'message'
  turn?: string
}

export interface ChatEnd extends Pick<FactOf<'turn.finished'>, 'seq' | 'at' | 'turn' | 'reason' | 'error' | 'stats'> {
  kind: 'end'
  model: string | null
  /** It ended normally but without a word. */
  isSilent?: true
  /** How much of its time it waited for the person. */
  waitedMs?: number
}

export interface ChatTurn {
  turn: string
  model: string
  waits?: TurnWaits
}

export function emptyChat(chat: string): ChatState {
  return {
    ...{ chat, seq: 0, title: '', entries: [], calls: new Map(), turn: null },
    ...{ queued: [], versions: new Map(), context: null, mismatch: null, strays: [] },
  }
}

export const foldFact = (chat: ChatState, fact: Fact): ChatState => foldFacts(chat, [fact])

/** Ignores facts of other chats, of unknown kinds, and those folded before. */
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

/** Adds the page before this one. It starts with a turn or with the chat itself. */
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

/** This fact changes no state but is kept with its call. */
const keep = (draft: Draft, fact: Fact & { call: string }) => changeCall(draft, fact.call, fact, () => ({}))

const queue = (draft: Draft, fact: Fact) => set(draft, { queued: foldQueue(draft.state.queued, fact) })

/** Facts that change nothing in the thread. */
type Elsewhere =
  | `chat.${'deleted' | 'restored' | 'pinned' | 'archived' | 'tools-changed' | 'folder-chosen' | 'policy-changed'}`
  | `${'setting' | 'bug' | 'ledger' | 'fetch' | 'skill' | 'scripts' | 'tool' | 'server' | 'model'}.${string}`
  | `${'folder' | 'host' | 'program' | 'rule'}.${string}`
  | 'request.sent'
  | 'answer.written'

const steps: { [T in Exclude<FactType, Elsewhere>]: (draft: Draft, fact: FactOf<T>) => void } = {
  'chat.created': (draft, { title }) => set(draft, { title }),
  'chat.renamed': (draft, { title }) => set(draft, { title }),
  'branch.chosen': endTurn,
  'turn.started'(draft, { turn, model, replaces }) {
    endTurn(draft)
    if (replaces !== undefined) set(draft, replaceTurn(draft.state, replaces, turn))
    set(draft, { turn: { turn, model }, mismatch: null })
  },
  'message.queued': queue,
  'message.unqueued': queue,
  'message.added'(draft, fact) {
    if (fact.role === 'tool' && fact.call !== undefined && draft.state.calls.has(fact.call)) {
      changeCall(draft, fact.call, fact, () => ({ result: fact.content }))
      return
    }
    if (fact.role === 'assistant' && fact.content === '' && !fact.thinking && !fact.notes) return
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
      // A person's own call continues when the turn ends.
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
  'question.asked'(draft, fact) {
    if (!fact.refused) countWait(draft, fact)
    const { type: _, call, seq: __, at: ___, chat: ____, ...question } = fact
    changeCall(draft, call, fact, () => ({ question }))
  },
  'question.answered'(draft, fact) {
    countWait(draft, fact)
    changeCall(draft, fact.call, fact, ({ question }) =>
      question?.question === fact.question ? { question: { ...question, answered: fact.given } } : {},
    )
  },
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

function countWait(draft: Draft, fact: Asking): void {
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
