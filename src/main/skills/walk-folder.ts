import { type Dirent, lstat } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { mostBytesOf } from '#main/formats/formats'
import { isNameWindowsBends } from '#main/formats/names'
import { placeIn, quote, type Reason, reasonOf, report, reportReason } from '#main/formats/place'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Message, message, type Text, toMessage } from '#shared/messages/message'
import { explainError, type Listing, listFolder } from './read-file.ts'

const statLink = promisify(lstat)

export const MOST_FILES = 2000
export const DEEPEST_FOLDER = 8

/** The files a skill may consist of, known by name before any is opened. */
export interface Walk {
  /** Regular files with forward slashes, sorted by name. */
  files: string[]
  /** Why the list is incomplete, so that no hash can vouch for the folder. */
  blocker: Diagnostic | null
}

interface Walking extends Walk {
  root: string
  diagnostics: Diagnostic[]
  entries: number
}

/** Walks a folder without following links; uses its listing if it is known. Never rejects. */
export async function walkFolder(root: string, diagnostics: Diagnostic[], known?: Listing): Promise<Walk> {
  const walking: Walking = { root, diagnostics, files: [], blocker: null, entries: 0 }
  const obstacle = known ? null : await findObstacle(root)
  if (obstacle) block(walking, '.', obstacle)
  else await walk(walking, '', 1, known)
  refuseAlike(walking)
  walking.files.sort(compareNames)
  return walking
}

/** The order for hashing: the same whatever Unicode form the file system stores. */
function compareNames(a: string, b: string): number {
  const [one, other] = [a.normalize('NFC'), b.normalize('NFC')]
  return one < other ? -1 : one > other ? 1 : 0
}

async function findObstacle(root: string): Promise<Reason | null> {
  try {
    const stats = await statLink(root)
    if (stats.isDirectory()) return null
    if (stats.isSymbolicLink()) return symlink('skill-folder-is-symlink')
    return unreadable(message('cannot-be-read', { problem: message('not-a-folder') }))
  } catch (error) {
    return unreadable(message('folder-cannot-be-read', { problem: explainError(error) }))
  }
}

async function walk(walking: Walking, folder: string, depth: number, known?: Listing): Promise<void> {
  if (depth > DEEPEST_FOLDER) {
    block(walking, folder, tooMany(message('folders-too-deep', { deepest: DEEPEST_FOLDER })))
    return
  }
  const listing = known ?? (await listFolder(join(walking.root, folder)))
  if (!listing.ok) {
    block(walking, folder || '.', unreadable(message('folder-cannot-be-read', { problem: listing.message })))
    return
  }
  const { entries } = listing
  walking.entries += entries.length
  if (walking.entries > MOST_FILES) {
    block(walking, folder || '.', tooMany(message('too-many-files', { most: MOST_FILES })))
    if (folder !== '') return
  }
  const folders: string[] = []
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    // A person is told about these even if the rest of a folder exceeds all limits.
    if (walking.entries > MOST_FILES && mostBytesOf(path) === null) continue
    if (!checkName(walking, path, entry.name)) continue
    const kind = await kindOf(walking, path, entry)
    if (kind === 'file') walking.files.push(path)
    else if (kind === 'folder') folders.push(path)
  }
  for (const path of folders) await walk(walking, path, depth + 1)
}

async function kindOf(walking: Walking, path: string, entry: Dirent): Promise<'file' | 'folder' | 'none'> {
  let seen: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'> = entry
  if (!entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink()) {
    // Some file systems report the type only for a single entry.
    try {
      seen = await statLink(join(walking.root, path))
    } catch (error) {
      block(walking, path, unreadable(message('cannot-be-read', { problem: explainError(error) })))
      return 'none'
    }
  }
  if (seen.isFile()) return 'file'
  if (seen.isDirectory()) return 'folder'
  const reason = seen.isSymbolicLink() ? symlink('symlink-not-part-of-skill') : unreadable(message('special-file'))
  reportReason(walking.diagnostics, path, reason)
  return 'none'
}

/** False if its name cannot even be used to open the file. */
function checkName(walking: Walking, path: string, name: string): boolean {
  if (name.includes('\uFFFD') || !name.isWellFormed()) {
    block(walking, path, reasonOf('FILE_NAME', 'name-not-utf8', 'rename-it', { name: quote(name) }))
    return false
  }
  if (isNameWindowsBends(name)) {
    const values = { name: quote(name) }
    const place = placeIn(path, walking.diagnostics)
    report(place, 'warning', 'FILE_NAME', 'name-differs-on-windows', 'rename-for-windows', values)
  }
  return true
}

/** Names that some file systems treat as the same: elsewhere one file would replace the other. */
function refuseAlike(walking: Walking): void {
  const seen = new Map<string, string>()
  for (const path of walking.files) {
    const folded = path.normalize('NFC').toLowerCase()
    const other = seen.get(folded)
    if (other === undefined) seen.set(folded, path)
    else block(walking, path, reasonOf('FILE_NAME', 'names-differ-in-case', 'rename-one', { other: quote(other) }))
  }
}

function block(walking: Walking, path: string, reason: Reason): void {
  const diagnostic = reportReason(walking.diagnostics, path, reason)
  walking.blocker ??= diagnostic
}

const symlink = (problem: Text) => reasonOf('SYMLINK', toMessage(problem), 'put-real-file-there')
const unreadable = (problem: Message) => reasonOf('FILE_UNREADABLE', problem, 'correct-path-or-permissions')
const tooMany = (problem: Message) => reasonOf('TOO_MANY_FILES', problem, 'keep-only-skill-files')
