import { wordsOf } from '#shared/call/describe-action'
import type { Origin, Plan } from '#shared/call/plan'
import { quoteArgv } from '#shared/call/quote'
import { toVisible } from '#shared/visible'

/** A stretch of the command line that comes from one place. */
export interface Segment {
  element: number
  origin: Origin
  text: string
}

/** Over this many bytes the middle is folded away, and nothing can be approved before it was unfolded. */
export const FOLD_BYTES = 4096
const HEAD = 1024
const TAIL = 512

const encoder = new TextEncoder()
export const byteLength = (text: string): number => encoder.encode(text).length

/** One segment for each element, quoted so that the line can be pasted into a shell as it stands. */
export function segmentsOf({ action }: Pick<Plan, 'action'>): Segment[] {
  const isCommand = action.kind === 'process'
  return wordsOf(action).map(({ text, origin }, element) => ({
    element,
    origin,
    text: isCommand ? quoteElement(text, element) : toVisible(text).text,
  }))
}

/** As it stands in the whole line, where only the first word must not look like the shell's own. */
function quoteElement(value: string, element: number): string {
  const before = element === 0 ? [] : ['_']
  const { text, exact } = quoteArgv([...before, value], 'bash')
  if (!exact) return quoteArgv([value], 'json').text.slice(1, -1)
  return element === 0 ? text : text.slice('_ '.length)
}

export interface Folded {
  head: Segment[]
  tail: Segment[]
  /** 0 when nothing is folded away. */
  foldedBytes: number
}

export function foldSegments(segments: readonly Segment[], isUnfolded: boolean): Folded {
  const total = lineLength(segments)
  if (isUnfolded || total <= FOLD_BYTES) return { head: [...segments], tail: [], foldedBytes: 0 }
  const head = takeStart(segments, HEAD)
  const tail = takeEnd(segments, TAIL)
  return { head, tail, foldedBytes: total - lineLength(head) - lineLength(tail) }
}

/** In bytes, with the spaces between the segments. */
function lineLength(segments: readonly Segment[]): number {
  return segments.reduce((bytes, { text }) => bytes + byteLength(text) + 1, -1)
}

/** The same rule for one long text, such as what is written to the command's input. */
export function foldText(text: string, isUnfolded: boolean): { head: string; tail: string; foldedBytes: number } {
  const bytes = byteLength(text)
  if (isUnfolded || bytes <= FOLD_BYTES) return { head: text, tail: '', foldedBytes: 0 }
  const head = startOf(text, HEAD)
  const tail = endOf(text, TAIL)
  return { head, tail, foldedBytes: bytes - byteLength(head) - byteLength(tail) }
}

function takeStart(segments: readonly Segment[], bytes: number): Segment[] {
  const taken: Segment[] = []
  let left = bytes
  for (const segment of segments) {
    if (left <= 0) break
    taken.push({ ...segment, text: startOf(segment.text, left) })
    left -= byteLength(segment.text) + 1
  }
  return taken
}

function takeEnd(segments: readonly Segment[], bytes: number): Segment[] {
  const taken: Segment[] = []
  let left = bytes
  for (const segment of segments.toReversed()) {
    if (left <= 0) break
    taken.unshift({ ...segment, text: endOf(segment.text, left) })
    left -= byteLength(segment.text) + 1
  }
  return taken
}

/** The first or last so many bytes, in whole characters. */
function startOf(text: string, bytes: number): string {
  let left = bytes
  let end = 0
  for (const character of text) {
    left -= byteLength(character)
    if (left < 0) break
    end += character.length
  }
  return text.slice(0, end)
}

function endOf(text: string, bytes: number): string {
  if (byteLength(text) <= bytes) return text
  const characters = [...text.slice(-bytes)]
  let left = bytes
  let start = text.length
  for (const character of characters.reverse()) {
    left -= byteLength(character)
    if (left < 0) break
    start -= character.length
  }
  return text.slice(start)
}
