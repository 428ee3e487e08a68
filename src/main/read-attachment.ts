import { open } from 'node:fs/promises'
import { basename } from 'node:path'

export type Attachment = { ok: true; name: string; text: string } | { ok: false; message: string }

export const MOST_ATTACHED = 256 * 1024

/** A text file that the person chose, whole or not at all. */
export async function readAttachment(file: string): Promise<Attachment> {
  const name = basename(file).replace(/\s+/g, ' ')
  const no = (why: string): Attachment => ({ ok: false, message: `${name} was not attached: ${why}` })
  try {
    const handle = await open(file, 'r')
    try {
      if (!(await handle.stat()).isFile()) return no('it is not a file. Choose a text file.')
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(MOST_ATTACHED + 1), 0, MOST_ATTACHED + 1, 0)
      if (bytesRead > MOST_ATTACHED) return no('it is larger than 256 KiB. Attach the part that matters.')
      const text = new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead))
      return text.includes('\0') ? no(NOT_TEXT) : { ok: true, name, text }
    } finally {
      await handle.close()
    }
  } catch (error) {
    const { syscall, message, code } = error as NodeJS.ErrnoException
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return no(NOT_TEXT)
    if (syscall === undefined) throw error
    return no(`it cannot be read (${message}).`)
  }
}

const NOT_TEXT = 'it is not text in UTF-8. Save it as that, or attach another one.'
