import { isUtf8 } from 'node:buffer'

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
export function decode(bytes: Buffer): string {
  return bytes.toString('utf8')
}

/** It contains a NUL, or more than a tenth of it is not UTF-8. Text in another encoding is still worth showing. */
export function looksBinary(bytes: Buffer): boolean {
  if (bytes.includes(0)) return true
  if (isUtf8(bytes)) return false
  const text = decode(bytes)
  const replaced = text.length - text.replaceAll('\uFFFD', '').length
  return replaced > text.length * BINARY_SHARE
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

function lengthFromLead(byte: number): number {
  if (byte >= 0xf0 && byte <= 0xf4) return 4
  if (byte >= 0xe0) return byte <= 0xef ? 3 : 1
  return byte >= 0xc2 ? 2 : 1
}
