import type { Drafts } from '#main/chat/drafts'
import { makeLiveChats } from '#main/chat/live-chats'
import { readChatPage } from '#main/chat/read-chat-page'
import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import { type Handlers, refuse, reply } from '#shared/requests/requests'
import type { Standing } from '#shared/requests/view'

type Answered = Pick<Handlers, 'app.read' | 'chat.read' | 'view.save'>

/** What a window begins with, also one that takes the place of another. */
export function handleOpening(core: Core, { describe }: Pick<WindowPorts, 'describe'>, drafts: Drafts): Answered {
  const { home, notices, index, ledger } = core
  const lives = makeLiveChats()
  core.listen(lives.take)
  /** Not kept for the next start: that begins with a new chat. */
  let stood: Standing | null = null

  function readStanding(): { stood?: Standing } {
    if (!stood) return {}
    const { view, chat } = stood
    return { stood: { view, ...(chat !== undefined && index.has(chat) && { chat }) } }
  }

  return {
    'app.read': async () =>
      reply({
        ...describe(),
        ...{ home, notices, settings: core.settings(), drafts: drafts.all() },
        ...readStanding(),
      }),
    'chat.read': async (asked) => {
      if (!index.has(asked.chat)) return refuse('CHAT_UNKNOWN', 'This chat is not there any more.')
      const page = await readChatPage(ledger, index, asked)
      // After the facts: so no fact is among them that has not settled it.
      return reply(asked.before === undefined ? { ...page, live: lives.read(asked.chat) } : page)
    },
    'view.save': async (standing) => {
      stood = standing
      return reply({ saved: true })
    },
  }
}
