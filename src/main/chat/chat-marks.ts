import type { Ledger } from '#main/ledger/open-ledger'
import { type Mark, markOf, readMarks } from '#shared/chat/branches'
import type { Fact } from '#shared/facts'

/** Of so many chats at most the turns are held: those that were asked for last. */
const MOST_HELD = 32

/** Which turns a chat is made of, read where somebody asks and kept up to date from then on. */
export interface ChatMarks {
  take(fact: Fact): void
  of(chat: string): Promise<readonly Mark[]>
}

interface Held {
  marks: Mark[]
  read: Promise<void>
}

export function makeChatMarks(ledger: Pick<Ledger, 'read'>): ChatMarks {
  const held = new Map<string, Held>()

  function hold(chat: string): Held {
    const marks: Mark[] = []
    const read = ledger.read({ chat, types: ['turn.started', 'branch.chosen'] }).then((facts) => {
      const last = facts.at(-1)?.seq ?? 0
      // What was recorded while they were read may be among them.
      marks.splice(0, Number.POSITIVE_INFINITY, ...readMarks(facts), ...marks.filter(({ seq }) => seq > last))
    })
    read.catch(() => held.delete(chat))
    return { marks, read }
  }

  return {
    take(fact) {
      const mark = markOf(fact)
      if (mark && fact.chat !== null) held.get(fact.chat)?.marks.push(mark)
    },
    async of(chat) {
      const found = held.get(chat) ?? hold(chat)
      held.delete(chat)
      held.set(chat, found)
      const [oldest] = held.keys()
      if (held.size > MOST_HELD && oldest !== undefined) held.delete(oldest)
      await found.read
      return found.marks
    },
  }
}
