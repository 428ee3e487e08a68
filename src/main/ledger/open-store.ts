import { existsSync, mkdirSync, renameSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { MessageAdded, NewFact } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import { fillGaps, hasGap } from './call-index.ts'
import { toDraft } from './fact-json.ts'
import { examine } from './health.ts'
import { endDoubt, filesOf, noteClosed, replaceRecord, syncToDisk, takeClosedNote } from './home.ts'
import type { OpenOptions, Restored, Salvaged } from './messages.ts'
import { CURRENT_VERSION, createDatabase, migrate, openForReading, openForWriting, versionOf } from './migrations.ts'
import { refuseMoving } from './moving.ts'
import { claim, type Ownership } from './owner.ts'
import { type LedgerProblem, makeLedgerError, makeProblem, problemOf } from './problems.ts'
import { placeRestored } from './restore.ts'
import { rescue, resumeRescue } from './salvage.ts'
import { openStore, prepareHead, type Store } from './store.ts'
import { areSummed, rebuildSummaries } from './summaries.ts'
import { joinWitnesses, openOutside, openWitness, readOutside, readWitness, type Witness } from './witness.ts'

export interface OpenStore {
  db: Database
  store: Store
  salvaged?: Salvaged
  restored?: Restored
  /** Runs that the last owner did not finish. */
  interrupted: string[]
  close(): void
}

/** Throws a LedgerError for everything that a person can fix. */
export async function openHome({
  home,
  waitForOwnerMs = 0,
  readOnly,
  outside = null,
}: OpenOptions): Promise<OpenStore> {
  if (readOnly) return openReader(home)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const claimed = await claim(home, waitForOwnerMs)
  if (!claimed.ok) throw makeLedgerError(describeOwner(home, claimed.pid))
  const { ownership } = claimed
  let db: Database | null = null
  let witness: Witness | null = null
  try {
    refuseMoving(home, false)
    const restored = placeRestored(home)
    const salvaged = makeSound(home, restored ? null : outside)
    db = openForWriting(filesOf(home).database)
    migrate(db)
    // An older record lacks what newer versions look up.
    fillGaps(db)
    if (!areSummed(db)) await rebuildSummaries(db, async () => undefined)
    const endings = endUnfinished(db)
    const drafts = endings.map(toDraft)
    if (drafts.length > 0) openStore(db).append([{ at: new Date().toISOString(), drafts, texts: [] }])
    witness = joinWitnesses(openWitness(filesOf(home).witness), openOutside(db, outside))
    witness.note(prepareHead(db).get()?.seq ?? 0)
    const store = openStore(db, witness)
    const interrupted = endings.flatMap((fact) => (fact.type === 'run.interrupted' ? [fact.run] : []))
    return {
      ...{ db, store, interrupted, close: () => closeAll(db, witness, ownership, home) },
      ...(salvaged && { salvaged }),
      ...(restored && { restored }),
    }
  } catch (error) {
    closeAll(db, witness, ownership)
    throw error
  }
}

function closeAll(db: Database | null, witness: Witness | null, ownership: Ownership, home?: string): void {
  try {
    db?.close()
    witness?.close()
    if (home !== undefined) noteClosed(home)
  } finally {
    ownership.release()
  }
}

function makeSound(home: string, outside: string | null): Salvaged | null {
  const { database, log, witness, unborn } = filesOf(home)
  const resumed = resumeRescue(home)
  const noted = Math.max(readWitness(witness), readOutside(database, outside))
  const isAsLeft = takeClosedNote(home)
  if (!existsSync(database)) {
    if (noted > 0 || existsSync(log)) return replaceDamaged(home, message('database-gone'), noted)
    createDatabase(unborn).close()
    renameSync(unborn, database)
    syncToDisk(home)
    return null
  }
  const health = examine(database, noted, isAsLeft)
  if (health.kind === 'damaged') return replaceDamaged(home, health.reason, noted)
  if (health.kind === 'newer') throw makeLedgerError(describeNewer(database, health.version))
  if (!isAsLeft) endDoubt(home)
  return resumed
}

function replaceDamaged(home: string, reason: Message | string, noted: number): Salvaged {
  const { database, rescued } = filesOf(home)
  const salvaged = rescue(home, reason, new Date(), noted)
  try {
    replaceRecord(home, rescued, salvaged.movedTo)
  } catch (error) {
    const { code, message: problem } = problemOf(error, home)
    if (code === 'DISK_FULL') throw error
    throw makeLedgerError(
      makeProblem('DAMAGED', 'record-cannot-be-set-aside', 'move-record-yourself', { file: database, reason, problem }),
    )
  }
  return salvaged
}

function openReader(home: string): OpenStore {
  refuseMoving(home, true)
  const { database } = filesOf(home)
  if (!existsSync(database)) {
    throw makeLedgerError(makeProblem('NO_LEDGER', 'no-record-yet', 'start-or-name-data-folder', { folder: home }))
  }
  const db = openForReading(database)
  try {
    const version = versionOf(db)
    if (version > CURRENT_VERSION) throw makeLedgerError(describeNewer(database, version))
    if (version < CURRENT_VERSION || hasGap(db) || !areSummed(db)) {
      throw makeLedgerError(
        makeProblem('OLDER_VERSION', 'record-is-older', 'start-to-update-record', {
          file: database,
          version,
          current: CURRENT_VERSION,
        }),
      )
    }
    return { db, store: openStore(db), interrupted: [], close: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

function describeNewer(database: string, version: number) {
  return makeProblem('NEWER_VERSION', 'newer-skillet-wrote-record', 'use-newer-skillet', {
    file: database,
    version,
    current: CURRENT_VERSION,
  })
}

function describeOwner(folder: string, pid: number | null): LedgerProblem {
  if (pid === null) return makeProblem('OWNED', 'data-in-use', 'use-open-window', { folder })
  return { ...makeProblem('OWNED', 'data-in-use-by', 'use-open-window', { folder, pid }), owner: { pid } }
}

const CUT_OFF = message('ended-before-answer')

interface Unfinished {
  kind: 'call' | 'run' | 'turn'
  chat: string | null
  call: string
  run: string
  turn: string
}

// Trusts only what the facts themselves say, not the list beside them.
const LEFT = `SELECT kind, chat, call, run, turn FROM unfinished JOIN facts USING (seq)
  WHERE name = CASE kind WHEN 'call' THEN call WHEN 'run' THEN run ELSE turn END ORDER BY kind, seq`

interface Written {
  text: unknown
  thinking: unknown
}

const WRITTEN = `
  SELECT json_extract(body, '$.text') AS text, json_extract(body, '$.thinking') AS thinking
  FROM facts INDEXED BY facts_by_turn
  WHERE turn = @turn AND type = 'answer.written' AND seq > coalesce((
    SELECT seq FROM facts INDEXED BY facts_by_chat
      WHERE chat = @chat AND type = 'message.added' ORDER BY seq DESC LIMIT 1
  ), 0) ORDER BY seq`

/**
 * Facts that close what the last owner left open: calls and runs first, then their turns, each after the text written
 * so far.
 */
function endUnfinished(db: Database): NewFact[] {
  const written = db.prepare<[Unfinished], Written>(WRITTEN)
  const endOne = (unfinished: Unfinished): NewFact[] => {
    const answer = unfinished.kind === 'turn' ? toAnswer(unfinished, written.all(unfinished)) : null
    return [...(answer ? [answer] : []), toEnd(unfinished)]
  }
  return db.prepare<[], Unfinished>(LEFT).all().flatMap(endOne)
}

function toAnswer({ chat }: Unfinished, written: readonly Written[]): NewFact | null {
  const join = (name: keyof Written) =>
    written.map((part) => (typeof part[name] === 'string' ? part[name] : '')).join('')
  const [content, thinking] = [join('text'), join('thinking')]
  if (!content && !thinking) return null
  const message: MessageAdded = { type: 'message.added', role: 'assistant', content, ...(thinking && { thinking }) }
  return { ...message, chat }
}

function toEnd({ kind, chat, call, run, turn }: Unfinished): NewFact {
  if (kind === 'run') return { type: 'run.interrupted', chat, call, run }
  if (kind === 'call') {
    return { type: 'call.refused', chat, call, code: 'NOT_ANSWERED', message: CUT_OFF, isInterrupted: true }
  }
  const stats = { rounds: 0, calls: 0, promptTokens: 0, outputTokens: 0, ms: 0 }
  return { type: 'turn.finished', chat, turn, reason: 'interrupted', stats }
}
