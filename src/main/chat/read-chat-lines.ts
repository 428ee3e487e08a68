import type { ReadChat, ReadMessage } from '#main/chat/read-chat-file'
import { pickPath, readMarks, readPath } from '#shared/chat/branches'
import type { Fact } from '#shared/facts'
import { isObject, type JsonObject } from '#shared/json'
import { LONGEST_MESSAGE } from '#shared/requests/conversation-requests'

/** Each going back may walk the whole chat once more: no file is to hold Skillet up with that. */
const MOST_STEPS = 20_000_000

/** The record of a chat, a fact a line: the messages of the path that was in view. */
export function readLines(text: string): ReadChat {
  const facts: Fact[] = []
  const broken: number[] = []
  const read: ReadChat = { title: '', messages: [], leftOut: 0, pictures: 0, broken }
  let turns = 0
  let jumps = 0
  const isTooMuch = ({ type, replaces }: JsonObject) => {
    if (type === 'turn.started') turns++
    if (type === 'branch.chosen' || replaces !== undefined) jumps++
    return type !== 'message.added' && jumps * turns > MOST_STEPS
  }
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const fact = parseFact(line)
    if (!fact) broken.push(at + 1)
    else if (isTitle(fact)) read.title = fact.title
    const kept = fact && !isTooMuch(fact) ? keep(fact, facts.length + 1) : null
    if (kept) facts.push(kept)
    else if (fact && !isTitle(fact)) read.leftOut++
  }
  const path = readPath(readMarks(facts))
  for (const fact of pickPath(facts, path)) {
    if (fact.type !== 'message.added') continue
    read.pictures += fact.images?.length ?? 0
    if (fact.content !== '') read.messages.push({ role: fact.role, content: fact.content } as ReadMessage)
  }
  read.leftOut += facts.length - read.messages.length
  return read
}

function parseFact(line: string): JsonObject | null {
  // To fail at parsing takes much longer than to see that there is no object.
  if (!/^\s*\{/.test(line)) return null
  try {
    const fact: unknown = JSON.parse(line)
    return isObject(fact) && typeof fact.type === 'string' ? fact : null
  } catch {
    return null
  }
}

const isTitle = (fact: JsonObject): fact is JsonObject & { title: string } =>
  (fact.type === 'chat.created' || fact.type === 'chat.renamed') && typeof fact.title === 'string'

/** What the path is made of, and what was said; numbered anew, for the file's own numbers may be anything. */
function keep(fact: JsonObject, seq: number): Fact | null {
  const { type, turn, replaces, role, content, images } = fact
  const frame = { seq, at: '', chat: null }
  if (type === 'branch.chosen' && typeof turn === 'string') return { ...frame, type, turn }
  if (type === 'turn.started' && typeof turn === 'string') {
    return { ...frame, type, turn, model: '', ...(typeof replaces === 'string' && { replaces }) }
  }
  if (type !== 'message.added' || (role !== 'user' && role !== 'assistant')) return null
  if (typeof content !== 'string' || content.length > LONGEST_MESSAGE) return null
  const pictures = Array.isArray(images) ? images.filter(isObject).map(() => NO_PICTURE) : []
  return { ...frame, type, role, content: content.toWellFormed(), ...(pictures.length > 0 && { images: pictures }) }
}

/** The file names it; its bytes are elsewhere. */
const NO_PICTURE = { sha256: '', type: 'image/png', name: '', bytes: 0, width: 0, height: 0 } as const
