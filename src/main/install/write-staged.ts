import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Writes a new file, executable or not. An `Intake` has accepted its path. */
export async function writeStaged(root: string, path: string, bytes: Uint8Array, isExecutable: boolean): Promise<void> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, bytes, { flag: 'wx', mode: isExecutable ? 0o755 : 0o644 })
}
