import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isObject, type JsonObject, parseJson } from '#shared/json'
import { message } from '#shared/messages/message'
import { syncToDisk } from './home.ts'
import { makeLedgerError } from './problems.ts'

/** Exists in both folders during a move; nobody else writes to either until it is settled. */
export interface MoveNote {
  id: string
  role: 'old' | 'new'
  from: string
  to: string
  /** The pointer file. Once it names this move, the new folder counts. */
  pointer: string
  /** What the move creates in the new folder. */
  names: string[]
}

export const noteOf = (home: string): string => join(home, 'moving.json')

/** Null if there is no note. An unreadable note keeps the folder closed. */
export function readNote(home: string): MoveNote | null {
  const text = readIfThere(noteOf(home))
  if (text === null) return null
  const told = parseJson(text)
  const note: JsonObject = isObject(told) ? told : { to: home }
  const { id = '', role, from = '', to = '', pointer = '', names } = note
  return {
    ...{ id: String(id), role: role === 'old' ? 'old' : 'new', from: String(from), to: String(to) },
    ...{ pointer: String(pointer), names: Array.isArray(names) ? names.map(String) : [] },
  }
}

export function writeNote(home: string, note: MoveNote): void {
  writeWhole(noteOf(home), note)
}

export function removeNote(home: string): void {
  rmSync(noteOf(home), { force: true })
  syncToDisk(home)
}

/** Leaves the whole new file or the old one, even after a power cut. */
export function writeWhole(file: string, value: object): void {
  const made = `${file}.new`
  // A leftover of a killed writer, or a planted link: never write through it.
  rmSync(made, { force: true })
  const descriptor = openSync(made, 'wx', 0o600)
  try {
    writeSync(descriptor, JSON.stringify(value))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(made, file)
  syncToDisk(dirname(file))
}

export function refuseMoving(home: string, isReading: boolean): void {
  const note = readNote(home)
  if (!note || (isReading && note.role === 'old')) return
  const isCopy = note.role === 'new'
  throw makeLedgerError({
    code: 'MOVING',
    message: isCopy
      ? message('folder-has-unfinished-copy', { folder: home })
      : message('data-being-moved', { folder: home, target: note.to }),
    remedy: isCopy ? message('delete-or-name-other') : message('try-once-more'),
  })
}

export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR')
      return null
    throw error
  }
}
