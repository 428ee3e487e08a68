import type { ChatSummary, FoundMessage } from './calls.ts'
import type { Fact } from './facts.ts'
import type { QueuedMessage } from './queue.ts'
import { takes } from './schema.ts'

const id = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
const text = { type: 'string', maxLength: 1_000_000 } as const

/** What the window may ask about chats. */
export const conversationInputs = {
  'chat.archive': takes({ chat: id, archived: { type: 'boolean' } }),
  'chat.chooseBranch': takes({ chat: id, turn: id }),
  'chat.create': takes({}),
  'chat.delete': takes({ chat: id }),
  'chat.export': takes({ chat: id, format: { type: 'string', enum: ['markdown', 'jsonl'] } }),
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
  /** In the place of the turn `replaces`, where it is said. */
  'chat.send': takes({ chat: id, text: { ...text, minLength: 1 } }, { replaces: id }),
  'chat.sendQueued': takes({ chat: id, message: id }),
  'chat.setPolicy': takes({ chat: id, policy: { type: 'string', enum: ['ask', 'trusted', 'default'] } }),
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
  'chat.list': { chats: ChatSummary[] }
  'chat.pin': { pinned: boolean }
  'chat.read': {
    facts: Fact[]
    title: string
    hasEarlier: boolean
    queued: readonly QueuedMessage[]
    /** Of each turn on the path, near or far, that has more than one: their turns in order. */
    versions: readonly (readonly string[])[]
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
  'chat.stop': { stopped: boolean }
  'chat.unqueue': { removed: boolean }
  /** The person chooses it in a dialog of the system; null where they chose none. */
  'file.attach': { file: { name: string; text: string } | null }
}
