import type { Drafts } from '#main/chat/drafts'
import { findMessages } from '#main/chat/find-messages'
import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import type { FactBody } from '#shared/facts'
import { type Handlers, type Reply, refuse, reply } from '#shared/requests/requests'

type Answered = Pick<
  Handlers,
  'chat.archive' | 'chat.pin' | 'chat.restore' | 'chat.search' | 'clipboard.write' | 'draft.save'
>

/** What the window keeps in order: the list of chats, drafts, the clipboard. */
export function handleWindow(core: Core, window: Pick<WindowPorts, 'writeClipboard'>, drafts: Drafts): Answered {
  const { index, ledger } = core
  async function record<T>(chat: string, fact: FactBody, value: T): Promise<Reply<T>> {
    if (!index.has(chat)) return refuse('CHAT_UNKNOWN', 'This chat is not there any more.')
    await core.publish({ ...fact, chat })
    return reply(value)
  }
  return {
    'chat.archive': ({ chat, archived }) => record(chat, { type: 'chat.archived', archived }, { archived }),
    'chat.pin': ({ chat, pinned }) => record(chat, { type: 'chat.pinned', pinned }, { pinned }),
    'chat.restore': async ({ chat }) => {
      if (!index.isDeleted(chat)) return refuse('CHAT_UNKNOWN', 'No chat of that name was deleted.')
      await core.publish({ type: 'chat.restored', chat })
      return reply({ restored: true })
    },
    'chat.search': async (asked) => reply(await findMessages(ledger, index, asked)),
    'clipboard.write': async ({ text }) => {
      window.writeClipboard(text)
      return reply({ copied: true })
    },
    'draft.save': async ({ chat, text }) => {
      await drafts.save(chat, text)
      return reply({ saved: true })
    },
  }
}
