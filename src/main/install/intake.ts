import { isNameWindowsBends } from '#main/formats/names'
import { quote } from '#main/formats/place'
import { hasUnseen } from '#shared/visible'
import { refuse, refuseAs } from './refusal.ts'

export const MOST_ENTRIES = 2000
export const MOST_BYTES = 50 * 1024 * 1024
export const MOST_FILE_BYTES = 10 * 1024 * 1024
export const DEEPEST = 8
const LONGEST_NAME_BYTES = 255
const MIB = 1024 * 1024

export type Intake = ReturnType<typeof makeIntake>

interface Seen {
  path: string
  kind: 'file' | 'folder'
  isListed: boolean
}

/** Accepts a source entry by entry and throws a `Refusal` at the first one that is not allowed. */
export function makeIntake() {
  /** Includes folders that only appear inside a path. */
  const seen = new Map<string, Seen>()
  let total = 0

  function take(path: string, kind: Seen['kind']): void {
    checkPath(path)
    const names = path.split('/')
    if (names.length - (kind === 'file' ? 1 : 0) > DEEPEST) {
      limit(path, 'too-deeply-nested', 'move-up', { deepest: DEEPEST })
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
    if (other.path !== path) refuseName(path, 'names-differ-in-case', 'rename-one', { other: quote(other.path) })
    const isTwice = other.kind === 'file' || kind === 'file' || (other.isListed && isListed)
    if (isTwice) refuseName(path, 'name-twice', 'keep-one-of-two')
    other.isListed ||= isListed
  }

  return {
    file: (path: string, bytes: number): void => {
      take(path, 'file')
      if (bytes > MOST_FILE_BYTES) {
        limit(path, 'file-over-limit', 'leave-it-out', { most: MOST_FILE_BYTES / MIB, bytes })
      }
      total += bytes
      if (total > MOST_BYTES) limit(path, 'files-over-limit', KEEP_LESS, { most: MOST_BYTES / MIB })
    },
    folder: (path: string): void => take(path, 'folder'),
  }
}

const KEEP_LESS = 'keep-only-needed'

export function refuseCount(path: string): never {
  return limit(path, 'too-many-files', KEEP_LESS, { most: MOST_ENTRIES })
}

/** The form that file systems use if they ignore case or the encoding of accents. */
export const foldName = (name: string): string => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/** Never part of a skill, and often larger than the rest of a repository. */
export const isLeftOut = (path: string): boolean => path.split('/').some((name) => foldName(name) === '.git')

function checkPath(path: string): void {
  if (path.includes('\uFFFD') || !path.isWellFormed()) {
    refuse('ARCHIVE_FORMAT', path, 'entry-name-not-utf8', 'rename-it')
  }
  if (path.includes('\\')) refuseName(path, 'name-has-backslash', 'use-slashes')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) refuseName(path, 'path-absolute', 'use-inner-paths')
  for (const name of path.split('/')) checkName(path, name)
}

function checkName(path: string, name: string): void {
  if (name === '..' || name === '.') refuseName(path, 'path-part-leads-away', 'use-plain-paths', { part: quote(name) })
  if (name === '') refuseName(path, 'path-part-empty', 'use-plain-paths')
  if (hasUnseen(name)) refuseName(path, 'name-has-invisible', 'rename-it')
  if (/[<>:"|?*]/.test(name)) refuseName(path, 'name-has-windows-signs', 'rename-it')
  if (isNameWindowsBends(name)) refuseName(path, 'entry-name-bad-on-windows', 'rename-it')
  if (Buffer.byteLength(name) > LONGEST_NAME_BYTES) {
    refuseName(path, 'name-too-long', 'shorten-name', { most: LONGEST_NAME_BYTES })
  }
}

const refuseName = refuseAs('ARCHIVE_ENTRY')
const limit = refuseAs('ARCHIVE_LIMIT')
