/** In characters. */
export const LONGEST_MESSAGE = 1_000_000

export interface ImportedChat {
  chat: string
  file: string
  messages: number
  /** Lines, or parts of a document, that are no message: commands, answers to them, settings. */
  leftOut: number
  /** Pictures that the file names and does not hold. */
  pictures: number
  /** Lines that could not be read, by number from 1 on; the first of them. */
  broken: number[]
}

/** A message that was searched for, with the words around the first place. */
export interface FoundMessage {
  chat: string
  title: string
  seq: number
  at: string
  role: 'user' | 'assistant' | 'tool'
  before: string
  match: string
  after: string
  /** How many places of it are meant; at least the one. */
  count: number
  /** It is in a version that is not in view: the turn through which the chat has to go. */
  beside?: string
}
