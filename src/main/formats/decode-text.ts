import { decodeUtf8 } from '#shared/utf8'
import { type Place, report } from './place.ts'

/** Strict UTF-8 without its byte order mark. Anything else is null and a diagnostic. */
export function decodeText(place: Place, bytes: Uint8Array): string | null {
  const text = decodeUtf8(bytes)
  if (text === null) {
    const line = lineOfFirstBadByte(bytes)
    return report(place, 'error', 'NOT_UTF8', 'file-not-utf8', 'save-as-utf8', { file: place.file, line })
  }
  if (!text.startsWith('\uFEFF')) return text
  report(place, 'warning', 'BYTE_ORDER_MARK', 'file-has-byte-order-mark', 'save-without-byte-order-mark', {
    file: place.file,
  })
  return text.slice(1)
}

/** What cannot be decoded is replaced, so that the text is other bytes from there on. */
function lineOfFirstBadByte(bytes: Uint8Array): number {
  const replaced = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  const at = bytes.findIndex((byte, index) => byte !== replaced[index])
  return bytes.subarray(0, at).filter((byte) => byte === LINE_BREAK).length + 1
}

const LINE_BREAK = 10
