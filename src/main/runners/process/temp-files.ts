import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ProcessAction } from '#shared/call/action'
import { type Message, message } from '#shared/messages/message'

const FOLDER_NAME = /^skillet-([1-9][0-9]{0,9})-[0-9a-f]{32}$/
const FORGOTTEN_MS = 24 * 60 * 60 * 1000

type TempFile = ProcessAction['tempFiles'][number]

/** A name that nobody can guess. The process id in it tells the sweep whose folder it is. */
export function nameTempFolder(): string {
  return path.join(tmpdir(), `skillet-${process.pid}-${randomBytes(16).toString('hex')}`)
}

/** Creates the folders and files for this user only, all of them or none. */
export async function writeTempFiles(files: TempFile[]): Promise<{ ok: true } | { ok: false; message: Message }> {
  const foreign = files.find((file) => !isOurs(file.path))
  if (foreign !== undefined) {
    return { ok: false, message: message('not-our-temporary-file', { file: foreign.path }) }
  }
  const made: string[] = []
  try {
    for (const folder of listFolders(files)) {
      await mkdir(folder, { mode: 0o700 })
      made.push(folder)
    }
    for (const { path: file, content } of files) await writeFile(file, content, { flag: 'wx', mode: 0o600 })
    return { ok: true }
  } catch (error) {
    await removeFolders(made)
    const problem = (error as Error).message
    return { ok: false, message: message('temporary-file-not-written', { problem, folder: tmpdir() }) }
  }
}

/** Never rejects: what cannot be removed now is removed at the next start. */
export async function removeTempFiles(files: TempFile[]): Promise<void> {
  await removeFolders(listFolders(files.filter((file) => isOurs(file.path))))
}

/** Removes what dead runs left behind: only this user's folders with our kind of name, never through a link. */
export async function sweepTempFiles(): Promise<void> {
  const root = tmpdir()
  const dead: string[] = []
  for (const name of await readdir(root)) {
    const owner = Number(FOLDER_NAME.exec(name)?.[1])
    if (Number.isNaN(owner)) continue
    const folder = path.join(root, name)
    if (await isAbandoned(folder, owner)) dead.push(folder)
  }
  await removeFolders(dead)
}

async function isAbandoned(folder: string, owner: number): Promise<boolean> {
  try {
    const stats = await lstat(folder)
    const isOwn = process.getuid === undefined || stats.uid === process.getuid()
    if (!stats.isDirectory() || !isOwn) return false
    return !isAlive(owner) || Date.now() - stats.mtimeMs > FORGOTTEN_MS
  } catch {
    // Another instance of Skillet may be cleaning up as well.
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isOurs(file: string): boolean {
  const folder = path.dirname(file)
  const isInTemp = path.resolve(file) === file && path.dirname(folder) === path.resolve(tmpdir())
  return isInTemp && FOLDER_NAME.test(path.basename(folder))
}

const listFolders = (files: TempFile[]) => [...new Set(files.map((file) => path.dirname(file.path)))]

async function removeFolders(folders: string[]): Promise<void> {
  await Promise.allSettled(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 })))
}
