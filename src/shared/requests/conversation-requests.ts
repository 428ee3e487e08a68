import type { Live } from '#shared/chat/live'
import { MOST_PICTURES, type Picture } from '#shared/chat/picture'
import type { QueuedMessage } from '#shared/chat/queue'
import type { Fact } from '#shared/facts'
import { takes } from '#shared/schema'
import type { ChatSummary } from './requests.ts'

const id = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
/** In characters. */
export const LONGEST_MESSAGE = 1_000_000
const text = { type: 'string', maxLength: LONGEST_MESSAGE } as const

const names = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 200 }, maxItems: 2000 } as const

/** What the window may ask about chats. */
export const conversationInputs = {
  'chat.archive': takes({ chat: id, archived: { type: 'boolean' } }),
  'chat.chooseBranch': takes({ chat: id, turn: id }),
  'chat.create': takes({}),
  'chat.delete': takes({ chat: id }),
  'chat.export': takes({ chat: id, format: { type: 'string', enum: ['markdown', 'jsonl'] } }),
  'chat.import': takes({}),
  'chat.list': takes({}),
  'chat.pin': takes({ chat: id, pinned: { type: 'boolean' } }),
  'chat.read': takes(
    { chat: id },
    {
      before: { type: 'integer', minimum: 1 },
      /** At least from here on, wherever that is. */
      from: { type: 'integer', minimum: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 5000 },
    },
  ),
  'chat.regenerate': takes({ chat: id, turn: id }),
  'chat.rename': takes({ chat: id, title: { type: 'string', minLength: 1, maxLength: 200 } }),
  'chat.restore': takes({ chat: id }),
  'chat.search': takes(
    { text: { type: 'string', minLength: 1, maxLength: 1000 }, limit: { type: 'integer', minimum: 1, maximum: 200 } },
    { chat: id, before: { type: 'integer', minimum: 1 } },
  ),
  /** In the place of the turn `replaces`, where it is said; with pictures that main holds, or that turn has. */
  'chat.send': takes(
    { chat: id, text },
    {
      replaces: id,
      images: { type: 'array', items: { type: 'string', pattern: '^[0-9a-f]{64}$' }, maxItems: MOST_PICTURES },
    },
  ),
  'chat.sendQueued': takes({ chat: id, message: id }),
  'chat.setPolicy': takes({ chat: id, policy: { type: 'string', enum: ['ask', 'trusted', 'default'] } }),
  /** All of what is off in this chat; the rest is as it is everywhere. */
  'chat.setToolsOff': takes({ chat: id, skills: names, tools: names }),
  'chat.stop': takes({ chat: id }),
  'chat.unqueue': takes({ chat: id, message: id }),
  'file.attach': takes({}),
}

export interface ConversationOutputs {
  'chat.archive': { archived: boolean }
  /** The chat goes through this turn again, and on as it went from there. */
  'chat.chooseBranch': { chosen: true }
  'chat.create': { chat: string }
  'chat.delete': { deleted: true }
  /** Null where the person chose no file. */
  'chat.export': { file: string | null }
  /** A new chat of what was said in a file that the person chose; null where they chose none. */
  'chat.import': { imported: ImportedChat | null }
  'chat.list': { chats: ChatSummary[] }
  'chat.pin': { pinned: boolean }
  'chat.read': {
    facts: Fact[]
    title: string
    hasEarlier: boolean
    queued: readonly QueuedMessage[]
    /** Of each turn on the path, near or far, that has more than one: their turns in order. */
    versions: readonly (readonly string[])[]
    /** What passes by meanwhile, up to now; not with a page before another. */
    live?: Live
  }
  /** The same message once more, in the place of this turn. */
  'chat.regenerate': { accepted: true }
  'chat.rename': { renamed: true }
  'chat.restore': { restored: true }
  /** Newest first. Every word must begin a word of the message. */
  'chat.search': { found: FoundMessage[]; more: boolean }
  /** With the id it waits under, where a turn is under way. */
  'chat.send': { accepted: true; queued?: string }
  /** At once where no turn is under way, else after it. */
  'chat.sendQueued': { accepted: true }
  'chat.setPolicy': { changed: boolean }
  'chat.setToolsOff': { set: true }
  'chat.stop': { stopped: boolean }
  'chat.unqueue': { removed: boolean }
  /** The person chooses them in a dialog of the system. `refused`: why some are not among them, each by its name. */
  'file.attach': { files: { name: string; text: string }[]; pictures: Picture[]; refused: string[] }
}

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
