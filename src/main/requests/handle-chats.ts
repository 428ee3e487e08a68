import { findMessages } from '#main/chat/find-messages'
import type { Core } from '#main/open-core'
import type { FactBody } from '#shared/facts'
import { message } from '#shared/messages/message'
import { type Reply, refuse, reply } from '#shared/requests/requests'
import { flag, id, modelName, names, on, position } from './request.ts'

/** Chats, their messages and what waits to be sent. */
export function handleChats(core: Core) {
  const { chats, index, ledger } = core
  const gone = () => refuse('MESSAGE_UNKNOWN', message('message-not-queued'))
  async function record<T>(chat: string, fact: FactBody, value: T): Promise<Reply<T>> {
    if (!index.has(chat)) return refuse('CHAT_UNKNOWN', message('chat-gone'))
    await core.publish({ ...fact, chat })
    return reply(value)
  }
  return {
    'chat.list': on({}, async () => reply({ chats: core.listChats() })),
    'chat.create': on({}, async () => reply({ chat: await chats.create() })),
    /** Switches the chat to the version with this turn. */
    'chat.chooseBranch': on({ chat: id, turn: id }, ({ chat, turn }) => chats.chooseBranch(chat, turn)),
    /** Sends the same message again as a new version; optionally to another model. */
    'chat.regenerate': on({ chat: id, turn: id }, { model: modelName }, ({ chat, turn, model }) =>
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
    'chat.readAhead': on({}, { chat: id }, async ({ chat }) => reply({ isReady: await chats.readAhead(chat ?? null) })),
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
      if (!index.isDeleted(chat)) return refuse('CHAT_UNKNOWN', message('chat-not-deleted'))
      await core.publish({ type: 'chat.restored', chat })
      return reply({ restored: true })
    }),
    /** Newest first. Every word must match the beginning of a word. */
    'chat.search': on(
      {
        text: { type: 'string', minLength: 1, maxLength: 1000 },
        limit: { type: 'integer', minimum: 1, maximum: 200 },
      },
      { chat: id, before: position },
      async (asked) => reply(await findMessages(ledger, index, asked)),
    ),
    'chat.rename': on({ chat: id, title: { type: 'string', minLength: 1, maxLength: 200 } }, ({ chat, title }) =>
      record(chat, { type: 'chat.renamed', title }, { renamed: true }),
    ),
    'chat.delete': on({ chat: id }, async ({ chat }) => {
      if (index.has(chat)) await chats.stop(chat)
      return record(chat, { type: 'chat.deleted' }, { deleted: true })
    }),
  }
}
