import { isNameWindowsBends } from '#main/formats/names'
import { quote } from '#main/formats/place'
import { type Message, message } from '#shared/messages/message'
import { hasUnseen, toVisible } from '#shared/visible'
import { refuse } from './refusal.ts'

export const MOST_ENTRIES = 2000
export const MOST_BYTES = 50 * 1024 * 1024
export const MOST_FILE_BYTES = 10 * 1024 * 1024
export const DEEPEST = 8
const LONGEST_NAME_BYTES = 255
const MIB = 1024 * 1024

/** Accepts a source entry by entry and throws a `Refusal` at the first one that is not allowed. */
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
  /** Includes folders that only appear inside a path. */
  const seen = new Map<string, Seen>()
  let total = 0

  function take(path: string, kind: Seen['kind']): void {
    checkPath(path)
    const names = path.split('/')
    if (names.length - (kind === 'file' ? 1 : 0) > DEEPEST) {
      limit(path, message('too-deeply-nested', { deepest: DEEPEST }), message('move-up'))
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
      const why = message('names-differ-in-case', { other: quote(other.path) })
      refuseName(path, why, message('rename-one'))
    }
    const isTwice = other.kind === 'file' || kind === 'file' || (other.isListed && isListed)
    if (isTwice) refuseName(path, message('name-twice'), message('keep-one-of-two'))
    other.isListed ||= isListed
  }

  return {
    file: (path, bytes) => {
      take(path, 'file')
      if (bytes > MOST_FILE_BYTES) {
        limit(path, message('file-over-limit', { most: MOST_FILE_BYTES / MIB, bytes }), message('leave-it-out'))
      }
      total += bytes
      if (total > MOST_BYTES) {
        limit(path, message('files-over-limit', { most: MOST_BYTES / MIB }), KEEP_LESS)
      }
    },
    folder: (path) => take(path, 'folder'),
  }
}

const KEEP_LESS = message('keep-only-needed')

export function refuseCount(path: string): never {
  return limit(path, message('too-many-files', { most: MOST_ENTRIES }), KEEP_LESS)
}

/** The form that file systems use if they ignore case or the encoding of accents. */
export function foldName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

/** Never part of a skill, and often larger than the rest of a repository. */
export function isLeftOut(path: string): boolean {
  return path.split('/').some((name) => foldName(name) === '.git')
}

function checkPath(path: string): void {
  if (path.includes('\uFFFD') || !path.isWellFormed()) {
    refuse('ARCHIVE_FORMAT', toShown(path), message('entry-name-not-utf8'), message('rename-it'))
  }
  if (path.includes('\\')) refuseName(path, message('name-has-backslash'), message('use-slashes'))
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) {
    refuseName(path, message('path-absolute'), message('use-inner-paths'))
  }
  for (const name of path.split('/')) checkName(path, name)
}

function checkName(path: string, name: string): void {
  if (name === '..' || name === '.') {
    refuseName(path, message('path-part-leads-away', { part: quote(name) }), message('use-plain-paths'))
  }
  if (name === '') refuseName(path, message('path-part-empty'), message('use-plain-paths'))
  if (hasUnseen(name)) refuseName(path, message('name-has-invisible'), message('rename-it'))
  if (/[<>:"|?*]/.test(name)) {
    refuseName(path, message('name-has-windows-signs'), message('rename-it'))
  }
  if (isNameWindowsBends(name)) {
    const why = message('entry-name-bad-on-windows')
    refuseName(path, why, message('rename-it'))
  }
  if (Buffer.byteLength(name) > LONGEST_NAME_BYTES) {
    refuseName(path, message('name-too-long', { most: LONGEST_NAME_BYTES }), message('shorten-name'))
  }
}

function refuseName(path: string, problem: Message, remedy: Message): never {
  return refuse('ARCHIVE_ENTRY', toShown(path), problem, remedy)
}

function limit(path: string, problem: Message, remedy: Message): never {
  return refuse('ARCHIVE_LIMIT', toShown(path), problem, remedy)
}

const LONGEST_SHOWN = 400

/** Makes a stranger's text safe for a line of ours. */
export function toShown(text: string): string {
  const { text: visible } = toVisible(text)
  return visible.length > LONGEST_SHOWN ? `${visible.slice(0, LONGEST_SHOWN)}…` : visible
}
