import { type FileHandle, open } from 'node:fs/promises'
import { type CheckedPicture, checkPicture, describeTooLarge, nameOfFile } from '#main/chat/check-picture'
import { pictureTypeOf } from '#main/chat/picture-header'
import { MOST_ATTACHED, MOST_PICTURE_BYTES } from '#shared/chat/picture'
import { type Message, message } from '#shared/messages/message'

export type Attachment = { ok: true; name: string; text: string } | CheckedPicture

/** A chosen text file or picture, all of it or nothing. Its size is checked before it is read. */
export async function readAttachment(file: string): Promise<Attachment> {
  const name = nameOfFile(file)
  const no = (why: Message): Attachment => ({ ok: false, message: message('file-not-attached', { name, why }) })
  try {
    const handle = await open(file, 'r')
    try {
      const stat = await handle.stat()
      if (!stat.isFile()) return no(message('not-a-file-to-attach'))
      const start = await readUpTo(handle, MOST_ATTACHED + 1)
      if (pictureTypeOf(start)) {
        if (stat.size > MOST_PICTURE_BYTES) return no(describeTooLarge(stat.size))
        return checkPicture(name, await readUpTo(handle, MOST_PICTURE_BYTES + 1))
      }
      if (start.length > MOST_ATTACHED) return no(message('text-too-large'))
      const text = new TextDecoder('utf-8', { fatal: true }).decode(start)
      return text.includes('\0') ? no(NOT_TEXT) : { ok: true, name, text }
    } finally {
      await handle.close()
    }
  } catch (error) {
    const { syscall, message: problem, code } = error as NodeJS.ErrnoException
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return no(NOT_TEXT)
    if (syscall === undefined) throw error
    return no(message('cannot-be-read-because', { problem }))
  }
}

/** The file may have grown since its size was checked. */
async function readUpTo(handle: FileHandle, most: number): Promise<Buffer> {
  const { size } = await handle.stat()
  const buffer = Buffer.alloc(Math.min(most, size + 1))
  let filled = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled)
    filled += bytesRead
    if (bytesRead === 0 || filled === buffer.length) return buffer.subarray(0, filled)
  }
}

const NOT_TEXT = message('neither-text-nor-picture')
