import { hash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { writeFile } from '#main/data-folder/write-file'
import type { Ledger } from '#main/ledger/open-ledger'
import type { HiddenPaths } from '#main/runners/process/plan-confinement'
import { realOf } from '#main/runners/process/real-path'
import { findChangedWords } from '#main/trust/changed-words'
import { findHunks, type Hunk } from '#main/trust/diff-lines'
import type { ProcessAction } from '#shared/call/action'
import type { KeptFile, Plan, ReplacedFile } from '#shared/call/plan'
import type { FactOf, NewFact } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import { isInside } from '#shared/paths'
import { decodeUtf8 } from '#shared/utf8'

export const DAYS_KEPT = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Copies of files from before a command changed them, in the data folder, each under its hash. */
const folderOf = (home: string) => join(home, 'kept')

type Kept = { ok: true; kept: KeptFile[] } | { ok: false; message: Message }

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
  await writeFile(file, [content])
  const now = new Date()
  await utimes(file, now, now)
}

/** What each file is after the command; null if it is gone. */
export async function hashLeft(kept: readonly KeptFile[]): Promise<Record<string, string | null>> {
  const left: [string, string | null][] = []
  for (const { path } of kept) left.push([path, await hashNow(path)])
  return Object.fromEntries(left)
}

/** The hash of a file. One that is not read is told by its size and its times. */
async function hashNow(path: string): Promise<string | null> {
  const state = await lstat(path).catch(() => null)
  if (!state) return null
  const content = state.isFile() && state.size <= LARGEST_COPY ? await readExactly(path, state) : null
  return content ? hash('sha256', content) : `${state.ino} ${state.size} ${state.mtimeMs} ${state.ctimeMs}`
}

type Restored = { ok: true; paths: string[] } | { ok: false; message: Message }

/** Undoes what a run changed, all of it or nothing. A file that changed since then stays; a second try continues. */
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
    const now = await hashNow(file.path)
    const isAsLeft = now === finished.left[file.path] && !isElsewhere(file.path)
    if (!isAsLeft && now !== file.sha256) {
      return { ok: false, message: message('undo-changed-since', { path: file.path }) }
    }
    if (now !== file.sha256) contents.set(file, content)
  }
  for (const [{ path, mode }, content] of contents) {
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, [content], mode)
    } catch {
      return { ok: false, message: message('undo-failed', { path }) }
    }
  }
  const paths = kept.map(({ path }) => path)
  await publish({ type: 'files.restored', chat: started.chat, call, paths })
  return { ok: true, paths }
}

/** A link leads to its folder now. */
const isElsewhere = (path: string) => realOf(dirname(path)) !== dirname(path)

/** Deletes copies that are too old. */
export async function sweepCopies(home: string, now = Date.now()): Promise<void> {
  const folder = folderOf(home)
  for (const name of await readdir(folder).catch(() => [])) {
    const state = await stat(join(folder, name)).catch(() => null)
    if (state && now - state.mtimeMs > DAYS_KEPT * DAY_MS) await rm(join(folder, name), { force: true })
  }
}

/** Larger files are neither read nor copied. */
const LARGEST_COPY = 16 * 1024 * 1024
/** For each call. */
export const MOST_COPIES = 50
const LARGEST_DIFF = 1024 * 1024
const CONTEXT = 2
const MOST_LINES = 400
const LONGEST_LINE = 500

type Draft = Pick<Plan, 'action' | 'effects' | 'confinement'>

/** The existing files that the effects name. Without a data folder, no copies can be kept. */
export async function listReplaced(plan: Draft, hidden: HiddenPaths | undefined): Promise<ReplacedFile[]> {
  const dataFolder = hidden?.dataFolder ?? null
  if (dataFolder === null) return []
  const secrets = hidden?.secrets().map(({ path }) => path) ?? []
  const places = [dataFolder, ...(plan.confinement?.hidden ?? []), ...secrets]
  const found: ReplacedFile[] = []
  for (const [path, does] of await listTargets(plan)) {
    const isPrivate = places.some((place) => isInside(path, place))
    const file = await readReplaced(path, does, { isPrivate, isOneTooMany: found.length >= MOST_COPIES }, plan)
    if (file) found.push(file)
  }
  return found
}

const KEEPS_OLD = /^--backup(?:=(?:existing|nil|numbered|t|simple|never))?$/
const MAKE_BACKUPS = new Set(['cp', 'mv', 'ln', 'install'])

/** Programs that were told to make backups themselves are skipped. */
async function listTargets({ action, effects }: Draft): Promise<Map<string, ReplacedFile['does']>> {
  const argv = action.kind === 'process' ? action.argv : []
  const told = argv.findLast((word) => word.startsWith('--b')) ?? ''
  const putsFiles = action.kind === 'process' && MAKE_BACKUPS.has(action.binary.name) ? action : null
  const keepsOld = putsFiles !== null && KEEPS_OLD.test(told)
  const does = isTee(action) && argv.some((word) => /^--append$|^-[a-z]*a/.test(word)) ? 'append' : 'replace'
  const deleted = effects.flatMap((effect) => (effect.does === 'delete' ? effect : []))
  const targets = new Map<string, ReplacedFile['does']>(deleted.map(({ realPath }) => [realPath, 'delete']))
  const isDeleted = (path: string) => deleted.some((effect) => effect.path === path)
  for (const effect of effects) {
    if (effect.does !== 'write' || effect.given || keepsOld || isDeleted(effect.path)) continue
    const inside = putsFiles ? await listPut(putsFiles, effect.realPath) : []
    for (const path of [effect.realPath, ...inside]) if (!targets.has(path)) targets.set(path, does)
  }
  return targets
}

