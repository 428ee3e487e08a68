import type { Core } from '#main/open-core'
import { type Handlers, refuse, reply } from '#shared/calls'

/** What is said in a chat, and what waits to be said. */
export function handleChats({
  chats,
}: Core): Pick<Handlers, 'chat.create' | 'chat.send' | 'chat.sendQueued' | 'chat.stop' | 'chat.unqueue'> {
  const gone = () => refuse('MESSAGE_UNKNOWN', 'This message does not wait any more: it was sent or removed.')
  return {
    'chat.create': async () => reply({ chat: await chats.create() }),
    'chat.send': ({ chat, text }) => chats.send(chat, text),
    'chat.sendQueued': async ({ chat, message }) =>
      (await chats.sendQueued(chat, message)) ? reply({ accepted: true }) : gone(),
    'chat.stop': async ({ chat }) => reply({ stopped: await chats.stop(chat) }),
    'chat.unqueue': async ({ chat, message }) =>
      (await chats.unqueue(chat, message)) ? reply({ removed: true }) : gone(),
  }
}
