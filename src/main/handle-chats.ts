import type { Core } from '#main/open-core'
import { type Handlers, refuse, reply } from '#shared/calls'

type Answered =
  | 'chat.chooseBranch'
  | 'chat.create'
  | 'chat.regenerate'
  | 'chat.send'
  | 'chat.sendQueued'
  | 'chat.stop'
  | 'chat.unqueue'

/** What is said in a chat, and what waits to be said. */
export function handleChats({ chats }: Core): Pick<Handlers, Answered> {
  const gone = () => refuse('MESSAGE_UNKNOWN', 'This message does not wait any more: it was sent or removed.')
  return {
    'chat.create': async () => reply({ chat: await chats.create() }),
    'chat.chooseBranch': ({ chat, turn }) => chats.chooseBranch(chat, turn),
    'chat.regenerate': ({ chat, turn }) => chats.regenerate(chat, turn),
    'chat.send': ({ chat, text, replaces }) => chats.send(chat, text, replaces),
    'chat.sendQueued': async ({ chat, message }) =>
      (await chats.sendQueued(chat, message)) ? reply({ accepted: true }) : gone(),
    'chat.stop': async ({ chat }) => reply({ stopped: await chats.stop(chat) }),
    'chat.unqueue': async ({ chat, message }) =>
      (await chats.unqueue(chat, message)) ? reply({ removed: true }) : gone(),
  }
}
