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

/** Searches by halves for the first line that does not decode. */
function lineOfFirstBadByte(bytes: Uint8Array): number {
  const starts = [0]
  for (let index = bytes.indexOf(10); index >= 0; index = bytes.indexOf(10, index + 1)) starts.push(index + 1)
  let good = 0
  let bad = starts.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (decodeUtf8(bytes.subarray(0, starts[middle])) === null) bad = middle
    else good = middle
  }
  return good + 1
}
