import { crc32, deflateSync } from 'node:zlib'

type Shade = number | ((x: number, y: number) => number)

/** A PNG that any program shows; `shade`, of all of it or of a point from 0 to 1, tells two of a size apart. */
export function makePng(width: number, height: number, shade: Shade = 128): Buffer {
  const rows = Buffer.alloc((1 + width) * height, typeof shade === 'number' ? shade : 0)
  for (let row = 0; row < height; row++) {
    rows[row * (1 + width)] = 0
    if (typeof shade === 'function')
      for (let x = 0; x < width; x++) rows[row * (1 + width) + 1 + x] = shade(x / width, row / height)
  }
  return wrapPng(width, height, deflateSync(rows))
}

/** Its header says whatever is wanted; there is nothing behind it. */
export const makePngHeader = (width: number, height: number): Buffer => wrapPng(width, height, Buffer.alloc(0))

function wrapPng(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** With a profile of another kind before the frame, as cameras write it. */
export function makeJpegHeader(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3])
  const profile = Buffer.concat([Buffer.from([0xff, 0xe1, 0x10, 0x02]), Buffer.alloc(0x1000, 0xff)])
  const table = Buffer.from([0xff, 0xff, 0xc4, 0, 3, 0])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), profile, table, frame])
}

/** A canvas, a comment, and a frame in it. */
export function makeGif(width: number, height: number, frame = { width, height }): Buffer {
  const bytes = Buffer.from(
    'GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff!\xfe\x02hi\0,\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;',
    'latin1',
  )
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  const at = bytes.indexOf(',')
  bytes.writeUInt16LE(frame.width, at + 5)
  bytes.writeUInt16LE(frame.height, at + 7)
  return bytes
}

export function makeWebpHeader(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write(`RIFF\0\0\0\0WEBP${kind}`, 'latin1')
  if (kind === 'VP8X') {
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
  } else if (kind === 'VP8L') {
    bytes.writeUInt8(0x2f, 20)
    bytes.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 21)
  } else {
    bytes.set([0x9d, 0x01, 0x2a], 23)
    bytes.writeUInt16LE(width, 26)
    bytes.writeUInt16LE(height, 28)
  }
  return bytes
}
