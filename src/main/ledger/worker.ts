import { setImmediate as pause } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { copyRecord } from './backup.ts'
import { doubt } from './clean-close.ts'
import { openCallFinder } from './find-calls.ts'
import { fillCallsGap, fillSearchGap, hasGap } from './gaps.ts'
import { filesOf } from './home.ts'
import type {
  CallQuery,
  Draft,
  FoundCalls,
  OpenInput,
  Request,
  SearchQuery,
  Summaries,
  Verification,
} from './messages.ts'
import { type OpenStore, openHome } from './open-store.ts'
import type { Ownership } from './owner.ts'
import { CLOSED, isDamage, makeLedgerError, NOT_INDEXED, problemOf, READ_ONLY } from './problems.ts'
import { changesRecords, openRecords } from './records.ts'
import { stageRestore } from './restore.ts'
import { standStill, verifyCopy } from './stand-still.ts'
import type { Entry } from './store.ts'
import { areSummed, readSummaries, rebuildSummaries } from './summaries.ts'
import { verify } from './verify.ts'
import { readOutside, readWitness } from './witness.ts'

/** Limits how long one shared commit takes. */
const MAX_ENTRIES = 500
const MAX_CHARACTERS = 8 * 1024 * 1024

interface Waiting extends Entry {
  id: number
}

let home = ''
let open: OpenStore | null = null
let isReadOnly = false
let still: Ownership | null = null
let filling: Promise<void> | null = null
let outside: string | null = null
let summing: Promise<number> | null = null
let findCalls: ((query: CallQuery) => FoundCalls) | null = null
let records: ReturnType<typeof openRecords> | null = null
let waiting: Waiting[] = []
let characters = 0

function reply(id: number, value: unknown): void {
  parentPort?.postMessage({ id, ok: true, value })
}

function fail(id: number, error: unknown): void {
  if (home !== '' && !isReadOnly && isDamage(error)) doubt(home)
  parentPort?.postMessage({ id, ok: false, problem: problemOf(error, home) })
}

async function openNow(input: OpenInput): Promise<unknown> {
  home = input.home
  isReadOnly = input.readOnly
  outside = input.outside ?? null
  open = await openHome(input)
  const { salvaged, interrupted, restored } = open
  if (!isReadOnly) fillIndex().catch(() => undefined) // A search, which needs it, tries again and hears of it.
  return { interrupted, ...(salvaged && { salvaged }), ...(restored && { restored }) }
}

function current(): OpenStore {
  if (!open) throw makeLedgerError(CLOSED)
  return open
}

/** Appends that arrive during a commit share the next one. */
function queue(id: number, drafts: Draft[], texts: string[]): void {
  if (waiting.length === 0) setImmediate(commitWaiting)
  waiting.push({ id, at: new Date().toISOString(), drafts, texts })
  for (const one of drafts) characters += one.body.length
  for (const one of texts) characters += one.length
  if (waiting.length >= MAX_ENTRIES || characters >= MAX_CHARACTERS) commitWaiting()
}

function commitWaiting(): void {
  const entries = waiting
  waiting = []
  characters = 0
  if (entries.length === 0) return
  try {
    commit(entries)
  } catch (error) {
    if (entries.length > 1) entries.forEach(commitAlone)
    else for (const { id } of entries) fail(id, error)
  }
}

/** An append that fails must not take its neighbours with it. */
function commitAlone(entry: Waiting): void {
  try {
    commit([entry])
  } catch (error) {
    fail(entry.id, error)
  }
}

function commit(entries: Waiting[]): void {
  if (isReadOnly) throw makeLedgerError(READ_ONLY)
  const firsts = current().store.append(entries)
  entries.forEach(({ id, at }, n) => {
    reply(id, { firstSeq: firsts[n], at })
  })
}

async function rest(): Promise<void> {
  await pause()
  current()
}

async function verifyNow(): Promise<Verification> {
  // Read before the record, so that it is never ahead of it.
  const { database, witness } = filesOf(home)
  const noted = Math.max(readWitness(witness), readOutside(database, outside))
  const verified = await verify(current().db, rest, noted)
  if (!verified.ok && !isReadOnly) doubt(home)
  return verified
}

async function readSummariesNow(): Promise<Summaries> {
  if (!areSummed(current().db)) {
    if (isReadOnly) throw makeLedgerError(NOT_INDEXED)
    summing ??= rebuildSummaries(current().db, rest).finally(() => {
      summing = null
    })
    await summing
  }
  return readSummaries(current().db)
}

function fillIndex(): Promise<void> {
  filling ??= fillSearchGap(current().db, rest)
    .then(() => fillCallsGap(current().db, rest))
    .finally(() => {
      filling = null
    })
  return filling
}

async function searchNow(query: SearchQuery): Promise<string> {
  if (!isReadOnly) await fillIndex()
  else if (hasGap(current().db, 'search_gap')) throw makeLedgerError(NOT_INDEXED)
  return current().store.search(query)
}

async function findCallsNow(query: CallQuery): Promise<FoundCalls> {
  if (!isReadOnly) await fillIndex()
  else if (hasGap(current().db, 'calls_gap') || hasGap(current().db, 'search_gap')) throw makeLedgerError(NOT_INDEXED)
  findCalls ??= openCallFinder(current().db)
  return findCalls(query)
}

async function standStillNow(input: { home: string; waitForOwnerMs: number }): Promise<null> {
  home = input.home
  still = await standStill(home, input.waitForOwnerMs)
  return null
}

function close(): null {
  findCalls = null
  records = null
  open?.close()
  open = null
  still?.release()
  still = null
  return null
}

function answer(request: Exclude<Request, { call: 'append' }>): unknown {
  switch (request.call) {
    case 'open':
      return openNow(request.input)
    case 'read':
      return current().store.read(request.input)
    case 'search':
      return searchNow(request.input)
    case 'findCalls':
      return findCallsNow(request.input)
    case 'readSummaries':
      return readSummariesNow()
    case 'readText':
      return current().store.readText(request.input)
    case 'records':
      if (isReadOnly && (changesRecords(request.input) || request.input.do === 'embed'))
        throw makeLedgerError(READ_ONLY)
      records ??= openRecords(current().db)
      return records.answer(request.input)
    case 'verify':
      return verifyNow()
    case 'repair':
      return isReadOnly ? 0 : rebuildSummaries(current().db, rest)
    case 'backUp':
      home = request.input.home
      return copyRecord(request.input)
    case 'stageRestore':
      home = request.input.home
      return stageRestore(request.input)
    case 'standStill':
      return standStillNow(request.input)
    case 'verifyCopy':
      return verifyCopy(request.input)
    case 'close':
      return close()
  }
}

async function take(request: Request): Promise<void> {
  if (request.call === 'append') return queue(request.id, request.input.drafts, request.input.texts)
  commitWaiting()
  try {
    reply(request.id, await answer(request))
  } catch (error) {
    fail(request.id, error)
  }
}

parentPort?.on('message', take)
