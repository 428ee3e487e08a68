import { isNameWindowsBends } from '#main/formats/names'
import { quote } from '#main/formats/place'
import { hasUnseen, toVisible } from '#shared/visible'
import { refuse } from './refusal.ts'

export const MOST_ENTRIES = 2000
export const MOST_BYTES = 50 * 1024 * 1024
export const MOST_FILE_BYTES = 10 * 1024 * 1024
export const DEEPEST = 8
const LONGEST_NAME_BYTES = 255
const MIB = 1024 * 1024

/** Takes a source entry by entry, whatever kind of source it is, and throws a `Refusal` at the first that may not be. */
export interface Intake {
  file(path: string, bytes: number): void
  folder(path: string): void
}

interface Seen {
  path: string
  kind: 'file' | 'folder'
  isListed: boolean
}

export function makeIntake(): Intake {
  /** With the folders that only a path tells of. */
  const seen = new Map<string, Seen>()
  let total = 0

  function take(path: string, kind: Seen['kind']): void {
    checkPath(path)
    const names = path.split('/')
    if (names.length - (kind === 'file' ? 1 : 0) > DEEPEST) {
      limit(path, `Folders may be nested ${DEEPEST} deep; this lies deeper.`, 'Move it further up.')
    }
    for (let depth = 1; depth < names.length; depth++) note(names.slice(0, depth).join('/'), 'folder', false)
    note(path, kind, true)
  }

  function note(path: string, kind: Seen['kind'], isListed: boolean): void {
    const key = foldName(path)
    const other = seen.get(key)
    if (other === undefined) {
      if (seen.size === MOST_ENTRIES) refuseCount(path)
      seen.set(key, { path, kind, isListed })
      return
    }
    if (other.path !== path) {
      const why = `Its name differs from ${quote(other.path)} only in capitals or in how accents are written.`
      refuseName(path, why, 'Rename one of the two.')
    }
    const isTwice = other.kind === 'file' || kind === 'file' || (other.isListed && isListed)
    if (isTwice) refuseName(path, 'The name is there twice.', 'Keep one of the two.')
    other.isListed ||= isListed
  }

  return {
    file: (path, bytes) => {
      take(path, 'file')
      if (bytes > MOST_FILE_BYTES) {
        limit(path, `A file may have ${MOST_FILE_BYTES / MIB} MiB; this one has ${bytes} bytes.`, 'Leave it out.')
      }
      total += bytes
      if (total > MOST_BYTES) {
        limit(path, `All files together may have ${MOST_BYTES / MIB} MiB; with this one they have more.`, KEEP_LESS)
      }
    },
    folder: (path) => take(path, 'folder'),
  }
}

const KEEP_LESS = 'Keep only what belongs to the skill.'

export function refuseCount(path: string): never {
  return limit(path, `There are more than ${MOST_ENTRIES} files and folders.`, KEEP_LESS)
}

/** What file systems that ignore capitals, or how accents are stored, take for one name. */
export function foldName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

/** Never part of a skill, and in a repository often larger than all the rest. */
export function isLeftOut(path: string): boolean {
  return path.split('/').some((name) => foldName(name) === '.git')
}

function checkPath(path: string): void {
  if (path.includes('\uFFFD') || !path.isWellFormed()) {
    refuse('ARCHIVE_FORMAT', toShown(path), 'The name is not UTF-8.', 'Rename it.')
  }
  if (path.includes('\\')) refuseName(path, 'A name may not hold a backslash.', 'Use / between folders.')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) {
    refuseName(path, 'The path is absolute and would lead out of the skill.', 'Use paths within the skill.')
  }
  for (const name of path.split('/')) checkName(path, name)
}

function checkName(path: string, name: string): void {
  if (name === '..' || name === '.') {
    refuseName(path, `The path has a part ${quote(name)}, which leads elsewhere.`, 'Use plain paths within the skill.')
  }
  if (name === '') refuseName(path, 'A part of the path is empty.', 'Use plain paths within the skill.')
  if (hasUnseen(name)) refuseName(path, 'The name holds characters that cannot be seen.', 'Rename it.')
  if (/[<>:"|?*]/.test(name)) {
    refuseName(path, 'The name holds one of < > : " | ? *, which mean something else on Windows.', 'Rename it.')
  }
  if (isNameWindowsBends(name)) {
    const why = 'Windows has the name for a device, or cuts the dot or space at its end.'
    refuseName(path, why, 'Rename it.')
  }
  if (Buffer.byteLength(name) > LONGEST_NAME_BYTES) {
    refuseName(path, `A name may have ${LONGEST_NAME_BYTES} bytes; this one has more.`, 'Shorten it.')
  }
}

function refuseName(path: string, message: string, remedy: string): never {
  return refuse('ARCHIVE_ENTRY', toShown(path), message, remedy)
}

function limit(path: string, message: string, remedy: string): never {
  return refuse('ARCHIVE_LIMIT', toShown(path), message, remedy)
}

const LONGEST_SHOWN = 400

/** A text of a stranger, safe to stand in a line of ours. */
export function toShown(text: string): string {
  const { text: visible } = toVisible(text)
  return visible.length > LONGEST_SHOWN ? `${visible.slice(0, LONGEST_SHOWN)}…` : visible
}
