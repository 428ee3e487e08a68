import { hash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, opendir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { explainError, type FileReading, readFile } from '#main/skills/read-file'
import { type Message, message } from '#shared/messages/message'
import { type Intake, isLeftOut, makeIntake } from './intake.ts'
import { writeStaged } from './quarantine.ts'
import { Refusal, refuse } from './refusal.ts'

type IsWanted = (path: string) => boolean

/** Copies a folder into a fresh one without following a link, then reads it once more: both readings must agree. Throws a `Refusal`. */
export async function copyFolder(source: string, into: string, isWanted: IsWanted = () => true): Promise<string[]> {
  const copied = new Map<string, string>()
  for await (const { path, bytes, isExecutable } of readFolder(source, isWanted)) {
    copied.set(path, fingerprint(bytes, isExecutable))
    await writeStaged(into, path, bytes, isExecutable)
  }
  const again = await readAgain(source, isWanted)
  for (const path of new Set([...copied.keys(), ...again.keys()])) {
    if (copied.get(path) !== again.get(path)) refuseChanged(path)
  }
  return [...copied.keys()]
}

/** The same for one file. Links that lead to its folder are the person's own. */
export const copyFile = async (source: string, into: string): Promise<string[]> =>
  copyFolder(await realpath(dirname(source)), into, (path) => path === basename(source))

async function readAgain(source: string, isWanted: IsWanted): Promise<Map<string, string>> {
  const again = new Map<string, string>()
  try {
    for await (const { path, bytes, isExecutable } of readFolder(source, isWanted))
      again.set(path, fingerprint(bytes, isExecutable))
  } catch (error) {
    if (error instanceof Refusal) refuseChanged(error.diagnostic.file)
    throw error
  }
  return again
}

const fingerprint = (bytes: Uint8Array, isExecutable: boolean) => `${isExecutable ? 'x' : '-'}${hash('sha256', bytes)}`

interface Found {
  path: string
  isFolder: boolean
  size: number
}

async function* readFolder(source: string, isWanted: IsWanted) {
  const intake = makeIntake()
  async function* walk(folder: string): AsyncGenerator<{ path: string; bytes: Uint8Array; isExecutable: boolean }> {
    for (const found of await list(source, folder, intake, isWanted)) {
      if (found.isFolder) yield* walk(found.path)
      else yield { path: found.path, ...(await readOne(source, found)) }
    }
  }
  checkKind('.', await look(source, ''), true)
  yield* walk('')
}

/** Entry by entry, so that a folder of millions is left at the first one too many. */
async function list(source: string, folder: string, intake: Intake, isWanted: IsWanted): Promise<Found[]> {
  const found: Found[] = []
  for await (const { name } of await open(source, folder)) {
    const path = folder === '' ? name : `${folder}/${name}`
    if (isLeftOut(path) || !isWanted(path)) continue
    const stats = await look(source, path)
    checkKind(path, stats, false)
    if (stats.isDirectory()) intake.folder(path)
    else intake.file(path, stats.size)
    found.push({ path, isFolder: stats.isDirectory(), size: stats.size })
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const open = (source: string, folder: string) =>
  opendir(join(source, folder)).catch((error: unknown) =>
    unreachable(folder || source, message('folder-cannot-be-read', { problem: explainError(error) })),
  )

async function look(source: string, path: string): Promise<Stats> {
  // A name that is not UTF-8 cannot even be looked up; the intake reports it.
  if (path.includes('\uFFFD')) makeIntake().file(path, 0)
  return lstat(join(source, path)).catch((error: unknown) =>
    unreachable(path || source, message('cannot-be-read', { problem: explainError(error) })),
  )
}

function checkKind(path: string, stats: Stats, isRoot: boolean): void {
  if (stats.isSymbolicLink()) {
    const remedy = isRoot ? 'name-link-target-folder' : 'put-real-file-there'
    refuse('SYMLINK', path, 'is-symlink', remedy)
  }
  if (stats.isDirectory()) return
  if (isRoot) refuse('SOURCE_UNREACHABLE', path, 'is-not-a-folder', 'name-folder-zip-or-url')
  if (!stats.isFile()) refuse('ARCHIVE_ENTRY', path, 'special-file-not-of-skill', 'remove-it')
  if (stats.nlink > 1) refuse('SYMLINK', path, 'is-hard-link', 'put-copy-there', { links: stats.nlink })
}

async function readOne(source: string, { path, size }: Found): Promise<FileReading & { ok: true }> {
  const reading = await readFile(join(source, path), size)
  if (reading.ok && reading.bytes.length === size) return reading
  if (reading.ok || reading.reason !== 'unreadable') return refuseChanged(path)
  return unreachable(path, message('cannot-be-read', { problem: reading.message }))
}

function unreachable(path: string, problem: Message): never {
  return refuse('SOURCE_UNREACHABLE', path, problem, 'check-path-and-permissions')
}

function refuseChanged(file: string): never {
  return refuse('SOURCE_UNREACHABLE', file, 'folder-changed-while-copied', 'wait-and-install-again')
}
