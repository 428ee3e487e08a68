import { isUtf8 } from 'node:buffer'
import type { Captured } from './result-pipe.ts'

const KIB = 1024

/** Puts bytes after the first `length` of a buffer, which doubles in size as needed, up to `most`. */
export function append(buffer: Buffer<ArrayBuffer>, length: number, bytes: Uint8Array, most: number) {
  const needed = length + bytes.length
  let roomy = buffer
  if (needed > buffer.length) {
    roomy = Buffer.allocUnsafe(Math.min(most, Math.max(needed, buffer.length * 2, KIB)))
    buffer.copy(roomy, 0, 0, length)
  }
  roomy.set(bytes, length)
  return roomy
}

/** As much of a text as a ring of this size keeps. */
export function keepEnds(text: string, keptBytes: number): Omit<Captured, 'isBinary'> {
  const half = Math.floor(keptBytes / 2)
  const ring = createOutputRing(half, half)
  ring.push(Buffer.from(text))
  const { isBinary: _, ...kept } = ring.capture()
  return kept
}

/** Keeps the beginning and the end of a stream in bounded memory. */
export function createOutputRing(headSize = 256 * KIB, tailSize = 256 * KIB) {
  let head = Buffer.alloc(0)
  let headLength = 0
  let tail = Buffer.alloc(0)
  let tailEnd = 0
  let tailTotal = 0

  function push(chunk: Uint8Array): void {
    const forHead = Math.min(chunk.length, headSize - headLength)
    if (forHead > 0) head = append(head, headLength, chunk.subarray(0, forHead), headSize)
    headLength += forHead
    if (forHead < chunk.length) pushTail(chunk.subarray(forHead))
  }

  function pushTail(bytes: Uint8Array): void {
    tailTotal += bytes.length
    if (tail.length === 0) tail = Buffer.allocUnsafe(tailSize)
    const kept = bytes.length > tailSize ? bytes.subarray(bytes.length - tailSize) : bytes
    const beforeWrap = Math.min(kept.length, tailSize - tailEnd)
    tail.set(kept.subarray(0, beforeWrap), tailEnd)
    tail.set(kept.subarray(beforeWrap), 0)
    tailEnd = (tailEnd + kept.length) % tailSize
  }

  function capture(): Captured {
    const bytes = headLength + tailTotal
    const keptHead = head.subarray(0, headLength)
    if (tailTotal <= tailSize) {
      const whole = Buffer.concat([keptHead, tail.subarray(0, tailTotal)])
      return { text: decode(whole), bytes, truncated: false, isBinary: looksBinary(whole) }
    }
    const keptTail = Buffer.concat([tail.subarray(tailEnd), tail.subarray(0, tailEnd)])
    const first = keptHead.subarray(0, headLength - countCutAtEnd(keptHead))
    const last = keptTail.subarray(countCutAtStart(keptTail))
    const omitted = bytes - first.length - last.length
    const text = `${decode(first)}\n[… ${omitted} bytes omitted …]\n${decode(last)}`
    return { text, bytes, truncated: true, isBinary: looksBinary(first) || looksBinary(last) }
  }

  return { push, capture }
}

const INTERVAL_MS = 100
const ROOM_FOR_NOTE = 64
const LARGEST_SAMPLE = 64 * 1024 - ROOM_FOR_NOTE

/**
 * Shows a stream at most ten times a second and 64 KiB at a time. Faster output is counted but not decoded; the record
 * keeps its own beginning and end.
 */
export function createLiveText(show: (text: string) => void) {
  let sample = Buffer.alloc(0)
  let length = 0
  let skipped = 0
  let startsInsideCharacter = false
  let shownAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  function push(chunk: Uint8Array): void {
    const taken = Math.min(chunk.length, LARGEST_SAMPLE - length)
    if (taken > 0 && skipped === 0) {
      sample = append(sample, length, chunk.subarray(0, taken), LARGEST_SAMPLE)
      length += taken
    }
    skipped += skipped === 0 ? chunk.length - taken : chunk.length
    if (timer !== null) return
    const wait = shownAt + INTERVAL_MS - performance.now()
    if (wait <= 0) flush(false)
    else timer = setTimeout(flush, wait, false)
  }

  function flush(isLast: boolean): void {
    timer = null
    shownAt = performance.now()
    const start = startsInsideCharacter ? countCutAtStart(sample.subarray(0, length)) : 0
    const cut = isLast && skipped === 0 ? 0 : countCutAtEnd(sample.subarray(start, length))
    const text = decode(sample.subarray(start, length - cut))
    const missing = skipped === 0 ? 0 : skipped + cut
    startsInsideCharacter = missing > 0
    if (missing === 0) sample.copyWithin(0, length - cut, length)
    length = missing === 0 ? cut : 0
    skipped = 0
    const note = missing === 0 ? '' : `\n[… ${missing} bytes not shown while running …]\n`
    if (text !== '' || note !== '') show(text + note)
  }

  /** Shows what is left, and nothing afterwards. */
  function end(): void {
    if (timer !== null) clearTimeout(timer)
    flush(true)
  }

  return { push, end }
}

const LONGEST_CHARACTER = 4
const BINARY_SHARE = 0.1

/** How many bytes at the end belong to an incomplete character. */
export function countCutAtEnd(bytes: Uint8Array): number {
  for (let back = 1; back < LONGEST_CHARACTER && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    return lengthFromLead(byte) > back ? back : 0
  }
  return 0
}

/** How many bytes at the start belong to a character that began earlier. */
export function countCutAtStart(bytes: Uint8Array): number {
  let cut = 0
  while (cut < LONGEST_CHARACTER - 1 && cut < bytes.length && isContinuation(bytes[cut] ?? 0)) cut++
  return cut
}

/** Invalid UTF-8 becomes U+FFFD; a byte order mark stays. */
export const decode = (bytes: Buffer): string => bytes.toString('utf8')

/** It contains a NUL, or more than a tenth of it is not UTF-8. Text in another encoding is still worth showing. */
export function looksBinary(bytes: Buffer): boolean {
  if (bytes.includes(0)) return true
  if (isUtf8(bytes)) return false
  const text = decode(bytes)
  const replaced = text.length - text.replaceAll('\uFFFD', '').length
  return replaced > text.length * BINARY_SHARE
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80

function lengthFromLead(byte: number): number {
  if (byte >= 0xf0 && byte <= 0xf4) return 4
  if (byte >= 0xe0) return byte <= 0xef ? 3 : 1
  return byte >= 0xc2 ? 2 : 1
}
