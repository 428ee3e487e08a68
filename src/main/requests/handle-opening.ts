import type { Drafts } from '#main/chat/drafts'
import { makeLiveChats } from '#main/chat/live-chats'
import { readChatPage } from '#main/chat/read-chat-page'
import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import { message } from '#shared/messages/message'
import { LONGEST_DRAFT, refuse, reply } from '#shared/requests/requests'
import { type Panes, panes as panesInput } from '#shared/requests/window-requests'
import { takes } from '#shared/schema'
import { id, on, position } from './request.ts'

/** What a window loads first, also after a reload. */
export function handleOpening(core: Core, { describe }: Pick<WindowPorts, 'describe'>, drafts: Drafts) {
  const { home, notices, index, ledger } = core
  const lives = makeLiveChats()
  core.listen(lives.take)
  /** Kept only while Skillet runs; the next start opens a new chat. */
  let panes: Panes | null = null

  return {
    'app.read': on(takes({}), async () =>
      reply({
        ...describe(),
        ...{ home, notices, settings: core.settings(), drafts: drafts.all() },
      }),
    ),
    'chat.read': on(
      takes(
        { chat: id },
        {
          before: position,
          /** At least from this fact on. */
          from: position,
          limit: { type: 'integer', minimum: 1, maximum: 5000 },
        },
      ),
      async (asked) => {
        if (!index.has(asked.chat)) return refuse('CHAT_UNKNOWN', message('chat-gone'))
        const page = await readChatPage(ledger, index, asked)
        // Read after the facts, so that it includes all of them.
        return reply(asked.before === undefined ? { ...page, live: lives.read(asked.chat) } : page)
      },
    ),
    /** The panes of the previous window, without a chat that is gone; null for the first. */
    'panes.read': on(takes({}), async () => {
      if (panes?.chat !== undefined && !index.has(panes.chat)) {
        const { chat: _gone, ...others } = panes
        panes = others
      }
      return reply({ panes })
    }),
    /** For a window that replaces this one. */
    'panes.save': on(panesInput, async (left) => {
      panes = left
      return reply({ saved: true })
    }),
    /** The turn with this fact, if its version is not visible. */
    'turn.besideAt': on(takes({ chat: id, seq: position }), async ({ chat, seq }) => {
      if (!index.has(chat)) return refuse('CHAT_UNKNOWN', message('chat-gone'))
      return reply({ turn: await index.besideAt(chat, seq) })
    }),
    /** An empty text deletes the draft. */
    'draft.save': on(
      takes({ chat: id, text: { type: 'string', maxLength: LONGEST_DRAFT } }),
      async ({ chat, text }) => {
        await drafts.save(chat, text)
        return reply({ saved: true })
      },
    ),
  }
}
