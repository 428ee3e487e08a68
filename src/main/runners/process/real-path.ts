import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Null if nothing is there, or only a loop of links or a folder without access: no program could reach it either. */
export function realPath(path: string): string | null {
  try {
    return existsSync(path) ? realpathSync(path) : null
  } catch {
    return null
  }
}

/** Without duplicates. Missing ones need neither hiding nor showing. */
export const listReal = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => realPath(path) ?? [])),
]

/** For a missing path: what it would be. */
export function realOf(path: string): string {
  const parent = dirname(path)
  return realPath(path) ?? (parent === path ? path : join(realOf(parent), basename(path)))
}
