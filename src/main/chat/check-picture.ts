import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { pictureSizeOf, pictureTypeOf } from '#main/chat/picture-header'
import { MOST_PICTURE_BYTES, MOST_PICTURE_PIXELS, type Picture } from '#shared/chat/picture'

export type CheckedPicture = { ok: true; picture: Picture; data: string } | { ok: false; message: string }

/** A picture whose bytes are here, by what they say and not by what it is called. */
export function checkPicture(called: string, bytes: Buffer): CheckedPicture {
  const name = nameOfFile(called)
  const no = (why: string): CheckedPicture => ({ ok: false, message: `${name} was not attached: ${why}` })
  if (bytes.length > MOST_PICTURE_BYTES) return no(describeTooLarge(bytes.length))
  const type = pictureTypeOf(bytes)
  if (!type) return no('it is not a picture in PNG, JPEG, WebP or GIF. Save it as one of these.')
  const size = pictureSizeOf(bytes, type)
  if (!size) return no('it does not say how large the picture is. Save it anew with a program that shows pictures.')
  const { width, height } = size
  if (width * height > MOST_PICTURE_PIXELS) {
    return no(`it unfolds to ${width} × ${height} pixels, and 50 million are the most. Scale it down first.`)
  }
  const data = bytes.toString('base64')
  const sha256 = createHash('sha256').update(data).digest('hex')
  return { ok: true, picture: { sha256, type, name, bytes: bytes.length, width, height }, data }
}

export const describeTooLarge = (bytes: number): string =>
  `it has ${(bytes / 1e6).toFixed(1)} MB, and a picture may have ${MOST_PICTURE_BYTES / 1e6} MB. Make it smaller, or attach the part that matters.`

const LONGEST_NAME = 120

/** On one line, without characters that nobody sees. */
export function nameOfFile(file: string): string {
  const name = basename(file)
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return Array.from(name).slice(0, LONGEST_NAME).join('') || 'picture'
}
