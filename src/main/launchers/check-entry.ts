import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Message, message } from '#shared/messages/message'
import type { Launch } from './launcher.ts'

/** Right before the start: the file has the bytes that were reviewed. What runs from a wrapper is compared there again. */
export async function checkEntry({ path, sha256 }: Launch['entry']): Promise<Message | null> {
  try {
    const bytes = await readFile(path)
    if (createHash('sha256').update(bytes).digest('hex') === sha256) return null
  } catch {
    // A file that is gone changed too.
  }
  return message('entry-changed', { path })
}
