import { join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { parseFacts, toDraft } from '#main/ledger/fact-json'
import type { OpenOptions, ReadQuery, Verification } from '#main/ledger/messages'
import { type Ledger, type OpenResult, openLedger } from '#main/ledger/open-ledger'
import { type OpenStore, openHome } from '#main/ledger/open-store'
import type { LedgerProblem } from '#main/ledger/problems'
import { verify } from '#main/ledger/verify'
import type { Fact, NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'

type Opened = Extract<OpenResult, { ok: true }>

/** Opens a ledger that must open, and closes it with the test. */
export async function openForTest(options: OpenOptions): Promise<Opened> {
  const opened = await openLedger(options)
  if (!opened.ok) throw new Error(`${opened.problem.code}: ${textOf(opened.problem.message)}`)
  onTestFinished(() => opened.ledger.close())
  return opened
}

export async function openLedgerForTest(home: string): Promise<Ledger> {
  return (await openForTest({ home })).ledger
}

/** Opens a ledger on this thread, without its worker: for tests that open many. */
export async function openHere(home: string, readOnly = false): Promise<HereLedger> {
  const open = await openHome({ home, waitForOwnerMs: 0, readOnly })
  let isOpen = true
  const close = () => {
    if (isOpen) open.close()
    isOpen = false
  }
  onTestFinished(close)
  return {
    ...open,
    close,
    append: (facts, texts = []) => {
      open.store.append([{ at: new Date().toISOString(), drafts: facts.map(toDraft), texts }])
    },
    read: (query = {}) => parseFacts(open.store.read(query)),
    verify: () => verify(open.db, async () => {}),
  }
}

export interface HereLedger extends OpenStore {
  append(facts: NewFact[], texts?: string[]): void
  read(query?: ReadQuery): Fact[]
  verify(): Promise<Verification>
}

/** Opens a ledger that must not open. */
export async function openInVain(options: OpenOptions): Promise<LedgerProblem> {
  const opened = await openLedger(options)
  if (!opened.ok) return opened.problem
  await opened.ledger.close()
  throw new Error('It opened all the same.')
}

/** Changes the database of a closed ledger behind its back. */
export function tamper(home: string, ...sql: string[]): void {
  const db = new Database(join(home, 'skillet.db'))
  try {
    for (const one of sql) db.exec(one)
  } finally {
    db.close()
  }
}

/** Makes the facts and texts of a database changeable until `hideTampering`. */
export const DROP_GUARDS = ['facts_never_change', 'facts_never_go', 'texts_never_change', 'texts_never_go']
  .map((trigger) => `DROP TRIGGER ${trigger};`)
  .join(' ')
