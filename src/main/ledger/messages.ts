import type { ChatState } from '#shared/chat/chat-state'
import type { FactType } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import type { RecordReply, RecordRequest } from '#shared/records'
import type { LedgerProblem } from './problems.ts'

/** A fact on its way to the worker. `body` is the JSON of all other fields. */
export interface Draft {
  chat: string | null
  type: string
  body: string
}

export interface ReadQuery {
  chat?: string | null
  types?: readonly FactType[]
  /** Facts about any of these calls. */
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

/** Calls by position; the oldest match is at 0. */
export interface CallQuery {
  from: number
  limit: number
  search?: string
  skill?: string
  state?: string
  /** Without a search: the newest calls of this tool. */
  tool?: string
}

/** Oldest first. */
export interface FoundCalls {
  total: number
  calls: string[]
  /** Not all matches were examined. */
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

/** Summaries, so that opening need not read all facts. */
export interface Summaries {
  chats: { chat: string; state: ChatState }[]
  ruleUses: RuleUse[]
}

/** What was rescued from a damaged database, which is kept whole at `movedTo`. */
export interface Salvaged {
  movedTo: string
  kept: number
  /** Absent if unknown. */
  lost?: number
  reason: Message | string
}

/** Where the replaced record is kept. */
export interface Restored {
  from: string
  movedTo: string
}

export interface CopyInput {
  home: string
  /** The path of the copy without its end, which will tell how many facts it has. */
  stem: string
}

export interface Copied {
  file: string
  facts: number
  bytes: number
}

export interface RestoreInput {
  home: string
  /** Absolute. */
  backup: string
}

export interface OpenInput {
  home: string
  waitForOwnerMs: number
  readOnly: boolean
  /** The folder for a second note of the last fact, outside the data folder. */
  outside?: string | null
}

/** Facts cross threads as one JSON text, which is the cheapest way for many. */
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
  /** These two work without an open record. */
  backUp: { input: CopyInput; output: Copied }
  stageRestore: { input: RestoreInput; output: Restored }
  /** Owned but not open until `close`; meanwhile a copy of it can be verified. */
  standStill: { input: { home: string; waitForOwnerMs: number }; output: null }
  verifyCopy: { input: string; output: Verification }
}

export type WorkerCall = keyof WorkerCalls

export type Request = {
  [call in WorkerCall]: { id: number; call: call; input: WorkerCalls[call]['input'] }
}[WorkerCall]

export type Reply = { id: number } & ({ ok: true; value: unknown } | { ok: false; problem: LedgerProblem })
