import { hash, randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Ledger } from '#main/ledger/open-ledger'
import type { KeptFile, ReplacedFile } from '#shared/call/plan'
import type { FactOf, NewFact } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import { LARGEST_COPY, readExactly } from './replaced-files.ts'

export const DAYS_KEPT = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Copies of files from before a command changed them, in the data folder, each under its hash. */
const folderOf = (home: string) => join(home, 'kept')

export type Kept = { ok: true; kept: KeptFile[] } | { ok: false; message: Message }

/** Durable before anything is changed. */
export async function keepCopies(files: readonly ReplacedFile[], home: string | null): Promise<Kept> {
  const kept: KeptFile[] = []
  for (const { path, noCopy } of files) {
    if (noCopy || home === null) continue
    try {
      const state = await lstat(path)
      const content = await readExactly(path, state)
      if (content === null) return { ok: false, message: message('copy-failed', { path }) }
      const sha256 = hash('sha256', content)
      await putCopy(join(folderOf(home), sha256), content)
      kept.push({ path, sha256, bytes: content.length, mode: state.mode & 0o777 })
    } catch {
      return { ok: false, message: message('copy-failed', { path }) }
    }
  }
  return { ok: true, kept }
}

async function putCopy(file: string, content: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeWhole(file, content, 0o600)
  const now = new Date()
  await utimes(file, now, now)
}

async function writeWhole(file: string, content: Buffer, mode: number): Promise<void> {
  const part = join(dirname(file), `.${randomUUID()}.part`)
  try {
    await writeFile(part, content, { flag: 'wx', mode, flush: true })
    await chmod(part, mode)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The hash of each file after the command; null if it is gone or unreadable. */
export async function hashLeft(kept: readonly KeptFile[]): Promise<Record<string, string | null>> {
  const left: [string, string | null][] = []
  for (const { path } of kept) left.push([path, await hashNow(path)])
  return Object.fromEntries(left)
}

async function hashNow(path: string): Promise<string | null> {
  const state = await lstat(path).catch(() => null)
  if (!state?.isFile() || state.size > LARGEST_COPY) return null
  const content = await readExactly(path, state)
  return content && hash('sha256', content)
}

export type Restored = { ok: true; paths: string[] } | { ok: false; message: Message }

/** Undoes what a run changed, all of it or nothing. A file that changed since then stays. */
export async function restoreFiles(
  call: string,
  { ledger, home, publish }: { ledger: Pick<Ledger, 'read'>; home: string; publish(fact: NewFact): Promise<void> },
): Promise<Restored> {
  const facts = await ledger.read({ calls: [call], types: ['run.started', 'run.finished', 'files.restored'] })
  const started = facts.findLast((fact): fact is FactOf<'run.started'> => fact.type === 'run.started')
  const finished = facts.findLast((fact): fact is FactOf<'run.finished'> => fact.type === 'run.finished')
  const { kept = [] } = started ?? {}
  const refuse = (code: 'undo-nothing' | 'undo-done' | 'undo-unfinished'): Restored => {
    return { ok: false, message: message(code) }
  }
  if (!started || kept.length === 0) return refuse('undo-nothing')
  if (facts.some(({ type }) => type === 'files.restored')) return refuse('undo-done')
  if (!finished?.left) return refuse('undo-unfinished')
  const contents = new Map<KeptFile, Buffer>()
  for (const file of kept) {
    const content = await readFile(join(folderOf(home), file.sha256)).catch(() => null)
    if (!content || hash('sha256', content) !== file.sha256) {
      return { ok: false, message: message('undo-no-copy', { path: file.path }) }
    }
    if ((await hashNow(file.path)) !== finished.left[file.path] || (await isSomethingElse(file.path))) {
      return { ok: false, message: message('undo-changed-since', { path: file.path }) }
    }
    contents.set(file, content)
  }
  for (const [{ path, mode }, content] of contents) {
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeWhole(path, content, mode)
    } catch {
      return { ok: false, message: message('undo-failed', { path }) }
    }
  }
  const paths = kept.map(({ path }) => path)
  await publish({ type: 'files.restored', chat: started.chat, call, paths })
  return { ok: true, paths }
}

/** A folder or a link is there instead. */
const isSomethingElse = async (path: string) => (await lstat(path).catch(() => null))?.isFile() === false

/** Deletes copies that are too old. */
export async function sweepCopies(home: string, now = Date.now()): Promise<void> {
  const folder = folderOf(home)
  for (const name of await readdir(folder).catch(() => [])) {
    const state = await stat(join(folder, name)).catch(() => null)
    if (state && now - state.mtimeMs > DAYS_KEPT * DAY_MS) await rm(join(folder, name), { force: true })
  }
}
