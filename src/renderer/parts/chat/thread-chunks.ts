import type { ChatEntry } from '#shared/chat/chat'

/** A part of the thread that is drawn, or replaced by a placeholder, as a whole. */
export interface Chunk {
  /** Of its first entry, so it stays the same while the thread grows at either end. */
  readonly key: number
  readonly entries: readonly ChatEntry[]
}

/** A chunk ends before a message of the person if possible, and never between consecutive calls. */
const USUAL = 8
const LONG = 50
const LONGEST = 400

/** The thread in chunks; unchanged chunks keep their identity. */
export function chunkEntries(before: readonly Chunk[], entries: readonly ChatEntry[]): readonly Chunk[] {
  const first = before[0]
  const last = before.at(-1)
  if (!first || !last) return cut(entries)
  const start = entries.findIndex(({ seq }) => seq >= first.key)
  const end = entries.findLastIndex(({ seq }) => seq <= last.key)
  if (entries[start]?.seq !== first.key || entries[end]?.seq !== last.key) return cut(entries)
  const tail = entries.slice(end)
  // The same number may still be different entries: another version of a message.
  const isSame = tail.length === last.entries.length && tail.at(-1)?.seq === last.entries.at(-1)?.seq
  const ends = isSame ? [last] : cut(tail)
  if (start === 0 && ends[0] === last) return before
  return [...cut(entries.slice(0, start)), ...before.slice(0, -1), ...ends]
}

function cut(entries: readonly ChatEntry[]): Chunk[] {
  const chunks: Chunk[] = []
  let start = 0
  for (let at = 1; at <= entries.length; at++) {
    if (at < entries.length && !isCut(entries, at, at - start)) continue
    const piece = entries.slice(start, at)
    if (piece[0]) chunks.push({ key: piece[0].seq, entries: piece })
    start = at
  }
  return chunks
}

function isCut(entries: readonly ChatEntry[], at: number, length: number): boolean {
  const entry = entries[at]
  const isAmongCalls = entry?.kind === 'call' && entries[at - 1]?.kind === 'call'
  if (length >= LONGEST) return true
  if (length >= LONG) return !isAmongCalls
  return length >= USUAL && entry?.kind === 'message' && entry.role === 'user'
}

/** The chunk with this entry, or the one before it if the entry is not drawn itself. */
export function chunkOf(chunks: readonly Chunk[], seq: number): Chunk | undefined {
  return chunks.findLast(({ key }) => key <= seq)
}

export type CallEntryRef = Extract<ChatEntry, { kind: 'call' }>
type OtherEntry = Exclude<ChatEntry, CallEntryRef>

export function groupCalls(entries: readonly ChatEntry[]): (OtherEntry | CallEntryRef[])[] {
  const blocks: (OtherEntry | CallEntryRef[])[] = []
  for (const entry of entries) {
    const last = blocks.at(-1)
    if (entry.kind !== 'call') blocks.push(entry)
    else if (Array.isArray(last)) putInOrder(last, entry)
    else blocks.push([entry])
  }
  return blocks
}

/** Calls of one message in the model's order; they are recorded as they become ready. */
function putInOrder(calls: CallEntryRef[], entry: CallEntryRef): void {
  const isBefore = ({ nth }: CallEntryRef) => nth === undefined || entry.nth === undefined || nth < entry.nth
  calls.splice(calls.findLastIndex(isBefore) + 1, 0, entry)
}
