import type { Drafts } from '#main/chat/drafts'
import { makeLiveChats } from '#main/chat/live-chats'
import { readChatPage } from '#main/chat/read-chat-page'
import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import { message } from '#shared/messages/message'
import { LONGEST_DRAFT, refuse, reply } from '#shared/requests/requests'
import { type Panes, panes as panesInput, type Standing, VIEWS } from '#shared/requests/window-requests'
import { takes } from '#shared/schema'
import { id, on, position } from './request.ts'

/** What a window begins with, also one that takes the place of another. */
export function handleOpening(core: Core, { describe }: Pick<WindowPorts, 'describe'>, drafts: Drafts) {
  const { home, notices, index, ledger } = core
  const lives = makeLiveChats()
  core.listen(lives.take)
  /** Neither is kept for the next start: that begins with a new chat. */
  let stood: Standing | null = null
  let panes: Panes | null = null

  function readStanding(): { stood?: Standing } {
    if (!stood) return {}
    const { view, chat } = stood
    return { stood: { view, ...(chat !== undefined && index.has(chat) && { chat }) } }
  }

  return {
    'app.read': on(takes({}), async () =>
      reply({
        ...describe(),
        ...{ home, notices, settings: core.settings(), drafts: drafts.all() },
        ...readStanding(),
      }),
    ),
    'chat.read': on(
      takes(
        { chat: id },
        {
          before: position,
          /** At least from here on, wherever that is. */
          from: position,
          limit: { type: 'integer', minimum: 1, maximum: 5000 },
        },
      ),
      async (asked) => {
        if (!index.has(asked.chat)) return refuse('CHAT_UNKNOWN', message('chat-gone'))
        const page = await readChatPage(ledger, index, asked)
        // After the facts: so no fact is among them that has not settled it.
        return reply(asked.before === undefined ? { ...page, live: lives.read(asked.chat) } : page)
      },
    ),
    /** For a window that takes the place of this one. */
    'view.save': on(takes({ view: { type: 'string', enum: VIEWS } }, { chat: id }), async (standing) => {
      stood = standing
      return reply({ saved: true })
    }),
    /** As the window before this one left them; null in the first. */
    'panes.read': on(takes({}), async () => reply({ panes })),
    /** For as long as Skillet runs. */
    'panes.save': on(panesInput, async (left) => {
      panes = left
      return reply({ saved: true })
    }),
    /** The turn that holds this fact of the chat, where it is in a version that is not in view. */
    'turn.besideAt': on(takes({ chat: id, seq: position }), async ({ chat, seq }) => {
      if (!index.has(chat)) return refuse('CHAT_UNKNOWN', message('chat-gone'))
      return reply({ turn: await index.besideAt(chat, seq) })
    }),
    /** An empty text forgets it. */
    'draft.save': on(
      takes({ chat: id, text: { type: 'string', maxLength: LONGEST_DRAFT } }),
      async ({ chat, text }) => {
        await drafts.save(chat, text)
        return reply({ saved: true })
      },
    ),
  }
}
