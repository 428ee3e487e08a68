import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Writes a file anew; of its permissions only whether it may be run is kept. The path was taken by an `Intake`. */
export async function writeStaged(root: string, path: string, bytes: Uint8Array, isExecutable: boolean): Promise<void> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, bytes, { flag: 'wx', mode: isExecutable ? 0o755 : 0o644 })
}
