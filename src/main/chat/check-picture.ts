import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { pictureSizeOf, pictureTypeOf, soundTypeOf } from '#main/chat/picture-header'
import { MOST_PICTURE_BYTES, MOST_PICTURE_PIXELS, type Picture, type Sound } from '#shared/chat/picture'
import { type Message, message } from '#shared/messages/message'

export type CheckedPicture = { ok: true; picture: Picture; data: string } | { ok: false; message: Message }

/** Decides by the bytes, not by the name. */
export function checkPicture(called: string, bytes: Buffer): CheckedPicture {
  const name = nameOfFile(called)
  const no = (why: Message): CheckedPicture => ({ ok: false, message: message('file-not-attached', { name, why }) })
  if (bytes.length > MOST_PICTURE_BYTES) return no(describeTooLarge(bytes.length))
  const type = pictureTypeOf(bytes)
  if (!type) return no(message('not-a-known-picture'))
  const size = pictureSizeOf(bytes, type)
  if (!size) return no(message('picture-without-size'))
  const { width, height } = size
  if (width * height > MOST_PICTURE_PIXELS) {
    return no(message('picture-too-many-pixels', { width, height }))
  }
  const data = bytes.toString('base64')
  const sha256 = hash('sha256', data)
  return { ok: true, picture: { sha256, type, name, bytes: bytes.length, width, height }, data }
}

export const describeTooLarge = (bytes: number): Message =>
  message('picture-too-large', { size: (bytes / 1e6).toFixed(1), most: MOST_PICTURE_BYTES / 1e6 })

/** Null if it is no sound, or too long to keep. */
export function checkSound(called: string, bytes: Buffer): { sound: Sound; data: string } | null {
  const type = soundTypeOf(bytes)
  if (!type || bytes.length > MOST_PICTURE_BYTES) return null
  const data = bytes.toString('base64')
  return { sound: { sha256: hash('sha256', data), type, name: nameOfFile(called), bytes: bytes.length }, data }
}

const LONGEST_NAME = 120

/** On one line, without invisible characters. */
export function nameOfFile(file: string): string {
  const name = basename(file)
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return Array.from(name).slice(0, LONGEST_NAME).join('') || 'picture'
}
