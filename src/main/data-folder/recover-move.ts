import { existsSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { MissingPlace } from '#main/electron/missing-place'
import { syncToDisk } from '#main/ledger/home'
import { readNote, removeNote, writeWhole } from '#main/ledger/moving'
import { holdStill } from '#main/ledger/open-ledger'
import { isLedgerError } from '#main/ledger/problems'
import { withRemedy } from '#shared/messages/diagnostic'
import { type FoundPlace, holdsRecord, type Place, type Pointer } from './home.ts'
import { isCommitted, undoMove } from './move-data.ts'

/**
 * Runs before anything is opened. Undoes an interrupted move; after a completed one, renames the old folder. If it is
 * interrupted itself, the next start continues.
 */
export async function recoverMove({ home, pointer, pointerFile }: FoundPlace): Promise<Pointer | null> {
  const note = readNote(home)
  if (note?.role === 'new' && isCommitted(note)) removeNote(home)
  if (note?.role === 'old' && !isCommitted(note)) await undoAlone(home)
  if (pointer?.home !== home || pointer.kept !== undefined) return pointer
  try {
    return putAside(pointer, pointerFile)
  } catch (error) {
    // Such as a full disk there. The new folder can be used, and the next start tries again.
    console.error(error)
    return pointer
  }
}

/** The folder's owner is moving it right now. */
async function undoAlone(home: string): Promise<void> {
  try {
    const still = await holdStill(home, 0)
    const note = readNote(home)
    if (note?.role === 'old' && !isCommitted(note)) await undoMove(note)
    await still.release()
  } catch (error) {
    if (!isLedgerError(error)) throw error
    // Opening the record will fail in the same way and report it.
  }
}

function putAside(pointer: Pointer, pointerFile: string): Pointer {
  const aside = nameAside(pointer)
  if (readNote(pointer.from)?.id === pointer.id && !existsSync(aside)) rename(pointer.from, aside)
  const kept = [aside, pointer.from].find((folder) => readNote(folder)?.id === pointer.id)
  if (kept === undefined) return pointer
  const settled = { ...pointer, kept }
  writeWhole(pointerFile, settled)
  // Under its new name it is an ordinary folder that can be opened.
  if (kept === aside) removeNote(aside)
  return settled
}

function rename(from: string, aside: string): void {
  try {
    renameSync(from, aside)
    syncToDisk(dirname(aside))
  } catch (error) {
    // It keeps its old name, for instance because it is a mount point; Settings say that it is no longer used.
    console.error(`${from} cannot be renamed to ${aside}: ${(error as Error).message}`)
  }
}

/** Always the same name, so that an interrupted start finds what it renamed. */
const nameAside = ({ from, at }: Pointer): string => `${from}-moved-${at.slice(0, 19).replace(/[:.]/g, '-')}`

export function findKept(pointer: Pointer | null, home: string): string | null {
  const kept = pointer?.home === home ? pointer.kept : undefined
  return kept !== undefined && existsSync(kept) ? kept : null
}

/** What can be used while the new folder is missing. */
export function describeMissing(missing: Extract<Place, { ok: false }>): MissingPlace {
  const { pointer, standard, message, remedy } = missing
  const kept = pointer?.kept !== undefined && holdsRecord(pointer.kept) ? pointer.kept : null
  return {
    ...{ problem: withRemedy({ message, remedy }), home: pointer?.home ?? null, at: pointer?.at ?? '' },
    instead: { folder: kept ?? standard, isEmpty: kept === null && !holdsRecord(standard) },
  }
}

/** The person wants to open this folder although its data was moved. */
export function useInstead(folder: string): void {
  const note = readNote(folder)
  if (note?.role === 'old' && isCommitted(note)) removeNote(folder)
}
