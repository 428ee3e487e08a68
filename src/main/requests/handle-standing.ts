import type { Core } from '#main/open-core'
import { type Handlers, refuse, reply } from '#shared/requests/requests'
import type { Panes } from '#shared/requests/window-requests'

type Answered = Pick<Handlers, 'panes.read' | 'panes.save' | 'turn.besideAt'>

/** Where a window stands, for the one that takes its place, and where in a chat something is. */
export function handleStanding({ index }: Pick<Core, 'index'>): Answered {
  /** Not kept for the next start, like the view. */
  let panes: Panes | null = null
  return {
    'panes.read': async () => reply({ panes }),
    'panes.save': async (left) => {
      panes = left
      return reply({ saved: true })
    },
    'turn.besideAt': async ({ chat, seq }) => {
      if (!index.has(chat)) return refuse('CHAT_UNKNOWN', 'This chat is not there any more.')
      return reply({ turn: await index.besideAt(chat, seq) })
    },
  }
}
