import type { PictureType, SoundType } from '#shared/chat/picture'

export interface PictureSize {
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

/** The type of a sound by its first bytes; null if it is none. */
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
