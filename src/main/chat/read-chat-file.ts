import { basename, extname } from 'node:path'
import { ENDED, HEADING, PICTURE_LINE, RULE, undefuse } from '#main/chat/chat-document'
import { pickPath, readMarks, readPath } from '#shared/chat/branches'
import type { Fact } from '#shared/facts'
import { isObject, type JsonObject, parseJson } from '#shared/json'
import { LONGEST_MESSAGE } from '#shared/requests/chat-requests'
import { titleOf } from './chat-index.ts'

/** What a person and a model wrote; none of the calls. */
export interface ReadMessage {
  role: 'user' | 'assistant'
  content: string
}

export interface ReadChat {
  title: string
  messages: ReadMessage[]
  /** Facts or parts of a document that are not messages. */
  leftOut: number
  /** Pictures that the file names but does not contain. */
  pictures: number
  /** Lines that cannot be read, counted from 1. */
  broken: number[]
}

const LONGEST_TITLE = 200

/** Reads what Skillet exported. Takes only messages, whatever else the file claims. */
export function readChatFile(file: string, text: string): ReadChat {
  const whole = text.replace(/^\ufeff/, '')
  const read = extname(file).toLowerCase() === '.jsonl' || /^\s*\{/.test(whole) ? readLines(whole) : readDocument(whole)
  const title = cleanTitle(read.title) || titleOf(read.messages[0]?.content ?? '') || cleanTitle(basename(file))
  return { ...read, title }
}

const cleanTitle = (title: string) =>
  Array.from(
    title
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  )
    .slice(0, LONGEST_TITLE)
    .join('')

const ROLES = { You: 'user', Model: 'assistant' } as const

/** A chat exported as Markdown: the texts under "You" and "Model". */
function readDocument(text: string): ReadChat {
  const read: ReadChat = { title: '', messages: [], leftOut: 0, pictures: 0, broken: [] }
  let part: { heading: string; lines: string[] } | null = null
  /** Inside a program's output only its closing fence counts. */
  let fence = ''
  const close = () => {
    if (part) takePart(read, part)
  }
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const heading = fence === '' ? HEADING.exec(line)?.[1] : undefined
    if (part?.heading === 'Command') fence = fenceAfter(fence, line)
    if (heading !== undefined) {
      close()
      part = { heading, lines: [] }
    } else if (part) part.lines.push(line)
    else if (read.title === '' && line.startsWith('# ')) read.title = line.slice(2)
    else if (line.trim() !== '') read.broken.push(at + 1)
  }
  close()
  return read
}

function fenceAfter(fence: string, line: string): string {
  if (fence !== '') return line === fence ? '' : fence
  return /^(`{3,})(?:sh)?$/.exec(line)?.[1] ?? ''
}

function takePart(read: ReadChat, { heading, lines }: { heading: string; lines: readonly string[] }): void {
  const role = ROLES[heading as keyof typeof ROLES]
  const written = withoutEnd(lines).join('\n')
  const content = undefuse(trimLines(written.replace(PICTURE_LINE, ''))).toWellFormed()
  const pictures = written.match(PICTURE_LINE)?.length ?? 0
  if (role) read.pictures += pictures
  if (!role || content === '' || content.length > LONGEST_MESSAGE) read.leftOut++
  else read.messages.push({ role, content })
}

/** Without what follows the last message of a turn. */
function withoutEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  if (lines[last] !== RULE) return lines
  const before = lines.slice(0, last)
  const end = before.findLastIndex((line) => line.trim() !== '')
  return before[end]?.startsWith(ENDED) ? before.slice(0, end) : before
}

/** The first line may be indented. */
const trimLines = (text: string) => {
  const trimmed = text.trimEnd()
  const indent = trimmed.length - trimmed.trimStart().length
  return trimmed.slice(trimmed.lastIndexOf('\n', indent - 1) + 1)
}

/** Each step back may walk the whole chat, so a hostile file needs a limit. */
const MOST_STEPS = 20_000_000

/** A chat's record with one fact per line: the messages of the visible path. */
function readLines(text: string): ReadChat {
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
  // A failing parser takes much longer than this look.
  if (!/^\s*\{/.test(line)) return null
  const fact = parseJson(line)
  return isObject(fact) && typeof fact.type === 'string' ? fact : null
}

const isTitle = (fact: JsonObject): fact is JsonObject & { title: string } =>
  (fact.type === 'chat.created' || fact.type === 'chat.renamed') && typeof fact.title === 'string'

/** Keeps what the path and the messages need. Renumbered, because the file's numbers may be anything. */
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
