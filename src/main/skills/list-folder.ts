import { type Dirent, readdir } from 'node:fs'
import { promisify } from 'node:util'
import type { Message } from '#shared/messages/message'
import { explainError } from './read-file.ts'

const readFolder = promisify(readdir) as (path: string, options: { withFileTypes: true }) => Promise<Dirent[]>

export type Listing = { ok: true; entries: Dirent[] } | { ok: false; message: Message | string }

/** Never rejects. */
export async function listFolder(path: string): Promise<Listing> {
  try {
    return { ok: true, entries: await readFolder(path, { withFileTypes: true }) }
  } catch (error) {
    return { ok: false, message: explainError(error) }
  }
}
