import { type FSWatcher, watch } from 'node:fs'

/** An editor writes a file in several steps; they are told of once. */
const SETTLE_MS = 100

/** Tells of changes in folders, at times late and at times of none: what must not be missed is looked at before it is used. */
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
      // It is not there, or may not be watched: it is still looked at before each use.
      drop(dir)
    }
  }
  for (const dir of dirs) open(dir)
  return () => {
    if (timer) clearTimeout(timer)
    for (const dir of dirs) drop(dir)
  }
}
