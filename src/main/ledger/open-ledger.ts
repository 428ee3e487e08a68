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
  /** How long to wait for another process to let go of `home`. */
  waitForOwnerMs?: number
  /** Needs no ownership and changes nothing: for looking while the app is open. */
  readOnly?: boolean
}

export type OpenResult =
  | {
      ok: true
      ledger: Ledger
      salvaged?: Salvaged
      /** A backup that was put in the record's place by this opening. */
      restored?: Restored
      /** Runs that the last owner left without an end. */
      interrupted: string[]
    }
  | { ok: false; problem: LedgerProblem }

/** Every promise rejects with a LedgerError alone; what was rejected is not recorded. */
export interface Ledger {
  /** All of it or nothing; resolves when it is on the disk. Appends are recorded in the order they were asked for. */
  append(facts: readonly NewFact[], texts?: readonly string[]): Promise<Fact[]>
  /** `chat: null` asks for the facts of no chat. */
  read(query?: ReadQuery): Promise<Fact[]>
  /** Newest first. Every word typed must begin a word of the fact. */
  search(query: SearchQuery): Promise<Fact[]>
  /** Waits until the calls of an older record are listed. */
  findCalls(query: CallQuery): Promise<FoundCalls>
  /** Waits until the facts of an older record are summed up. */
  readSummaries(): Promise<Summaries>
  readText(sha256: string): Promise<string | null>
  /** What tools keep, beside the facts. */
  records(request: RecordRequest): Promise<RecordReply>
  verify(): Promise<Verification>
  /** Sums the facts up anew: how much was kept otherwise, and is right now. */
  repair(): Promise<number>
  /** Ends what was asked for before. Does not reject. */
  close(): Promise<void>
}

/** Opens the record in `home`, which is made when it is missing. What stands in the way is a value. */
export async function openLedger(options: OpenOptions): Promise<OpenResult> {
  const input = {
    home: resolve(options.home),
    waitForOwnerMs: options.waitForOwnerMs ?? 0,
    readOnly: options.readOnly ?? false,
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

/** Whoever owns the record for a moment alone, such as a command, is waited for without a word. */
const SILENT_WAIT_MS = 1500

/** Opens the record; `waits` is told once where the wait for its owner is a long one. */
export async function openPatiently({
  home,
  waitForOwnerMs = 0,
  waits,
}: Pick<OpenOptions, 'home' | 'waitForOwnerMs'> & { waits?(problem: Message): void }): Promise<OpenResult> {
  const opened = await openLedger({ home, waitForOwnerMs: Math.min(waitForOwnerMs, SILENT_WAIT_MS) })
  const isOwned = !opened.ok && opened.problem.code === 'OWNED'
  if (!isOwned || waitForOwnerMs <= SILENT_WAIT_MS) return opened
  waits?.(opened.problem.message)
  return openLedger({ home, waitForOwnerMs: waitForOwnerMs - SILENT_WAIT_MS })
}

/** Neither flags nor variables of the process reach the thread: some of Electron's would stop it. */
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
