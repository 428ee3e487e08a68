import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '#main/skills/read-file'

const NAME = /^[0-9a-f]{32}$/

export const placesOf = (home: string) => ({ quarantine: join(home, 'quarantine'), skills: join(home, 'skills') })

export type Places = ReturnType<typeof placesOf>

/** Creates a folder for one installation, for this user only, with a name nobody can guess. */
export async function makeStaging({ quarantine }: Places): Promise<{ token: string; dir: string }> {
  await mkdir(quarantine, { recursive: true, mode: 0o700 })
  const token = randomBytes(16).toString('hex')
  const dir = join(quarantine, token)
  // Not recursive, so it fails if the folder exists.
  await mkdir(dir, { mode: 0o700 })
  return { token, dir }
}

export async function removeStaging(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true, maxRetries: 3 })
}

/** Where a skill waits while its replacement moves in. */
export const placeForReplaced = (dir: string): string => join(dir, 'replaced')

/**
 * Removes what interrupted installations left behind, and restores a skill that was just being replaced. Only the owner
 * of the home may call it.
 */
export async function sweepQuarantine(places: Places): Promise<void> {
  for (const name of await listNames(places.quarantine)) {
    const dir = join(places.quarantine, name)
    if (!NAME.test(name) || !(await lstat(dir)).isDirectory()) continue
    const replaced = placeForReplaced(dir)
    for (const skill of await listNames(replaced)) {
      const isThere = (await listNames(places.skills)).includes(skill)
      if (!isThere) await rename(join(replaced, skill), join(places.skills, skill))
    }
    await removeStaging(dir)
  }
}

export async function listNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

/** Writes a new file, executable or not. An `Intake` has accepted its path. */
export async function writeStaged(root: string, path: string, bytes: Uint8Array, isExecutable: boolean): Promise<void> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, bytes, { flag: 'wx', mode: isExecutable ? 0o755 : 0o644 })
}
