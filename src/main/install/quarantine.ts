import { randomBytes } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode } from '#main/skills/read-file'

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
