import type { Drafts } from '#main/chat/drafts'
import { findMessages } from '#main/chat/find-messages'
import { makeLiveChats } from '#main/chat/live-chats'
import { readChatPage } from '#main/chat/read-chat-page'
import type { WindowPorts } from '#main/electron/window-ports'
import type { Core } from '#main/open-core'
import type { FactBody } from '#shared/facts'
import { LONGEST_DRAFT, type Reply, refuse, reply } from '#shared/requests/requests'
import { type Panes, panes as panesInput } from '#shared/requests/window-requests'
import { optional, string } from '#shared/schema'
import { flag, id, modelName, names, on, onSchema, position } from './request.ts'

/** Chats, their messages and what waits to be sent. */
export function handleChats(core: Core) {
  const { chats, index, ledger } = core
  const gone = () => refuse('MESSAGE_UNKNOWN', 'message-not-queued')
  async function record<T>(chat: string, fact: FactBody, value: T): Promise<Reply<T>> {
    if (!index.has(chat)) return refuse('CHAT_UNKNOWN', 'chat-gone')
    await core.publish({ ...fact, chat })
    return reply(value)
  }
  return {
    'chat.list': on({}, async () => reply({ chats: core.listChats() })),
    'chat.create': on({}, async () => reply({ chat: await chats.create() })),
    'chat.chooseBranch': on({ chat: id, turn: id }, ({ chat, turn }) => chats.chooseBranch(chat, turn)),
    /** Sends the same message again as a new version; optionally to another model. */
    'chat.regenerate': on({ chat: id, turn: id, model: optional(modelName) }, ({ chat, turn, model }) =>
      chats.regenerate(chat, turn, model),
    ),
    /** Now, or after the current turn. */
    'chat.sendQueued': on({ chat: id, message: id }, async ({ chat, message }) =>
      (await chats.sendQueued(chat, message)) ? reply({ accepted: true }) : gone(),
    ),
    /** Everything that is off in this chat. */
    'chat.setToolsOff': on({ chat: id, skills: names, tools: names }, ({ chat, skills, tools }) => {
      const off = { skills: [...new Set(skills)].sort(), tools: [...new Set(tools)].sort() }
      return record(chat, { type: 'chat.tools-changed', off }, { set: true })
    }),
    /** By default for a new chat. Answers once the model has read it, or will not. */
    'chat.readAhead': on({ chat: optional(id) }, async ({ chat }) =>
      reply({ isReady: await chats.readAhead(chat ?? null) }),
    ),
    'chat.stop': on({ chat: id }, async ({ chat }) => reply({ stopped: await chats.stop(chat) })),
    'chat.unqueue': on({ chat: id, message: id }, async ({ chat, message }) =>
      (await chats.unqueue(chat, message)) ? reply({ removed: true }) : gone(),
    ),
    'chat.archive': on({ chat: id, archived: flag }, ({ chat, archived }) =>
      record(chat, { type: 'chat.archived', archived }, { archived }),
    ),
    'chat.pin': on({ chat: id, pinned: flag }, ({ chat, pinned }) =>
      record(chat, { type: 'chat.pinned', pinned }, { pinned }),
    ),
    'chat.restore': on({ chat: id }, async ({ chat }) => {
      if (!index.isDeleted(chat)) return refuse('CHAT_UNKNOWN', 'chat-not-deleted')
      await core.publish({ type: 'chat.restored', chat })
      return reply({ restored: true })
    }),
    /** Newest first. Every word must match the beginning of a word. */
    'chat.search': on(
      {
        text: string(1000, 1),
        limit: { type: 'integer', minimum: 1, maximum: 200 },
        chat: optional(id),
        before: optional(position),
      },
      async (asked) => reply(await findMessages(ledger, index, asked)),
    ),
    'chat.rename': on({ chat: id, title: string(200, 1) }, ({ chat, title }) =>
      record(chat, { type: 'chat.renamed', title }, { renamed: true }),
    ),
    'chat.delete': on({ chat: id }, async ({ chat }) => {
      const deleted = await record(chat, { type: 'chat.deleted' }, { deleted: true })
      // The other way round, a message that waits could be sent in between.
      await chats.stop(chat)
      return deleted
    }),
  }
}

/** What a window loads first, also after a reload. */
export function handleOpening(core: Core, { describe }: Pick<WindowPorts, 'describe'>, drafts: Drafts) {
  const { home, notices, index, ledger } = core
  const lives = makeLiveChats()
  core.listen(lives.take)
  /** Kept only while Skillet runs; the next start opens a new chat. */
  let panes: Panes | null = null

  return {
    'app.read': on({}, async () =>
      reply({
        ...describe(),
        ...{ home, notices, settings: core.settings(), drafts: drafts.all() },
      }),
    ),
    'chat.read': on(
      {
        chat: id,
        before: optional(position),
        /** At least from this fact on. */
        from: optional(position),
        limit: optional({ type: 'integer', minimum: 1, maximum: 5000 }),
      },
      async (asked) => {
        if (!index.has(asked.chat)) return refuse('CHAT_UNKNOWN', 'chat-gone')
        const page = await readChatPage(ledger, index, asked)
        if (asked.before !== undefined) return reply(page)
        // Read after the facts, so that it includes all of them. Those of an earlier start were never pushed here.
        const live = lives.read(asked.chat)
        return reply({ ...page, live: { ...live, seq: Math.max(live.seq, page.facts.at(-1)?.seq ?? 0) } })
      },
    ),
    /** The panes of the previous window, without a chat that is gone; null for the first. */
    'panes.read': on({}, async () => {
      if (panes?.chat !== undefined && !index.has(panes.chat)) {
        const { chat: _gone, ...others } = panes
        panes = others
      }
      return reply({ panes })
    }),
    /** For a window that replaces this one. */
    'panes.save': onSchema(panesInput, async (left) => {
      panes = left
      return reply({ saved: true })
    }),
    /** The turn with this fact, if its version is not visible. */
    'turn.besideAt': on({ chat: id, seq: position }, async ({ chat, seq }) => {
      if (!index.has(chat)) return refuse('CHAT_UNKNOWN', 'chat-gone')
      return reply({ turn: await index.besideAt(chat, seq) })
    }),
    /** An empty text deletes the draft. */
    'draft.save': on({ chat: id, text: string(LONGEST_DRAFT) }, async ({ chat, text }) => {
      await drafts.save(chat, text)
      return reply({ saved: true })
    }),
  }
}
