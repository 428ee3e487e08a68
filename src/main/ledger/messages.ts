import type { ChatState } from '#shared/chat/chat-state'
import type { FactType } from '#shared/facts'
import type { Message } from '#shared/messages/message'
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
  lost?: number
  reason: Message | string
}

/** Where the replaced record is kept. */
export interface Restored {
  from: string
  movedTo: string
}

export interface Copied {
  file: string
  facts: number
  bytes: number
}

export interface OpenOptions {
  home: string
  /** How long to wait for another process to release `home`. */
  waitForOwnerMs?: number
  /** Needs no ownership and changes nothing. */
  readOnly?: boolean
  /** The folder for a second note of the last fact, outside the data folder. */
  outside?: string | null | undefined
}

export type Reply = { ok: true; value: unknown } | { ok: false; problem: LedgerProblem }
