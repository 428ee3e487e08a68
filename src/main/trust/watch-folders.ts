import { type FSWatcher, watch } from 'node:fs'

/** An editor writes a file in several steps, which are reported once. */
const SETTLE_MS = 100

/**
 * Reports changes in folders, sometimes late and sometimes not at all, so anything important is checked before it is
 * used.
 */
export function watchFolders(dirs: readonly string[], changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | null = null
  const tell = () => {
    timer ??= setTimeout(() => {
      timer = null
      for (const dir of dirs) open(dir)
      changed()
    }, SETTLE_MS).unref()
  }
  const drop = (dir: string) => {
    watchers.get(dir)?.close()
    watchers.delete(dir)
  }
  const open = (dir: string) => {
    if (watchers.has(dir)) return
    try {
      const watcher = watch(dir, { recursive: true, persistent: false }, tell)
      watchers.set(dir, watcher)
      watcher.on('error', () => {
        drop(dir)
        tell()
      })
    } catch {
      // It is missing or cannot be watched; it is still checked before each use.
      drop(dir)
    }
  }
  for (const dir of dirs) open(dir)
  return () => {
    if (timer) clearTimeout(timer)
    for (const dir of dirs) drop(dir)
  }
}
