import { basename, extname } from 'node:path'
import { titleOf } from '#main/chat/chat-index'
import { readDocument } from '#main/chat/read-chat-document'
import { readLines } from '#main/chat/read-chat-lines'

/** What a person and a model said, and nothing that was done. */
export interface ReadMessage {
  role: 'user' | 'assistant'
  content: string
}

export interface ReadChat {
  title: string
  messages: ReadMessage[]
  /** Facts, or parts of a document, that are no message of either. */
  leftOut: number
  /** Named in the file, which does not hold them. */
  pictures: number
  /** Lines that are not what such a file holds, by number from 1 on. */
  broken: number[]
}

const LONGEST_TITLE = 200

/** Reads what Skillet exported: never more than messages, whatever else the file claims. */
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
