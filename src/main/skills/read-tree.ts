import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { SkillFile } from '#main/formats/format'
import { mostBytesOf } from '#main/formats/formats'
import { type Reason, reasonOf, reportReason } from '#main/formats/place'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { startContentHash } from './content-hash.ts'
import { type FileReading, type Listing, readFile } from './read-file.ts'
import { walkFolder } from './walk-folder.ts'

export const MOST_FILE_BYTES = 10 * 1024 * 1024
const MOST_TREE_BYTES = 50 * 1024 * 1024

/** A folder that was read once and completely. */
export interface Tree {
  hash: string
  /** All regular files, sorted by name. */
  files: string[]
  /** The files that define the skill. */
  core: Map<string, SkillFile>
  /** The files in scripts/ by path, and how many hard links each has. */
  scripts: Map<string, { sha256: string; links: number }>
  /** Why the hash does not cover the whole folder; then nothing in it may run. */
  blocker: Diagnostic | null
}

/**
 * Reads and hashes every regular file in one pass and keeps only what is needed later. `take` receives each file. Never
 * rejects.
 */
export async function readTree(
  dir: string,
  diagnostics: Diagnostic[],
  listing?: Listing,
  take?: (path: string, file: ReadFile) => void,
): Promise<Tree> {
  const { files, blocker } = await walkFolder(dir, diagnostics, listing)
  const content = startContentHash()
  const tree: Tree = { hash: '', files, core: new Map(), scripts: new Map(), blocker }
  let bytesLeft = MOST_TREE_BYTES
  for (const path of files) {
    const most = mostBytesOf(path)
    const limit = most ?? MOST_FILE_BYTES
    const reading = await readFile(join(dir, path), Math.min(limit, bytesLeft))
    if (!reading.ok) {
      content.addUnread(path)
      const diagnostic = reportReason(diagnostics, path, explain(path, reading, limit))
      tree.blocker ??= diagnostic
      continue
    }
    bytesLeft -= reading.bytes.length
    content.add(path, reading.isExecutable, reading.bytes)
    keep(tree, path, reading, most !== null)
    take?.(path, reading)
  }
  tree.hash = content.finish()
  return tree
}

export type ReadFile = FileReading & { ok: true }

function keep(tree: Tree, path: string, { bytes, links }: ReadFile, isRead: boolean): void {
  const isScript = path.startsWith('scripts/')
  if (!isRead && !isScript) return
  let known: string | undefined
  const file: SkillFile = {
    bytes,
    // Few are asked for it, and hashing takes as long as reading.
    get sha256() {
      known ??= hash('sha256', bytes)
      return known
    },
  }
  if (isRead) tree.core.set(path, file)
  if (isScript) tree.scripts.set(path, { sha256: file.sha256, links })
}

function explain(path: string, reading: FileReading & { ok: false }, limit: number): Reason {
  switch (reading.reason) {
    case 'symlink':
      return reasonOf('SYMLINK', 'is-symlink', 'put-file-there')
    case 'special':
      return reasonOf('FILE_UNREADABLE', 'not-regular-file', 'remove-it')
    case 'unreadable':
      return reasonOf('FILE_UNREADABLE', 'cannot-be-read', 'correct-permissions', { problem: reading.message })
    case 'too-large':
      return reading.size > limit
        ? reasonOf('FILE_TOO_LARGE', 'file-too-large-for-skill', 'shorten-or-remove-file', {
            path,
            bytes: reading.size,
            most: limit,
          })
        : reasonOf('TOO_MANY_FILES', 'folder-too-large', 'keep-only-skill-files', { most: MOST_TREE_BYTES })
  }
}
