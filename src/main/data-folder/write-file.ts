import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Writes the whole file or leaves the old one; readable by the person only. */
export async function writeFile(file: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const part = join(dirname(file), `.${basename(file)}.${process.pid}.part`)
  // A leftover of a killed writer, or a planted link: never write through it.
  await rm(part, { force: true })
  const handle = await open(part, 'wx', 0o600)
  try {
    for await (const piece of pieces) await handle.write(piece)
    await handle.sync()
    await handle.close()
    await rename(part, file)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(part, { force: true })
    throw error
  }
}
