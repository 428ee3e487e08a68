import { wordsOf } from '#shared/call/describe-action'
import type { Origin, Plan } from '#shared/call/plan'
import { quoteArgv } from '#shared/call/quote'
import { toVisible } from '#shared/visible'

/** A part of the command line with one origin. */
export interface Segment {
  element: number
  origin: Origin
  text: string
}

/** The middle of a longer command is folded and must be unfolded before it can be approved. */
export const FOLD_BYTES = 4096
const HEAD = 1024
const TAIL = 512

const encoder = new TextEncoder()
export const byteLength = (text: string): number => encoder.encode(text).length

/** One segment per element, quoted so that the line can be pasted into a shell. */
export function segmentsOf({ action }: Pick<Plan, 'action'>): Segment[] {
  const isCommand = action.kind === 'process'
  return wordsOf(action).map(({ text, origin }, element) => ({
    element,
    origin,
    text: isCommand ? quoteElement(text, element) : toVisible(text).text,
  }))
}

/** Only the first word must not look like shell syntax. */
function quoteElement(value: string, element: number): string {
  const before = element === 0 ? [] : ['_']
  const { text, exact } = quoteArgv([...before, value], 'bash')
  if (!exact) return quoteArgv([value], 'json').text.slice(1, -1)
  return element === 0 ? text : text.slice('_ '.length)
}

export interface Folded {
  head: Segment[]
  tail: Segment[]
  /** 0 if nothing is folded. */
  foldedBytes: number
}

export function foldSegments(segments: readonly Segment[], isUnfolded: boolean): Folded {
  const total = lineLength(segments)
  if (isUnfolded || total <= FOLD_BYTES) return { head: [...segments], tail: [], foldedBytes: 0 }
  const head = takeStart(segments, HEAD)
  const tail = takeEnd(segments, TAIL)
  return { head, tail, foldedBytes: total - lineLength(head) - lineLength(tail) }
}

/** In bytes, with the spaces between segments. */
function lineLength(segments: readonly Segment[]): number {
  return segments.reduce((bytes, { text }) => bytes + byteLength(text) + 1, -1)
}

/** Folds one long text in the same way, such as a command's input. */
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

/** The first or last bytes, in whole characters. */
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
