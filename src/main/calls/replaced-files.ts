import { hash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import type { HiddenPaths } from '#main/runners/process/plan-confinement'
import { findEdits, type Line } from '#main/trust/diff-lines'
import type { Plan, ReplacedFile } from '#shared/call/plan'
import { message } from '#shared/messages/message'
import { isInside } from '#shared/paths'
import { decodeUtf8 } from '#shared/utf8'

/** Larger files are neither read nor copied. */
export const LARGEST_COPY = 16 * 1024 * 1024
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
  for (const [path, does] of listTargets(plan)) {
    const isPrivate = places.some((place) => isInside(path, place))
    const file = await readReplaced(path, does, { isPrivate, isOneTooMany: found.length >= MOST_COPIES }, plan)
    if (file) found.push(file)
  }
  return found
}

/** Programs that were told to make backups themselves are skipped. */
function listTargets({ action, effects }: Draft): Map<string, ReplacedFile['does']> {
  const argv = action.kind === 'process' ? action.argv : []
  const keepsOld = argv.some((word) => word.startsWith('--backup'))
  const does = isTee(action) && argv.some((word) => /^--append$|^-[a-z]*a/.test(word)) ? 'append' : 'replace'
  const targets = new Map<string, ReplacedFile['does']>()
  for (const effect of effects) {
    if (effect.does === 'delete') targets.set(effect.realPath, 'delete')
    else if (effect.does === 'write' && !effect.given && !keepsOld && !targets.has(effect.realPath))
      targets.set(effect.realPath, does)
  }
  return targets
}

const isTee = (action: Plan['action']) => action.kind === 'process' && action.binary.name === 'tee'

interface Doubts {
  isPrivate: boolean
  isOneTooMany: boolean
}

async function readReplaced(
  path: string,
  does: ReplacedFile['does'],
  { isPrivate, isOneTooMany }: Doubts,
  { action }: Draft,
): Promise<ReplacedFile | null> {
  const state = await lstat(path).catch(() => null)
  // Writing into a folder, a device or a pipe replaces nothing.
  if (!state || (!state.isFile() && does !== 'delete')) return null
  const bytes = state.isFile() ? state.size : 0
  const withoutCopy = (code: 'no-copy-folder' | 'no-copy-private' | 'no-copy-large' | 'no-copy-unread') => {
    return { path, does, bytes, sha256: null, noCopy: message(code) }
  }
  if (!state.isFile()) return withoutCopy('no-copy-folder')
  if (isPrivate) return withoutCopy('no-copy-private')
  if (bytes > LARGEST_COPY || isOneTooMany) return withoutCopy('no-copy-large')
  const content = await readExactly(path, state)
  if (content === null) return withoutCopy('no-copy-unread')
  const after = isTee(action) && action.kind === 'process' ? action.stdin : null
  const before = { path, does, bytes: content.length, sha256: hash('sha256', content) }
  return does === 'delete' || after === null ? before : { ...before, ...compare(content, after, does) }
}

/** Reads exactly the file that was examined, not one that replaced it; null if it cannot be read. */
export async function readExactly(path: string, { dev, ino }: Pick<Stats, 'dev' | 'ino'>): Promise<Buffer | null> {
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

type Compared = Pick<ReplacedFile, 'lines' | 'diff' | 'isCut'>

function compare(content: Buffer, written: string, does: ReplacedFile['does']): Compared {
  const before = readText(content)
  if (before === null || content.length + written.length > LARGEST_DIFF) return {}
  const old = splitLines(before)
  const now = splitLines(does === 'append' ? before + written : written)
  const edits = findEdits(old, now)
  const lines = { before: old.length, after: now.length, added: now.length, removed: old.length }
  if (!edits) return { lines, isCut: true }
  const count = (sign: Line['sign']) => edits.filter((line) => line.sign === sign).length
  const diff = cutDiff(edits)
  const isCut = diff.length > MOST_LINES
  return {
    lines: { ...lines, added: count('+'), removed: count('-') },
    diff: diff.slice(0, MOST_LINES),
    ...(isCut && { isCut }),
  }
}

/** Null for binary files. */
function readText(content: Buffer): string | null {
  return content.includes(0) ? null : (decodeUtf8(content)?.replace(/^\uFEFF/, '') ?? null)
}

/** A trailing line break starts no new line. */
const splitLines = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

function cutDiff(edits: readonly Line[]): string[] {
  const isNear = edits.map(() => false)
  for (const [at, { sign }] of edits.entries()) {
    if (sign !== ' ') isNear.fill(true, Math.max(0, at - CONTEXT), at + CONTEXT + 1)
  }
  return edits.flatMap(({ sign, text }, at) => {
    if (!isNear[at]) return []
    const shown = text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)}…` : text
    return [...(at > 0 && !isNear[at - 1] ? ['@@'] : []), `${sign}${shown}`]
  })
}
