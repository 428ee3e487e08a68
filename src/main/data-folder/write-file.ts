import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string>

/** Writes the whole file or leaves the old one; by default readable by the person only. */
export async function writeFile(file: string, pieces: Pieces, mode = 0o600): Promise<void> {
  const part = join(dirname(file), `.${randomUUID()}.part`)
  const handle = await open(part, 'wx', mode)
  try {
    for await (const piece of pieces) await handle.writeFile(piece)
    // Some network drives have no modes.
    if (mode !== 0o600) await handle.chmod(mode)
    await handle.sync()
    await handle.close()
    await rename(part, file)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}
