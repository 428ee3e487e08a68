import type { Caller } from '#shared/call/action'
import type { CallErrorCode, Plan, ResolverStep } from '#shared/call/plan'
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
  /** The latest one that was shown or started. */
  plan?: Plan
  /** In the order they were asked; the last one counts. */
  approvals: readonly ChatApproval[]
  resolvers: readonly ChatResolver[]
  run?: ChatRun
  question?: ChatQuestion
  refusal?: { code: CallErrorCode; message: Message | string }
  result?: string
  /** The calls it made and the texts of a turn inside it, in order. */
  inside?: readonly InsideEntry[]
  facts: readonly Fact[]
}

export type InsideEntry =
  | { kind: 'call'; seq: number; call: string }
  | { kind: 'message'; seq: number; role: 'user' | 'assistant'; content: string }

export interface ChatApproval extends Omit<ApprovalAsked, 'type' | 'call'> {
  askedAt: string
  /** `expired`: its turn ended without an answer. */
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

/** A helper that worked out one value before there was a plan. */
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

export const finishResolver = (
  resolver: ChatResolver,
  { step, at, exitCode, ms }: FactOf<'resolver.finished'>,
): ChatResolver => ({ ...resolver, step, finished: { at, exitCode, ms } })

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

/** Closes a call; null if nothing of it was open. */
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
export const LONGEST_MESSAGE = 1_000_000

export interface ImportedChat {
  chat: string
  file: string
  messages: number
  /** Commands, answers to commands and settings: parts of the file that are not messages. */
  leftOut: number
  /** Pictures that the file names but does not contain. */
  pictures: number
  /** The first lines that could not be read, counted from 1. */
  broken: number[]
}

/** A message that was found, with the words around its first match. */
export interface FoundMessage extends Pick<FactOf<'message.added'>, 'seq' | 'at' | 'role'> {
  chat: string
  title: string
  before: string
  match: string
  after: string
  /** How many matches it has, at least one. */
  count: number
  /** Set if the message is off the visible path: the turn to switch to. */
  beside?: string
}
