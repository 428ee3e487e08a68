import { readTree } from '#main/skills/read-tree'
import type { Diagnostic } from '#shared/messages/diagnostic'

export interface KeptFile {
  bytes: Uint8Array
  isExecutable: boolean
}

/** Every file of a folder, and the hash over exactly these bytes. */
export type FilesReading =
  | { ok: true; hash: string; files: Map<string, KeptFile> }
  | { ok: false; diagnostic: Diagnostic }

/** Never rejects. Not ok if something could not be read, so that no hash vouches for the folder. */
export async function readFiles(dir: string): Promise<FilesReading> {
  const files = new Map<string, KeptFile>()
  const { hash, blocker } = await readTree(dir, [], undefined, (path, { bytes, isExecutable }) => {
    files.set(path, { bytes, isExecutable })
  })
  return blocker ? { ok: false, diagnostic: blocker } : { ok: true, hash, files }
}
