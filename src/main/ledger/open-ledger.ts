import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Fact, NewFact } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import type { RecordReply, RecordRequest } from '#shared/records'
import { connect } from './ask-worker.ts'
import { parseFacts, toDraft, toFact } from './fact-json.ts'
import type {
  CallQuery,
  FoundCalls,
  ReadQuery,
  Restored,
  Salvaged,
  SearchQuery,
  Summaries,
  Verification,
} from './messages.ts'
import { CLOSED, isLedgerError, type LedgerProblem, problemOf } from './problems.ts'

export interface OpenOptions {
  home: string
  /** How long to wait for another process to release `home`. */
  waitForOwnerMs?: number
  /** Needs no ownership and changes nothing. */
  readOnly?: boolean
  /** The folder for a second note of the last fact, outside the data folder. */
  outside?: string | undefined
}

export type OpenResult =
  | {
      ok: true
      ledger: Ledger
      salvaged?: Salvaged
      /** A backup that this opening put in the record's place. */
      restored?: Restored
      /** Runs that the last owner did not finish. */
      interrupted: string[]
    }
  | { ok: false; problem: LedgerProblem }

/** Every promise rejects with a LedgerError only; nothing is recorded then. */
export interface Ledger {
  /** Appends all or nothing, in the order of the calls. Resolves once it is on the disk. */
  append(facts: readonly NewFact[], texts?: readonly string[]): Promise<Fact[]>
  /** `chat: null` asks for facts outside any chat. */
  read(query?: ReadQuery): Promise<Fact[]>
  /** Newest first. Every word must match the beginning of a word. */
  search(query: SearchQuery): Promise<Fact[]>
  /** Waits until all calls of an older record are listed. */
  findCalls(query: CallQuery): Promise<FoundCalls>
  /** Waits until an older record is summed up. */
  readSummaries(): Promise<Summaries>
  readText(sha256: string): Promise<string | null>
  /** The records that tools store, separate from the facts. */
  records(request: RecordRequest): Promise<RecordReply>
  verify(): Promise<Verification>
  /** Recomputes the summaries and returns how many were wrong. */
  repair(): Promise<number>
  /** Finishes what was requested before. Does not reject. */
  close(): Promise<void>
}

/** Opens the record in `home` or creates it. Returns obstacles as values. */
export async function openLedger(options: OpenOptions): Promise<OpenResult> {
  const input = {
    home: resolve(options.home),
    waitForOwnerMs: options.waitForOwnerMs ?? 0,
    readOnly: options.readOnly ?? false,
    outside: options.outside ?? null,
  }
  const connection = connect(startWorker())
  try {
    const opened = await connection.ask('open', input)
    return { ok: true, ledger: makeLedger(connection), ...opened }
  } catch (error) {
    if (!isLedgerError(error)) throw error
    await connection.end(CLOSED)
    return { ok: false, problem: problemOf(error, input.home) }
  }
}

/** A short owner, such as a command, is waited for silently. */
const SILENT_WAIT_MS = 1500

/** `waits` is called once if the wait for the owner gets long. */
export async function openPatiently({
  home,
  outside,
  waitForOwnerMs = 0,
  waits,
}: Pick<OpenOptions, 'home' | 'waitForOwnerMs' | 'outside'> & { waits?(problem: Message): void }): Promise<OpenResult> {
  const opened = await openLedger({ home, outside, waitForOwnerMs: Math.min(waitForOwnerMs, SILENT_WAIT_MS) })
  const isOwned = !opened.ok && opened.problem.code === 'OWNED'
  if (!isOwned || waitForOwnerMs <= SILENT_WAIT_MS) return opened
  waits?.(opened.problem.message)
  return openLedger({ home, outside, waitForOwnerMs: waitForOwnerMs - SILENT_WAIT_MS })
}

/** The thread gets neither flags nor variables of this process, because some of Electron's would stop it. */
export function startWorker(): Worker {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './ledger-worker.js'
  return new Worker(new URL(file, import.meta.url), { execArgv: [], env: {}, name: 'ledger' })
}

function makeLedger(connection: ReturnType<typeof connect>): Ledger {
  let closing: Promise<void> | null = null

  async function close(): Promise<void> {
    try {
      await connection.ask('close', null)
    } catch (error) {
      if (!isLedgerError(error)) throw error // A thread that is gone is closed, and what it acknowledged is safe.
    }
    await connection.end(CLOSED)
  }

  return {
    async append(facts, texts = []) {
      if (facts.length === 0 && texts.length === 0) return []
      const drafts = facts.map(toDraft)
      const { firstSeq, at } = await connection.ask('append', { drafts, texts: [...texts] })
      return drafts.map((draft, n) => toFact(draft, firstSeq + n, at))
    },
    read: async (query = {}) => parseFacts(await connection.ask('read', query)),
    search: async (query) => parseFacts(await connection.ask('search', query)),
    findCalls: (query) => connection.ask('findCalls', query),
    readSummaries: () => connection.ask('readSummaries', null),
    readText: (sha256) => connection.ask('readText', sha256),
    records: (request) => connection.ask('records', request),
    verify: () => connection.ask('verify', null),
    repair: () => connection.ask('repair', null),
    close() {
      closing ??= close()
      return closing
    },
  }
}
