import { hash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { explainError } from '#main/skills/read-file'
import { DEEPEST_FOLDER, MOST_FILES } from '#main/skills/walk-folder'
import { textOf } from '#shared/messages/message'

/** For few files, synchronous calls are faster than other threads; after this many entries other work gets its turn. */
const PAUSE_EVERY = 64

export interface FolderState {
  /** A different one means that the folder must be read again. */
  signature: string
  /** The time of the last change in it. */
  changedAtMs: number
}

/** What the file system reports about a folder without opening files. Never rejects. */
export async function signFolder(dir: string): Promise<string> {
  return (await inspectFolder(dir)).signature
}

export async function inspectFolder(dir: string): Promise<FolderState> {
  const seen = { lines: [] as string[], newestNs: 0n }
  await sign(dir, '', 1, seen)
  const changedAtMs = Number(seen.newestNs / 1_000_000n)
  return { signature: hash('sha256', JSON.stringify(seen.lines.sort())), changedAtMs }
}

async function sign(root: string, path: string, depth: number, seen: { lines: string[]; newestNs: bigint }) {
  const { lines } = seen
  if (lines.length % PAUSE_EVERY === PAUSE_EVERY - 1) await setImmediate()
  try {
    const entry = lstatSync(join(root, path), { bigint: true })
    const { dev, ino, mode, nlink, size, mtimeNs, ctimeNs } = entry
    lines.push([path, dev, ino, mode, nlink, size, mtimeNs, ctimeNs].join('\0'))
    if (ctimeNs > seen.newestNs) seen.newestNs = ctimeNs
    // A folder beyond these limits is no skill, and reading it says so.
    if (!entry.isDirectory() || depth > DEEPEST_FOLDER || lines.length > MOST_FILES) return
    const names = readdirSync(join(root, path))
    for (const name of names) await sign(root, path === '' ? name : `${path}/${name}`, depth + 1, seen)
  } catch (error) {
    lines.push(`${path}\0${textOf(explainError(error))}`)
  }
}
