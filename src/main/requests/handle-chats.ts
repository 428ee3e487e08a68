import type { Core } from '#main/open-core'
import { type Handlers, refuse, reply } from '#shared/requests/requests'

type Answered =
  | 'chat.chooseBranch'
  | 'chat.create'
  | 'chat.regenerate'
  | 'chat.sendQueued'
  | 'chat.setToolsOff'
  | 'chat.stop'
  | 'chat.unqueue'

/** What is said in a chat, and what waits to be said. */
export function handleChats({ chats, index, publish }: Core): Pick<Handlers, Answered> {
  const gone = () => refuse('MESSAGE_UNKNOWN', 'This message does not wait any more: it was sent or removed.')
  return {
    'chat.create': async () => reply({ chat: await chats.create() }),
    'chat.chooseBranch': ({ chat, turn }) => chats.chooseBranch(chat, turn),
    'chat.regenerate': ({ chat, turn }) => chats.regenerate(chat, turn),
    'chat.sendQueued': async ({ chat, message }) =>
      (await chats.sendQueued(chat, message)) ? reply({ accepted: true }) : gone(),
    'chat.setToolsOff': async ({ chat, skills, tools }) => {
      if (!index.has(chat)) return refuse('CHAT_UNKNOWN', 'This chat is not there any more.')
      const off = { skills: [...new Set(skills)].sort(), tools: [...new Set(tools)].sort() }
      await publish({ type: 'chat.tools-changed', chat, off })
      return reply({ set: true })
    },
    'chat.stop': async ({ chat }) => reply({ stopped: await chats.stop(chat) }),
    'chat.unqueue': async ({ chat, message }) =>
      (await chats.unqueue(chat, message)) ? reply({ removed: true }) : gone(),
  }
}
