import type { Fact, NewFact, Tick } from '#shared/facts'

/** A shorter answer is recorded only when it is complete. */
const EVERY_MS = 2000

interface WrittenPorts {
  chat: string
  turn: string
  record(facts: NewFact[]): Promise<Fact[]>
  failed(error: unknown): void
  everyMs?: number
}

export type Written = ReturnType<typeof recordWritten>

/** Records an answer while it is written, so that little is lost if Skillet is killed. */
export function recordWritten({ chat, turn, record, failed, everyMs = EVERY_MS }: WrittenPorts) {
  let text = ''
  let thinking = ''
  let timer: NodeJS.Timeout | undefined

  function write(): void {
    const fact: NewFact = { type: 'answer.written', chat, turn, text, ...(thinking && { thinking }) }
    drop()
    record([fact]).catch(failed)
  }

  function drop(): void {
    clearTimeout(timer)
    timer = undefined
    text = ''
    thinking = ''
  }

  return {
    take: (tick: Tick) => {
      if (tick.tick !== 'token') return
      if (tick.thinking) thinking += tick.text
      else text += tick.text
      timer ??= setTimeout(write, everyMs)
    },
    /** Called before these facts are recorded, so that a finished answer is not recorded again. */
    settle: (facts: readonly NewFact[]) => {
      if (facts.some(isEnd)) drop()
    },
  }
}

const isEnd = (fact: NewFact) =>
  fact.type === 'turn.finished' || (fact.type === 'message.added' && fact.role === 'assistant')
