import { hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  MOST_ATTACHED,
  MOST_PICTURE_BYTES,
  MOST_PICTURE_PIXELS,
  type Picture,
  type PictureType,
  type Sound,
  type SoundType,
} from '#shared/chat/picture'
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
  if (width * height > MOST_PICTURE_PIXELS) return no(message('picture-too-many-pixels', { width, height }))
  const data = bytes.toString('base64')
  const sha256 = hash('sha256', data)
  return { ok: true, picture: { sha256, type, name, bytes: bytes.length, width, height }, data }
}

const describeTooLarge = (bytes: number): Message =>
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

type Attachment = { ok: true; name: string; text: string } | CheckedPicture

/** A chosen text file or picture, all of it or nothing. Its size is checked before it is read. */
export async function readAttachment(file: string): Promise<Attachment> {
  const name = nameOfFile(file)
  const no = (why: Message): Attachment => ({ ok: false, message: message('file-not-attached', { name, why }) })
  try {
    await using handle = await open(file, 'r')
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

interface PictureSize {
  width: number
  height: number
}

/** The type by the first bytes, whatever the file's name; null if it is no picture. */
export function pictureTypeOf(bytes: Buffer): PictureType | null {
  if (bytes.subarray(0, 8).equals(PNG)) return 'image/png'
  if (bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xffd8ff) return 'image/jpeg'
  const start = bytes.toString('latin1', 0, 12)
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'image/webp' : null
}

export function soundTypeOf(bytes: Buffer): SoundType | null {
  const start = bytes.toString('latin1', 0, 12)
  return SOUNDS.find(([form]) => form.test(start))?.[1] ?? null
}

const SOUNDS: [RegExp, SoundType][] = [
  [/^RIFF.{4}WAVE/s, 'audio/wav'],
  [/^OggS/, 'audio/ogg'],
  [/^fLaC/, 'audio/flac'],
  [/^.{4}ftyp/s, 'audio/mp4'],
  [/^\xff[\xf0\xf1\xf8\xf9]/, 'audio/aac'],
  [/^(?:ID3|\xff[\xe2-\xff])/, 'audio/mpeg'],
]

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The size in the header, before anything is decoded; null if it cannot be read. */
export function pictureSizeOf(bytes: Buffer, type: PictureType): PictureSize | null {
  try {
    const size = READERS[type](bytes)
    return size && size.width > 0 && size.height > 0 ? size : null
  } catch (error) {
    if (error instanceof RangeError) return null // The header ends before it says.
    throw error
  }
}

const READERS: Record<PictureType, (bytes: Buffer) => PictureSize | null> = {
  'image/png': (bytes) =>
    bytes.toString('latin1', 12, 16) === 'IHDR'
      ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      : null,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
}

/** Markers that decoders read as having no segment. If we would read on differently, we stop. */
const standsAlone = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9)

/** SOF0 to SOF15, except DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readJpeg(bytes: Buffer): PictureSize | null {
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) at++
    else if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    else if (marker === 0xda || standsAlone(marker)) return null
    else {
      const length = bytes.readUInt16BE(at + 2)
      if (length < 2) return null
      at += 2 + length
    }
  }
}

/** The canvas, or the largest frame if one claims to be larger. */
function readGif(bytes: Buffer): PictureSize {
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  const colors = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  const skipBlocks = (from: number) => {
    let at = from
    for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length
    return at + 1
  }
  for (let at = 13 + colors(bytes.readUInt8(10)); at < bytes.length; ) {
    const kind = bytes.readUInt8(at)
    if (kind === 0x21) at = skipBlocks(at + 2)
    else if (kind === 0x2c) {
      size.width = Math.max(size.width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      size.height = Math.max(size.height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      at = skipBlocks(at + 11 + colors(bytes.readUInt8(at + 9)))
    } else break
  }
  return size
}

function readWebp(bytes: Buffer): PictureSize | null {
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (chunk === 'VP8L') {
    const packed = bytes.readUInt32LE(21)
    return bytes.readUInt8(20) === 0x2f ? { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 } : null
  }
  if (chunk !== 'VP8 ' || bytes.readUIntBE(23, 3) !== 0x9d012a) return null
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}
