import { setImmediate as pause } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import type { RecordRequest } from '#shared/records'
import { copyRecord } from './backup.ts'
import { openCallFinder } from './find-calls.ts'
import { doubt, filesOf } from './home.ts'
import type { CallQuery, Draft, OpenOptions, ReadQuery, Reply, SearchQuery } from './messages.ts'
import { type OpenStore, openHome } from './open-store.ts'
import { type Ownership, standStill } from './owner.ts'
import { CLOSED, isDamage, makeLedgerError, problemOf, READ_ONLY } from './problems.ts'
import { changesRecords, openRecords } from './records.ts'
import { stageRestore, verifyCopy } from './restore.ts'
import type { Entry } from './store.ts'
import { readSummaries, rebuildSummaries } from './summaries.ts'
import { verify } from './verify.ts'
import { readOutside, readWitness } from './witness.ts'

/** Limits how long one shared commit takes. */
const MAX_ENTRIES = 500
const MAX_CHARACTERS = 8 * 1024 * 1024

interface Opened extends OpenStore {
  findCalls: ReturnType<typeof openCallFinder>
  records?: ReturnType<typeof openRecords>
}

let home = ''
let open: Opened | null = null
let isReadOnly = false
let outside: string | null = null
let still: Ownership | null = null

function current(): Opened {
  if (!open) throw makeLedgerError(CLOSED)
  return open
}

async function rest(): Promise<void> {
  await pause()
  current()
}

interface Waiting extends Entry {
  settled: PromiseWithResolvers<{ firstSeq: number; at: string }>
}

let waiting: Waiting[] = []
let characters = 0

function commitWaiting(): void {
  const entries = waiting
  waiting = []
  characters = 0
  if (entries.length > 0) commit(entries)
}

/** An append that fails does not take its neighbours with it. */
function commit(entries: Waiting[]): void {
  try {
    if (isReadOnly) throw makeLedgerError(READ_ONLY)
    const firsts = current().store.append(entries)
    for (const [n, { settled, at }] of entries.entries()) settled.resolve({ firstSeq: firsts[n] ?? 0, at })
  } catch (error) {
    if (entries.length > 1) for (const entry of entries) commit([entry])
    else entries[0]?.settled.reject(error)
  }
}

/** What other threads may ask. Facts cross as one JSON text, which is the cheapest way for many. */
const calls = {
  async open(options: OpenOptions) {
    home = options.home
    isReadOnly = options.readOnly ?? false
    outside = options.outside ?? null
    const opened = await openHome(options)
    open = { ...opened, findCalls: openCallFinder(opened.db) }
    const { salvaged, interrupted, restored } = opened
    return { interrupted, ...(salvaged && { salvaged }), ...(restored && { restored }) }
  },
  /** Appends that arrive during a commit share the next one. */
  append({ drafts, texts }: { drafts: Draft[]; texts: string[] }) {
    const settled = Promise.withResolvers<{ firstSeq: number; at: string }>()
    if (waiting.length === 0) setImmediate(commitWaiting)
    waiting.push({ at: new Date().toISOString(), drafts, texts, settled })
    for (const one of drafts) characters += one.body.length
    for (const one of texts) characters += one.length
    if (waiting.length >= MAX_ENTRIES || characters >= MAX_CHARACTERS) commitWaiting()
    return settled.promise
  },
  read: (query: ReadQuery) => current().store.read(query),
  search: (query: SearchQuery) => current().store.search(query),
  findCalls: (query: CallQuery) => current().findCalls(query),
  readSummaries: () => readSummaries(current().db),
  readText: (sha256: string) => current().store.readText(sha256),
  records(request: RecordRequest) {
    if (isReadOnly && (changesRecords(request) || request.do === 'embed')) throw makeLedgerError(READ_ONLY)
    const opened = current()
    opened.records ??= openRecords(opened.db)
    return opened.records.answer(request)
  },
  async verify() {
    // Read before the record, so that it is never ahead of it.
    const { database, witness } = filesOf(home)
    const noted = Math.max(readWitness(witness), readOutside(database, outside))
    const verified = await verify(current().db, rest, noted)
    if (!verified.ok && !isReadOnly) doubt(home)
    return verified
  },
  repair: () => (isReadOnly ? 0 : rebuildSummaries(current().db, rest)),
  close() {
    open?.close()
    open = null
    still?.release()
    still = null
  },
  /** These work without an open record. */
  backUp(from: string, stem: string) {
    home = from
    return copyRecord(home, stem)
  },
  stageRestore(into: string, backup: string) {
    home = into
    return stageRestore(home, backup)
  },
  /** Owned but not open until `close`; meanwhile a copy of it can be verified. */
  async standStill(at: string, waitForOwnerMs: number) {
    home = at
    still = await standStill(home, waitForOwnerMs)
  },
  verifyCopy,
}

export type WorkerCalls = typeof calls

async function take({ id, call, input }: { id: number; call: keyof WorkerCalls; input: unknown[] }): Promise<void> {
  if (call !== 'append') commitWaiting()
  const reply = (given: Reply) => parentPort?.postMessage({ id, ...given })
  try {
    reply({ ok: true, value: await (calls[call] as (...input: unknown[]) => unknown)(...input) })
  } catch (error) {
    if (home !== '' && !isReadOnly && isDamage(error)) doubt(home)
    reply({ ok: false, problem: problemOf(error, home) })
  }
}

parentPort?.on('message', take)
