import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Fact, NewFact } from '#shared/facts'
import type { Message } from '#shared/messages/message'
import type { RecordRequest } from '#shared/records'
import { type Ask, connect } from './ask-worker.ts'
import { parseFacts, toDraft, toFact } from './fact-json.ts'
import type { CallQuery, OpenOptions, ReadQuery, Restored, Salvaged, SearchQuery } from './messages.ts'
import { isLedgerError, type LedgerProblem, problemOf } from './problems.ts'

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

/** Opens the record in `home` or creates it. Returns obstacles as values, and the end of `signal` as one. */
export async function openLedger(options: OpenOptions, signal?: AbortSignal): Promise<OpenResult> {
  const home = resolve(options.home)
  const connection = connect(startWorker())
  const stop = () => void connection.end()
  signal?.addEventListener('abort', stop)
  try {
    if (signal?.aborted) stop()
    const opened = await connection.ask('open', { ...options, home })
    return { ok: true, ledger: makeLedger(connection), ...opened }
  } catch (error) {
    if (!isLedgerError(error)) throw error
    await connection.end()
    return { ok: false, problem: problemOf(error, home) }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** A short owner, such as a command, is waited for silently. */
const SILENT_WAIT_MS = 1500

interface PatientOptions extends Pick<OpenOptions, 'home' | 'waitForOwnerMs' | 'outside'> {
  /** Called once if the wait for the owner gets long. */
  waits?(problem: Message): void
  /** Ends the wait. */
  signal?: AbortSignal
}

export async function openPatiently({
  home,
  outside,
  waitForOwnerMs = 0,
  waits,
  signal,
}: PatientOptions): Promise<OpenResult> {
  const opened = await openLedger({ home, outside, waitForOwnerMs: Math.min(waitForOwnerMs, SILENT_WAIT_MS) }, signal)
  const isOwned = !opened.ok && opened.problem.code === 'OWNED'
  if (!isOwned || waitForOwnerMs <= SILENT_WAIT_MS) return opened
  waits?.(opened.problem.message)
  return openLedger({ home, outside, waitForOwnerMs: waitForOwnerMs - SILENT_WAIT_MS }, signal)
}

/** The thread gets neither flags nor variables of this process, because some of Electron's would stop it. */
function startWorker(): Worker {
  const file = import.meta.url.endsWith('.ts') ? './worker.ts' : './ledger-worker.js'
  // Without a limit, V8's space for new values grows and stays.
  const resourceLimits = { maxYoungGenerationSizeMb: 2 }
  return new Worker(new URL(file, import.meta.url), { execArgv: [], env: {}, name: 'ledger', resourceLimits })
}

/** Every promise rejects with a LedgerError only; nothing is recorded then. */
export type Ledger = ReturnType<typeof makeLedger>

function makeLedger({ ask, end }: ReturnType<typeof connect>) {
  let closing: Promise<void> | null = null

  async function close(): Promise<void> {
    try {
      await ask('close')
    } catch (error) {
      if (!isLedgerError(error)) throw error // A thread that is gone is closed, and what it acknowledged is safe.
    }
    await end()
  }

  return {
    /** Appends all or nothing, in the order of the calls. Resolves once it is on the disk. */
    async append(facts: readonly NewFact[], texts: readonly string[] = []): Promise<Fact[]> {
      if (facts.length === 0 && texts.length === 0) return []
      const drafts = facts.map(toDraft)
      const { firstSeq, at } = await ask('append', { drafts, texts: [...texts] })
      return drafts.map((draft, n) => toFact(draft, firstSeq + n, at))
    },
    /** `chat: null` asks for facts outside any chat. */
    read: async (query: ReadQuery = {}) => parseFacts(await ask('read', query)),
    /** Newest first. Every word must match the beginning of a word. */
    search: async (query: SearchQuery) => parseFacts(await ask('search', query)),
    findCalls: (query: CallQuery) => ask('findCalls', query),
    readSummaries: () => ask('readSummaries'),
    readText: (sha256: string) => ask('readText', sha256),
    /** The records that tools store, separate from the facts. */
    records: (request: RecordRequest) => ask('records', request),
    verify: () => ask('verify'),
    /** Recomputes the summaries and returns how many were wrong. */
    repair: () => ask('repair'),
    /** Finishes what was requested before. Does not reject. */
    close() {
      closing ??= close()
      return closing
    },
  }
}

/**
 * Copies the record of `home` to a file whose path starts with `stem`, in its own thread. Rejects with a LedgerError
 * only.
 */
export const backUp = (home: string, stem: string) => askAlone('backUp', home, stem)

/** Checks `backup` and prepares it to replace the record at the next start. Rejects with a LedgerError only. */
export const stageRestore = (home: string, backup: string) => askAlone('stageRestore', home, backup)

/** Of a thread that ends with its answer. */
const askAlone: Ask = (call, ...input) => {
  const { ask, end } = connect(startWorker())
  return ask(call, ...input).finally(end)
}

/** A record that is owned and does not change. Every promise rejects with a LedgerError only. */
export type StillRecord = Awaited<ReturnType<typeof holdStill>>

/** In its own thread, because SQLite's locks belong to one. */
export async function holdStill(home: string, waitForOwnerMs: number) {
  const { ask, end } = connect(startWorker())
  try {
    await ask('standStill', home, waitForOwnerMs)
  } catch (error) {
    await end()
    throw error
  }
  return {
    verifyCopy: (database: string) => ask('verifyCopy', database),
    release: () => ask('close').then(end),
  }
}
