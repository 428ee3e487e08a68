import type { Caller } from '#shared/call/action'
import type { CallErrorCode, Plan, ResolverStep, Verdict } from '#shared/call/plan'
import type { ApprovalAnswered, ApprovalAsked, CallRequested, Fact, FactOf } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import type { ActivityRow } from './requests.ts'

export type CallStatus = ActivityRow['state']
export type RunStatus = Extract<CallStatus, 'running' | 'done' | 'failed' | 'canceled' | 'timed-out' | 'interrupted'>

export interface ChatCall {
  call: string
  tool: string
  at: string
  args: CallRequested['args']
  caller: Caller
  followsUntrusted?: CallRequested['followsUntrusted']
  turn: string | null
  status: CallStatus
  /** The latest that was asked about or started. */
  plan?: Plan
  /** In the order they were asked; the last one is the one that counts. */
  approvals: readonly ChatApproval[]
  resolvers: readonly ChatResolver[]
  run?: ChatRun
  /** What its server asked the person last. */
  question?: ChatQuestion
  refusal?: { code: CallErrorCode; message: Message | string }
  /** What the model reads. */
  result?: string
  /** Calls that it made itself, and what was said in a turn inside it, in order. */
  inside?: readonly InsideEntry[]
  /** Everything on record about this call, in order. */
  facts: readonly Fact[]
}

export type InsideEntry =
  | { kind: 'call'; seq: number; call: string }
  | { kind: 'message'; seq: number; role: 'user' | 'assistant'; content: string }

export interface ChatApproval {
  digest: string
  plan: Plan
  verdict: Verdict
  askedAt: string
  proposals?: ApprovalAsked['proposals']
  differs?: ApprovalAsked['differs']
  /** An approval whose turn ended without an answer is expired: nobody waits for it any more. */
  state: 'waiting' | 'answered' | 'expired'
  answer?: Pick<ApprovalAnswered, 'decision' | 'by' | 'rule' | 'note' | 'why'> & { at: string }
}

export type ChatQuestion = Omit<FactOf<'question.asked'>, 'type' | 'call' | 'seq' | 'at' | 'chat'> & {
  answered?: FactOf<'question.answered'>['given']
}

interface ChatRun {
  run: string
  plan: Plan
  startedAt: string
  status: RunStatus
  finishedAt?: string
  finished?: FactOf<'run.finished'>
}

/** A step that worked out one value before there was a plan. */
interface ChatResolver {
  run: string
  step: ResolverStep
  startedAt: string
  finished?: { at: string; exitCode: number | null; ms: number }
}

export function answerApproval(
  approval: ChatApproval,
  { decision, by, rule, note, why, at }: FactOf<'approval.answered'>,
): ChatApproval {
  const given = {
    decision,
    by,
    at,
    ...(rule !== undefined && { rule }),
    ...(note !== undefined && { note }),
    ...(why && { why }),
  }
  return { ...approval, state: 'answered', answer: given }
}

export function expire(approval: ChatApproval): ChatApproval {
  return approval.state === 'waiting' ? { ...approval, state: 'expired' } : approval
}

export function statusOf(run: FactOf<'run.finished'>): RunStatus {
  if (run.failure) return 'failed'
  if (run.timedOut) return 'timed-out'
  if (run.canceled) return 'canceled'
  return (run.succeeded ?? run.exitCode === 0) ? 'done' : 'failed'
}

export function finishResolver(
  resolver: ChatResolver,
  { step, at, exitCode, ms }: FactOf<'resolver.finished'>,
): ChatResolver {
  return { ...resolver, step, finished: { at, exitCode, ms } }
}

/** Whether the end of its turn could change anything of it. */
/** A call that it made, or what was said in a turn inside it; a tool's own words are with their call. */
export function addInside(
  { inside = [] }: ChatCall,
  fact: FactOf<'call.requested'> | FactOf<'turn.inside'>,
): Partial<ChatCall> {
  const { seq } = fact
  if (fact.type === 'call.requested') return { inside: [...inside, { kind: 'call', seq, call: fact.call }] }
  const { body } = fact
  if (body.type !== 'message.added' || body.role === 'tool' || body.content === '') return {}
  return { inside: [...inside, { kind: 'message', seq, role: body.role, content: body.content }] }
}

export function isUnsettled({ status, approvals }: ChatCall): boolean {
  const isOpen = status === 'proposed' || status === 'waiting' || status === 'running'
  return isOpen || approvals.some(({ state }) => state === 'waiting')
}

/** The call at rest, or null where nothing of it was open. */
export function settleCall(call: ChatCall, isCut: boolean): ChatCall | null {
  const { status, approvals, run } = call
  const isOpen = status === 'proposed' || status === 'waiting' || (isCut && status === 'running')
  if (!isOpen && !approvals.some(({ state }) => state === 'waiting')) return null
  return {
    ...call,
    ...(isOpen && { status: isCut ? 'interrupted' : 'canceled' }),
    approvals: approvals.map(expire),
    ...(isCut && run?.status === 'running' && { run: { ...run, status: 'interrupted' } }),
  }
}
/** In characters. */
export const LONGEST_MESSAGE = 1_000_000

export interface ImportedChat {
  chat: string
  file: string
  messages: number
  /** Lines, or parts of a document, that are no message: commands, answers to them, settings. */
  leftOut: number
  /** Pictures that the file names and does not hold. */
  pictures: number
  /** Lines that could not be read, by number from 1 on; the first of them. */
  broken: number[]
}

/** A message that was searched for, with the words around the first place. */
export interface FoundMessage {
  chat: string
  title: string
  seq: number
  at: string
  role: 'user' | 'assistant' | 'tool'
  before: string
  match: string
  after: string
  /** How many places of it are meant; at least the one. */
  count: number
  /** It is in a version that is not in view: the turn through which the chat has to go. */
  beside?: string
}
