import { describeCommand } from '#main/cli/calls/print-plan'
import { describeFact } from '#main/cli/log/describe-fact'
import { type Paint, type Printer, toLine, toPrintable } from '#main/cli/print'
import type { Fact, FactOf, Push, Tick } from '#shared/facts'
import { withRemedy } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'

/**
 * Prints the progress of a turn: words as they come on a terminal, otherwise whole answers, with the commands between.
 */
export function makeTeller(printer: Printer, chat: string): (push: Push) => void {
  const { paint, paintNote } = printer
  let endsLine = true

  const write = (text: string) => {
    if (text === '') return
    printer.raw(text)
    endsLine = text.endsWith('\n')
  }
  const endLine = () => {
    if (!endsLine) write('\n')
  }
  const note = (text: string) => {
    endLine()
    printer.aside(text)
  }

  function takeTick(tick: Tick): void {
    if (tick.tick === 'trouble') note(`skillet: ${toLine(withRemedy(tick))}`)
    if (!printer.isTerminal || printer.isJson || tick.tick !== 'token' || tick.chat !== chat) return
    const text = toPrintable(tick.text)
    if (text === '') return
    printer.raw(tick.thinking ? paint('dim', text) : text)
    endsLine = text.endsWith('\n')
  }

  function takeFact(fact: Fact): void {
    const said = sayFact(fact, paintNote)
    if (fact.type === 'message.added' && fact.role === 'assistant') {
      if (!printer.isTerminal && fact.content !== '') write(`${fact.content.replace(/\n$/, '')}\n`)
      endLine()
    }
    if (said !== null) note(said)
  }

  return (push) => {
    if (push.kind === 'tick') takeTick(push.tick)
    else if (push.kind === 'fact' && push.fact.chat === chat) takeFact(push.fact)
  }
}

function sayFact(fact: Fact, paint: Paint): string | null {
  switch (fact.type) {
    case 'message.added':
      return fact.notes?.length ? paint('yellow', fact.notes.map((note) => toLine(textOf(note))).join('\n')) : null
    case 'call.refused':
      return paint('yellow', `not run: ${toLine(fact.message)}`)
    case 'run.started':
      return describeCommand(fact.plan, paint)
    case 'run.finished':
      return paint(fact.exitCode === 0 ? 'dim' : 'red', `  ${describeFact(fact)}`)
    case 'context.fitted':
      return fact.withheld?.length
        ? paint('dim', `left out: ${toLine(fact.withheld.map((one) => textOf(one)).join('; '))}`)
        : null
    case 'context.mismatched':
      return paint('yellow', 'the model read less than was sent, so the beginning may be missing. Start a new chat.')
    case 'turn.finished':
      return sayEnding(fact, paint)
    default:
      return null
  }
}

function sayEnding({ reason, error }: FactOf<'turn.finished'>, paint: Paint): string | null {
  if (reason === 'answered') return null
  if (reason === 'stopped') return paint('dim', 'stopped')
  return paint('red', error ? toLine(error.message) : (ENDINGS[reason] ?? reason))
}

const ENDINGS: Partial<Record<FactOf<'turn.finished'>['reason'], string>> = {
  rounds: 'ended: the model asked for more rounds of commands than one message may take. Say "go on" to continue.',
  loop: 'ended: the model repeated itself without getting further. Ask in another way.',
  length: 'cut off: the answer reached the longest the model may give. Say "go on" to continue.',
  interrupted: 'Skillet ended before this was answered.',
}
