import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { cp, lstat, open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export interface TreeEntry {
  /** Below the folder. */
  path: string
  kind: 'folder' | 'file' | 'link'
  bytes: number
}

type Told = (progress: { phase: 'copying' | 'checking'; done: number; whole: number }) => void

/** What is in a folder. Sockets and the like are no data, and are left out. */
export async function listTree(folder: string, isLeftOut: (name: string) => boolean): Promise<TreeEntry[]> {
  const found: TreeEntry[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name))
    const kind = entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : null
    if (kind === null || isLeftOut(path.split(sep)[0] ?? '')) continue
    found.push({ path, kind, bytes: kind === 'file' ? (await lstat(join(folder, path))).size : 0 })
  }
  return found
}

/** Copies the entries into a folder that is there, reads all of it once more, and waits until the disk has it. */
export async function copyTree(
  from: string,
  to: string,
  entries: readonly TreeEntry[],
  { told, signal }: { told: Told; signal: AbortSignal },
): Promise<{ ok: true } | { ok: false; file: string }> {
  const known = new Map(entries.map((entry) => [entry.path, entry]))
  const whole = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  // What somebody else put there meanwhile stays, and is found out when all of it is read.
  await cp(from, to, {
    ...{ recursive: true, verbatimSymlinks: true, force: false },
    filter: (source) => {
      if (source === from) return true
      signal.throwIfAborted()
      const entry = known.get(relative(from, source))
      if (!entry) return false
      told({ phase: 'copying', done, whole })
      done += entry.bytes
      return true
    },
  })
  done = 0
  for (const { path, kind, bytes } of entries) {
    told({ phase: 'checking', done, whole })
    const [source, copy] = [join(from, path), join(to, path)]
    if (kind === 'file' && (await hashFile(source, signal)) !== (await hashFile(copy, signal))) {
      return { ok: false, file: copy }
    }
    if (kind !== 'link') await sync(copy)
    done += bytes
  }
  await sync(to)
  return { ok: true }
}

async function hashFile(file: string, signal: AbortSignal): Promise<string> {
  const sum = createHash('sha256')
  for await (const piece of createReadStream(file, { signal })) sum.update(piece)
  return sum.digest('hex')
}

/** Windows syncs nothing that is open to be read alone; what may only be read there is checked before each use. */
async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
