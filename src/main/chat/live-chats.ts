import { foldTicks, isPassing, type Live, quiet, settleLive } from '#shared/chat/live'
import type { Push } from '#shared/facts'

/** The passing events of each chat, for a window that opens late. */
export function makeLiveChats() {
  const lives = new Map<string, Live>()
  let seq = 0
  let count = 0

  function keep(chat: string, live: Live): void {
    const isQuiet = !live.text && !live.thinking && live.phase === null && live.outputs.size === 0
    if (isQuiet) lives.delete(chat)
    else lives.set(chat, live)
  }

  return {
    take: (push: Push) => {
      if (push.kind === 'tick') {
        const { tick } = push
        if (!isPassing(tick)) return
        count = tick.count ?? count
        keep(tick.chat, foldTicks(lives.get(tick.chat) ?? quiet, [tick]))
        return
      }
      if (push.kind !== 'fact') return
      const { fact } = push
      seq = fact.seq
      const live = fact.chat === null ? undefined : lives.get(fact.chat)
      if (!live || fact.chat === null) return
      if (fact.type === 'chat.deleted') lives.delete(fact.chat)
      // From now on the record has its output.
      else if (fact.type === 'run.finished' || fact.type === 'run.interrupted') {
        keep(fact.chat, { ...live, outputs: new Map([...live.outputs].filter(([run]) => run !== fact.run)) })
      } else keep(fact.chat, settleLive(live, fact))
    },
    /** Up to the last push. */
    read: (chat: string): Live => ({ ...(lives.get(chat) ?? quiet), seq, count }),
  }
}
