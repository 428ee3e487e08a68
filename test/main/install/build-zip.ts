import { crc32, deflateRawSync } from 'node:zlib'

/** What one of the two headers of an entry says, where it is not the truth. */
export interface Said {
  name?: string | Uint8Array
  flags?: number
  method?: number
  crc?: number
  packed?: number
  size?: number
}

export interface ZipPart {
  name: string | Uint8Array
  data?: string | Uint8Array
  method?: 0 | 8
  /** As Unix writes it; 0 where no kind is told. */
  mode?: number
  local?: Said
  central?: Said & { offset?: number; extra?: Uint8Array }
  /** Bytes instead of those that packing the data gives. */
  packed?: Uint8Array
  /** Sizes after the data instead of before it. */
  hasDescriptor?: boolean
  /** In the list of files alone. */
  isListedOnly?: boolean
  /** Bytes that belong to nothing, behind it. */
  after?: Uint8Array
}

export interface ZipWhole {
  before?: Uint8Array
  comment?: Uint8Array
  end?: { entries?: number; here?: number; start?: number; size?: number; disk?: number; comment?: number }
  beforeEnd?: Uint8Array
  after?: Uint8Array
}

const UTF8_FLAG = 0x800
const DESCRIPTOR_FLAG = 0x8

/** Writes a zip byte by byte, so that each field can lie. */
export function buildZip(parts: readonly ZipPart[], whole: ZipWhole = {}): Buffer {
  const chunks: Uint8Array[] = [whole.before ?? new Uint8Array()]
  const directory: Uint8Array[] = []
  let at = chunks[0]?.length ?? 0
  for (const part of parts) {
    const truth = tellTruth(part)
    const { hasDescriptor = false } = part
    const measured = hasDescriptor ? { crc: 0, packed: 0, size: 0 } : {}
    const local = writeHeader(0x04034b50, 26, { ...truth, ...measured, ...part.local })
    const descriptor = hasDescriptor ? numbers([0x08074b50, truth.crc, truth.packed, truth.size]) : new Uint8Array()
    const pieces = part.isListedOnly ? [] : [local, truth.bytes, descriptor, part.after ?? new Uint8Array()]
    directory.push(writeCentral(part, { ...truth, ...part.central }, part.central?.offset ?? at))
    chunks.push(...pieces)
    at += pieces.reduce((sum, piece) => sum + piece.length, 0)
  }
  const list = Buffer.concat(directory)
  const comment = whole.comment ?? new Uint8Array()
  const { entries = parts.length, here = entries, start = at, size = list.length, disk = 0 } = whole.end ?? {}
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(disk, 4)
  end.writeUInt16LE(disk, 6)
  end.writeUInt16LE(here, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(start, 16)
  end.writeUInt16LE(whole.end?.comment ?? comment.length, 20)
  return Buffer.concat([...chunks, list, whole.beforeEnd ?? '', end, comment, whole.after ?? ''].map(toBytes))
}

function tellTruth({ name, data = '', method = 8, packed, hasDescriptor }: ZipPart) {
  const plain = toBytes(data)
  const bytes = packed ?? (method === 8 ? deflateRawSync(plain) : plain)
  const flags = UTF8_FLAG | (hasDescriptor ? DESCRIPTOR_FLAG : 0)
  return { name, flags, method, crc: crc32(plain), packed: bytes.length, size: plain.length, bytes }
}

type Header = Required<Said>

/** The fields both headers share, from the version to the lengths of name and extra field. */
function writeHeader(signature: number, lengthAt: number, said: Header): Buffer {
  const name = toBytes(said.name)
  const header = Buffer.alloc(lengthAt + 4)
  header.writeUInt32LE(signature, 0)
  const base = lengthAt - 22
  header.writeUInt16LE(20, base)
  header.writeUInt16LE(said.flags, base + 2)
  header.writeUInt16LE(said.method, base + 4)
  header.writeUInt32LE(said.crc, base + 10)
  header.writeUInt32LE(said.packed, base + 14)
  header.writeUInt32LE(said.size, base + 18)
  header.writeUInt16LE(name.length, lengthAt)
  return Buffer.concat([header, name])
}

function writeCentral(part: ZipPart, said: Header, offset: number): Buffer {
  const name = toBytes(said.name)
  const extra = part.central?.extra ?? new Uint8Array()
  const shared = writeHeader(0x02014b50, 28, said).subarray(0, 32)
  const rest = Buffer.alloc(14)
  const isFolder = name.at(-1) === 0x2f
  const mode = part.mode ?? (isFolder ? 0o040755 : 0o100644)
  rest.writeUInt32LE((mode * 65_536) >>> 0, 6)
  rest.writeUInt32LE(offset, 10)
  shared.writeUInt16LE((3 << 8) | 20, 4)
  shared.writeUInt16LE(extra.length, 30)
  return Buffer.concat([shared, rest, name, extra])
}

export function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

export function toBytes(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text) : text
}
