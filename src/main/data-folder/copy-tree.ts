import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface TreeEntry {
  /** Below the folder. */
  path: string
  kind: 'folder' | 'file' | 'link'
  mode: number
  bytes: number
}

const PIECE = 1024 * 1024

/** What is in a folder, each folder before what is in it. Sockets and the like are no data, and are left out. */
export async function listTree(folder: string, isLeftOut: (name: string) => boolean): Promise<TreeEntry[]> {
  const found: TreeEntry[] = []
  const look = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      if (below === '' && isLeftOut(entry.name)) continue
      const kind = kindOf(entry)
      if (kind === null) continue
      const path = join(below, entry.name)
      const { mode, size } = await lstat(join(folder, path))
      found.push({ path, kind, mode: mode & 0o777, bytes: kind === 'file' ? size : 0 })
      if (kind === 'folder') await look(path)
    }
  }
  await look('')
  return found
}

function kindOf(entry: Dirent): TreeEntry['kind'] | null {
  if (entry.isSymbolicLink()) return 'link'
  if (entry.isDirectory()) return 'folder'
  return entry.isFile() ? 'file' : null
}

/** Copies one entry, durably, and gives the hash of what was read. What stands at its place already is an error. */
export async function copyEntry(from: string, to: string, entry: TreeEntry, signal: AbortSignal): Promise<string> {
  const [source, target] = [join(from, entry.path), join(to, entry.path)]
  if (entry.kind === 'folder') {
    await mkdir(target, { mode: 0o700 })
    return ''
  }
  if (entry.kind === 'link') {
    await symlink(await readlink(source), target)
    return ''
  }
  const output = await open(target, 'wx', 0o600)
  try {
    const sum = await readPieces(source, signal, (piece) => output.appendFile(piece))
    await output.sync()
    return sum
  } finally {
    await output.close()
  }
}

export function hashFile(file: string, signal: AbortSignal): Promise<string> {
  return readPieces(file, signal, async () => undefined)
}

async function readPieces(
  file: string,
  signal: AbortSignal,
  take: (piece: Buffer) => Promise<unknown>,
): Promise<string> {
  const sum = createHash('sha256')
  const input = await open(file, 'r')
  try {
    for (;;) {
      signal.throwIfAborted()
      const { bytesRead, buffer } = await input.read(Buffer.allocUnsafe(PIECE), 0, PIECE)
      if (bytesRead === 0) return sum.digest('hex')
      const piece = buffer.subarray(0, bytesRead)
      sum.update(piece)
      await take(piece)
    }
  } finally {
    await input.close()
  }
}

/** Last, and from the inside out: nothing can be put into a folder that may not be written to. */
export async function settleModes(to: string, entries: readonly TreeEntry[]): Promise<void> {
  for (const { path, kind, mode } of entries.toReversed()) {
    if (kind === 'file' || kind === 'folder') await chmod(join(to, path), mode)
  }
  for (const { path } of entries.filter(({ kind }) => kind === 'folder')) await syncFolder(join(to, path))
  await syncFolder(to)
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
