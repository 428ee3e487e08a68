import { countCutAtEnd, countCutAtStart, decode } from './decode.ts'
import { append } from './output-ring.ts'

const INTERVAL_MS = 100
const ROOM_FOR_NOTE = 64
const LARGEST_SAMPLE = 64 * 1024 - ROOM_FOR_NOTE

export interface LiveText {
  push(chunk: Uint8Array): void
  /** Shows what is left, and nothing afterwards. */
  end(): void
}

/**
 * Shows a stream at most ten times a second and 64 KiB at a time. Faster output is counted but not decoded; the record
 * keeps its own beginning and end.
 */
export function createLiveText(show: (text: string) => void): LiveText {
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

  function end(): void {
    if (timer !== null) clearTimeout(timer)
    flush(true)
  }

  return { push, end }
}
