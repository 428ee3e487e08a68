import { type Dirent, lstat } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isNameWindowsBends } from '#main/formats/names'
import { type Place, placeIn, quote, report } from '#main/formats/place'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Listing, listFolder } from './list-folder.ts'
import { explainError } from './read-file.ts'

const statLink = promisify(lstat)

export const MOST_FILES = 2000
export const DEEPEST_FOLDER = 8

/** The files a skill may be made of, known by name before any is opened. */
export interface Walk {
  /** Regular files, relative with forward slashes, in the order of their names. */
  files: string[]
  /** Why the list is not the whole folder, so that no hash over it can vouch for the folder. */
  blocker: Diagnostic | null
}

interface Walking extends Walk {
  root: string
  diagnostics: Diagnostic[]
  entries: number
}

/** Goes through a folder without following a single link, from its listing where that is known. Never rejects. */
export async function walkFolder(root: string, diagnostics: Diagnostic[], known?: Listing): Promise<Walk> {
  const walking: Walking = { root, diagnostics, files: [], blocker: null, entries: 0 }
  const obstacle = known ? null : await findObstacle(root)
  if (obstacle) block(walking, '.', obstacle)
  else await walk(walking, '', 1, known)
  refuseAlike(walking)
  walking.files.sort(compareNames)
  return walking
}

/** The order in which a folder is hashed: the same wherever its names are stored in another form of Unicode. */
function compareNames(a: string, b: string): number {
  const [one, other] = [a.normalize('NFC'), b.normalize('NFC')]
  return one < other ? -1 : one > other ? 1 : 0
}

type Reason = Pick<Diagnostic, 'code' | 'message' | 'remedy'>

async function findObstacle(root: string): Promise<Reason | null> {
  try {
    const stats = await statLink(root)
    if (stats.isDirectory()) return null
    if (stats.isSymbolicLink())
      return symlink('The folder of the skill is a symbolic link, and links are not followed.')
    return unreadable('It cannot be read: it is not a folder.')
  } catch (error) {
    return unreadable(`The folder cannot be read: ${explainError(error)}.`)
  }
}

async function walk(walking: Walking, folder: string, depth: number, known?: Listing): Promise<void> {
  if (depth > DEEPEST_FOLDER) {
    block(walking, folder, tooMany(`Folders are nested more than ${DEEPEST_FOLDER} deep.`))
    return
  }
  const listing = known ?? (await listFolder(join(walking.root, folder)))
  if (!listing.ok) {
    block(walking, folder || '.', unreadable(`The folder cannot be read: ${listing.message}.`))
    return
  }
  const { entries } = listing
  walking.entries += entries.length
  if (walking.entries > MOST_FILES) {
    block(walking, folder || '.', tooMany(`There are more than ${MOST_FILES} files and folders.`))
    if (folder !== '') return
  }
  const folders: string[] = []
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (walking.entries > MOST_FILES && !CORE_FILES.has(path)) continue
    if (!checkName(walking, path, entry.name)) continue
    const kind = await kindOf(walking, path, entry)
    if (kind === 'file') walking.files.push(path)
    else if (kind === 'folder') folders.push(path)
  }
  for (const path of folders) await walk(walking, path, depth + 1)
}

/** What a person must be told about even where the rest of a folder is beyond all bounds. */
const CORE_FILES = new Set(['SKILL.md', 'tools.json', 'allowlist.json', 'execution.json'])

async function kindOf(walking: Walking, path: string, entry: Dirent): Promise<'file' | 'folder' | 'none'> {
  let seen: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'> = entry
  if (!entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink()) {
    // Some file systems tell the kind only when they are asked for the one entry.
    try {
      seen = await statLink(join(walking.root, path))
    } catch (error) {
      block(walking, path, unreadable(`It cannot be read: ${explainError(error)}.`))
      return 'none'
    }
  }
  if (seen.isFile()) return 'file'
  if (seen.isDirectory()) return 'folder'
  const reason = seen.isSymbolicLink()
    ? symlink('It is a symbolic link, and links are not followed: what it points to is no part of the skill.')
    : unreadable('It is a pipe, a socket or a device, and is no part of the skill.')
  report(placeOf(walking, path), { severity: 'error', ...reason })
  return 'none'
}

/** False where the file cannot even be opened by its name. */
function checkName(walking: Walking, path: string, name: string): boolean {
  if (name.includes('\uFFFD') || !name.isWellFormed()) {
    block(walking, path, {
      code: 'FILE_NAME',
      message: `The name ${quote(name)} is not UTF-8, so the file cannot be told apart from others.`,
      remedy: 'Rename it.',
    })
    return false
  }
  if (isNameWindowsBends(name)) {
    report(placeOf(walking, path), {
      severity: 'warning',
      code: 'FILE_NAME',
      message: `The name ${quote(name)} means something else on Windows.`,
      remedy: 'Rename it, without a dot or space at the end and not like a device.',
    })
  }
  return true
}

/** Names that some file systems take for the same: on another computer one file would stand for both. */
function refuseAlike(walking: Walking): void {
  const seen = new Map<string, string>()
  for (const path of walking.files) {
    const folded = path.normalize('NFC').toLowerCase()
    const other = seen.get(folded)
    if (other === undefined) seen.set(folded, path)
    else {
      block(walking, path, {
        code: 'FILE_NAME',
        message: `Its name differs from ${quote(other)} only in capitals or in how accents are written.`,
        remedy: 'Rename one of the two.',
      })
    }
  }
}

function block(walking: Walking, path: string, reason: Reason): void {
  const place = placeOf(walking, path)
  report(place, { severity: 'error', ...reason })
  walking.blocker ??= { severity: 'error', ...reason, file: path, path: '' }
}

function placeOf(walking: Walking, path: string): Place {
  return placeIn(path, walking.diagnostics)
}

function symlink(message: string): Reason {
  return { code: 'SYMLINK', message, remedy: 'Put the file or folder itself there.' }
}

function unreadable(message: string): Reason {
  return { code: 'FILE_UNREADABLE', message, remedy: 'Correct the path or the permissions, or remove it.' }
}

function tooMany(message: string): Reason {
  return { code: 'TOO_MANY_FILES', message, remedy: 'Keep in the folder only what belongs to the skill.' }
}
