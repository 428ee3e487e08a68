import { countCutAtEnd, countCutAtStart, decode, looksBinary } from './decode.ts'
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

export interface OutputRing {
  push(chunk: Uint8Array): void
  capture(): Captured
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
export function createOutputRing(headSize = 256 * KIB, tailSize = 256 * KIB): OutputRing {
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