/** The files in this folder whose places the files that the command names would take. */
async function listPut({ argv, binary, cwd }: ProcessAction, folder: string): Promise<string[]> {
  const found: string[] = []
  const look = async (source: string, target: string): Promise<void> => {
    const state = found.length > MOST_COPIES ? null : await lstat(target).catch(() => null)
    if (state && !state.isDirectory()) found.push(binary.name === 'cp' ? realOf(target) : target)
    if (!state?.isDirectory() || binary.name !== 'cp') return
    for (const name of await readdir(source).catch(() => [])) await look(join(source, name), join(target, name))
  }
  const isFolder = (await lstat(folder).catch(() => null))?.isDirectory()
  const isItself = argv.some((word) => word === '--no-target-directory' || /^-[a-zA-Z]*T/.test(word))
  for (const word of isFolder ? argv.slice(1) : []) {
    const source = resolve(cwd, word)
    const name = argv.includes('--parents') ? word : basename(word)
    if (realOf(source) !== folder) await look(source, isItself ? folder : join(folder, name))
  }
  return found
}

const isTee = (action: Plan['action']) => action.kind === 'process' && action.binary.name === 'tee'

async function readReplaced(
  path: string,
  does: ReplacedFile['does'],
  { isPrivate, isOneTooMany }: { isPrivate: boolean; isOneTooMany: boolean },
  { action }: Draft,
): Promise<ReplacedFile | null> {
  const state = await lstat(path).catch(() => null)
  // Writing into a folder, a device or a pipe replaces nothing.
  if (!state || (!state.isFile() && does !== 'delete')) return null
  const bytes = state.isFile() ? state.size : 0
  const withoutCopy = (
    code: 'no-copy-folder' | 'no-copy-link' | 'no-copy-private' | 'no-copy-large' | 'no-copy-unread',
  ) => {
    return { path, does, bytes, sha256: null, noCopy: message(code) }
  }
  if (!state.isFile()) return withoutCopy(state.isSymbolicLink() ? 'no-copy-link' : 'no-copy-folder')
  if (isPrivate) return withoutCopy('no-copy-private')
  if (bytes > LARGEST_COPY || isOneTooMany) return withoutCopy('no-copy-large')
  const content = await readExactly(path, state)
  if (content === null) return withoutCopy('no-copy-unread')
  const after = isTee(action) && action.kind === 'process' ? action.stdin : null
  const before = { path, does, bytes: content.length, sha256: hash('sha256', content) }
  return does === 'delete' || after === null ? before : { ...before, ...compare(content, after, does) }
}

/** Reads exactly the file that was examined, not one that replaced it; null if it cannot be read. */
async function readExactly(path: string, { dev, ino }: Pick<Stats, 'dev' | 'ino'>): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null)
  try {
    const now = await file?.stat()
    const isSame = now?.isFile() && now.dev === dev && now.ino === ino && now.size <= LARGEST_COPY
    return isSame ? ((await file?.readFile()) ?? null) : null
  } catch {
    return null
  } finally {
    await file?.close()
  }
}

type Compared = Pick<ReplacedFile, 'lines' | 'diff' | 'words' | 'isCut'>

function compare(content: Buffer, written: string, does: ReplacedFile['does']): Compared {
  const before = readText(content)
  if (before === null || content.length + written.length > LARGEST_DIFF) return {}
  const old = splitLines(before)
  const now = splitLines(does === 'append' ? before + written : written)
  const hunks = findHunks(old, now, CONTEXT)
  const lines = { before: old.length, after: now.length, added: now.length, removed: old.length }
  if (!hunks) return { lines, isCut: true }
  const count = (sign: '-' | '+') => hunks.flatMap((hunk) => hunk.lines).filter((line) => line.startsWith(sign)).length
  const whole = hunks.flatMap(writeHunk)
  const isCut = whole.length > MOST_LINES
  const diff = whole.slice(0, MOST_LINES)
  const words = findChangedWords(diff)
  return {
    lines: { ...lines, added: count('+'), removed: count('-') },
    diff,
    ...(words && { words }),
    ...(isCut && { isCut }),
  }
}

/** Null for binary files. */
function readText(content: Buffer): string | null {
  return content.includes(0) ? null : (decodeUtf8(content)?.replace(/^\uFEFF/, '') ?? null)
}

/** A trailing line break starts no new line. */
const splitLines = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

function writeHunk({ oldStart, newStart, lines }: Hunk): string[] {
  const shown = lines.map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line))
  return Math.max(oldStart, newStart) > 1 ? ['@@', ...shown] : shown
}
