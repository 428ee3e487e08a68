import { chmod, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Also folders that may only be read, such as those of a trusted copy. */
export async function removeTree(dir: string): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => [])
  if (entries.length > 0) await chmod(dir, 0o755)
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(dir, entry.name))
  await rm(dir, { recursive: true, force: true, maxRetries: 3 })
}
