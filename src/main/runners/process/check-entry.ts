import { hash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProcessAction } from '#shared/call/action'
import { type Message, message } from '#shared/messages/message'
import { isBelow } from '#shared/paths'

type Hashed = Pick<NonNullable<ProcessAction['entry']>, 'path' | 'sha256'>

/** Reads a file that really lies in the skill's folder and has the bytes that were reviewed. */
export async function readEntry(
  dir: string,
  { file, sha256 }: { file: string; sha256: string },
): Promise<{ ok: true; entry: Hashed & { code: string } } | { ok: false; why: Message }> {
  const named = join(dir, file)
  try {
    const [path, folder] = await Promise.all([realpath(named), realpath(dir)])
    const bytes = isBelow(path, folder) ? await readFile(path) : null
    if (bytes !== null && hash('sha256', bytes) === sha256)
      return { ok: true, entry: { path, sha256, code: bytes.toString() } }
  } catch {
    // A missing file has changed too.
  }
  return { ok: false, why: message('entry-changed', { path: named }) }
}

/** Checks the bytes once more right before the start. Wrappers compare them again. */
export async function checkEntry({ path, sha256 }: Hashed): Promise<Message | null> {
  try {
    if (hash('sha256', await readFile(path)) === sha256) return null
  } catch {
    // A missing file has changed too.
  }
  return message('entry-changed', { path })
}
