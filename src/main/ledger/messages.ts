import type { ChatState } from '#shared/chat/chat-state'
import type { FactType } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import type { RecordReply, RecordRequest } from '#shared/records'
import type { LedgerProblem } from './problems.ts'

/** A fact on its way to the worker: `body` is the JSON of everything but these two. */
export interface Draft {
  chat: string | null
  type: string
  body: string
}

export interface ReadQuery {
  chat?: string | null
  types?: readonly FactType[]
  /** The facts that name one of these calls. */
  calls?: readonly string[]
  run?: string
  turn?: string
  after?: number
  before?: number
  limit?: number
  newestFirst?: boolean
}

export interface SearchQuery {
  text: string
  types?: readonly FactType[]
  before?: number
  limit: number
}

/** Calls by their place in the record; the oldest that fits is at 0. */
export interface CallQuery {
  from: number
  limit: number
  search?: string
  skill?: string
  state?: string
  /** Without a search: the newest of this tool, wherever they stand. */
  tool?: string
}

/** The oldest first. */
export interface FoundCalls {
  total: number
  calls: string[]
  /** A search held more than was looked at. */
  isPartial: boolean
}

export interface Verification {
  ok: boolean
  facts: number
  firstBad?: number
  reason?: Message | string
}

export interface RuleUse {
  rule: string
  uses: number
  lastUsed: string
}

/** What the facts come to, where opening would otherwise read them all. */
export interface Summaries {
  chats: { chat: string; state: ChatState }[]
  ruleUses: RuleUse[]
}

/** What opening rescued from a damaged database; the damaged one is kept whole at `movedTo`. */
export interface Salvaged {
  movedTo: string
  kept: number
  /** Where it can be known. */
  lost?: number
  reason: Message | string
}

/** Where the record that a backup replaced is kept whole. */
export interface Restored {
  from: string
  movedTo: string
}

export interface CopyInput {
  home: string
  /** The whole path of the copy but its end, which tells how many facts are in it. */
  stem: string
}

export interface Copied {
  file: string
  facts: number
  bytes: number
}

export interface RestoreInput {
  home: string
  /** The whole path of the backup. */
  backup: string
}

export interface OpenInput {
  home: string
  waitForOwnerMs: number
  readOnly: boolean
}

/** Facts cross between the threads as one text of JSON: that is the cheapest way to hand over many. */
export interface WorkerCalls {
  open: { input: OpenInput; output: { salvaged?: Salvaged; restored?: Restored; interrupted: string[] } }
  append: { input: { drafts: Draft[]; texts: string[] }; output: { firstSeq: number; at: string } }
  read: { input: ReadQuery; output: string }
  search: { input: SearchQuery; output: string }
  findCalls: { input: CallQuery; output: FoundCalls }
  readSummaries: { input: null; output: Summaries }
  readText: { input: string; output: string | null }
  records: { input: RecordRequest; output: RecordReply }
  verify: { input: null; output: Verification }
  repair: { input: null; output: number }
  close: { input: null; output: null }
  /** These two need nothing to be open. */
  backUp: { input: CopyInput; output: Copied }
  stageRestore: { input: RestoreInput; output: Restored }
  /** Owned until `close`, with nothing open; a copy of it can be verified meanwhile. */
  standStill: { input: { home: string; waitForOwnerMs: number }; output: null }
  verifyCopy: { input: string; output: Verification }
}

export type WorkerCall = keyof WorkerCalls

export type Request = {
  [call in WorkerCall]: { id: number; call: call; input: WorkerCalls[call]['input'] }
}[WorkerCall]

export type Reply = { id: number } & ({ ok: true; value: unknown } | { ok: false; problem: LedgerProblem })
