import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { MissingPlace } from '#main/electron/missing-place'
import { holdStill } from '#main/ledger/ask-alone'
import { syncToDisk } from '#main/ledger/home'
import { readNote, removeNote, writeWhole } from '#main/ledger/moving'
import { isLedgerError } from '#main/ledger/problems'
import { withRemedy } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import type { AppState } from '#shared/requests/requests'
import { type FoundPlace, holdsRecord, type Place, type Pointer } from './home.ts'
import { isCommitted, undoMove } from './move-data.ts'

/**
 * Before anything is opened: ends what a move began. One that was cut off is undone; after one that holds, the folder
 * the data came from gets a name that says so. Cut off itself, it does the rest the next time.
 */
export async function recoverMove({ home, pointer, pointerFile }: FoundPlace): Promise<Pointer | null> {
  const note = readNote(home)
  if (note?.role === 'new' && isCommitted(note)) removeNote(home)
  if (note?.role === 'old' && !isCommitted(note)) await undoAlone(home)
  return pointer?.home === home && pointer.kept === undefined ? putAside(pointer, pointerFile) : pointer
}

/** Whoever still owns the folder is moving it right now. */
async function undoAlone(home: string): Promise<void> {
  try {
    const still = await holdStill(home, 0)
    const note = readNote(home)
    if (note?.role === 'old' && !isCommitted(note)) await undoMove(note)
    await still.release()
  } catch (error) {
    if (!isLedgerError(error)) throw error
    // Opening the record meets the same, and says it.
  }
}

function putAside(pointer: Pointer, pointerFile: string): Pointer {
  const aside = nameAside(pointer)
  if (readNote(pointer.from)?.id === pointer.id && !existsSync(aside)) rename(pointer.from, aside)
  const kept = [aside, pointer.from].find((folder) => readNote(folder)?.id === pointer.id)
  if (kept === undefined) return pointer
  const settled = { ...pointer, kept }
  writeWhole(pointerFile, settled)
  // Under a name of its own it is a folder like any other, and can be named to be looked at.
  if (kept === aside) removeNote(aside)
  return settled
}

function rename(from: string, aside: string): void {
  try {
    renameSync(from, aside)
    syncToDisk(dirname(aside))
  } catch (error) {
    // It stays under its old name, as where a drive is mounted at it; the settings say that it is not used any more.
    console.error(`${from} cannot be renamed to ${aside}: ${(error as Error).message}`)
  }
}

/** The same each time it is asked for: a start that was cut off finds what it renamed. */
function nameAside({ from, at }: Pointer): string {
  return `${from}-moved-${at.slice(0, 19).replace(/[:.]/g, '-')}`
}

/** The old folder, as long as it is there. */
export function findKept(pointer: Pointer | null, home: string): string | null {
  const kept = pointer?.home === home ? pointer.kept : undefined
  return kept !== undefined && existsSync(kept) ? kept : null
}

/** Somebody who looks at the old data must not take them for the present ones. */
export function describePlace({ home, pointer }: FoundPlace): AppState['notices'] {
  if (!pointer || pointer.home === home || pointer.kept !== home) return []
  return [
    {
      severity: 'warning',
      message: message('using-old-data', { day: pointer.at.slice(0, 10), folder: pointer.home }),
      remedy: message('old-data-stays-here', { folder: pointer.home }),
    },
  ]
}

/** What can be used while the folder that the data were moved to is not there. */
export function describeMissing(missing: Extract<Place, { ok: false }>): MissingPlace {
  const { pointer, standard, message, remedy } = missing
  const kept = pointer?.kept !== undefined && holdsRecord(pointer.kept) ? pointer.kept : null
  return {
    ...{ problem: withRemedy({ message, remedy }), home: pointer?.home ?? null, at: pointer?.at ?? '' },
    instead: { folder: kept ?? standard, isEmpty: kept === null && !holdsRecord(standard) },
  }
}

/** The person wants this folder opened, though its data were moved. */
export function useInstead(folder: string): void {
  const note = readNote(folder)
  if (note?.role === 'old' && isCommitted(note)) removeNote(folder)
}
