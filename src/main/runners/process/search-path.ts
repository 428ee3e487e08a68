import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { isInside } from '#shared/paths'

const WORLD_WRITABLE = 0o002

/**
 * The folders of PATH where programs may be looked up: absolute, existing, not writable by everybody, and outside
 * skills and workspaces, which could contain their own `git`.
 */
export async function sanitizePath(
  searchPath: string,
  forbidden: string[],
  platform: NodeJS.Platform = process.platform,
): Promise<string[]> {
  const rules = platform === 'win32' ? path.win32 : path.posix
  const roots = await Promise.all(forbidden.map((root) => resolveReal(root, rules)))
  const folders: string[] = []
  for (const entry of searchPath.split(rules.delimiter)) {
    const folder = platform === 'win32' ? entry.replace(/^"(.*)"$/, '$1') : entry
    if (!rules.isAbsolute(folder)) continue
    const normal = rules.resolve(folder)
    if (!folders.includes(normal) && (await isTrustworthy(normal, roots, rules))) folders.push(normal)
  }
  return folders
}

async function isTrustworthy(folder: string, roots: string[], rules: path.PlatformPath): Promise<boolean> {
  try {
    const stats = await stat(folder)
    if (!stats.isDirectory()) return false
    if (rules === path.posix && (stats.mode & WORLD_WRITABLE) !== 0) return false
    const real = await realpath(folder)
    return !roots.some((root) => isInside(real, root, rules === path.win32))
  } catch {
    // A missing or inaccessible folder holds no program.
    return false
  }
}

/** A root that does not exist yet also forbids what is later created below it. */
async function resolveReal(root: string, rules: path.PlatformPath): Promise<string> {
  try {
    return await realpath(root)
  } catch {
    return rules.resolve(root)
  }
}
