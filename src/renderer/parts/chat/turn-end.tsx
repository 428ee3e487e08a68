import { memo } from 'react'
import { isSentBack } from '#renderer/parts/call/call-words.ts'
import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf, formatMs } from '#renderer/parts/ui/figures.ts'
import type { ChatEnd } from '#shared/chat/chat'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'

/** How a turn ended: a quiet line if all went well, otherwise a sentence. */
export const TurnEnd = memo(function TurnEnd({
  end,
  onContinue,
  onRegenerate,
  onAnswerAgain,
  onInspect,
  corrections = 0,
}: {
  end: ChatEnd
  /** How often the model corrected its arguments. */
  corrections?: number
  onContinue?: (() => void) | undefined
  onRegenerate?: (() => void) | undefined
  /** Set if there is another model. */
  onAnswerAgain?: (() => void) | undefined
  onInspect?: ((turn: string) => void) | undefined
}) {
  const again = (
    <>
      {onRegenerate && (
        <Button look="quiet" onClick={onRegenerate}>
          {say('Regenerate')}
        </Button>
      )}
      {onAnswerAgain && (
        <Button look="quiet" onClick={onAnswerAgain}>
          {say('Answer again with…')}
        </Button>
      )}
      {onInspect && (
        <Button look="quiet" onClick={() => onInspect(end.turn)}>
          {say('Details')}
        </Button>
      )}
    </>
  )
  if (end.reason === 'answered' && !end.isSilent) {
    return (
      <div className="turn-end quiet tiny digits">
        <span>{[...statsOf(end), ...sayCorrections(corrections)].join(' · ')}</span>
        {again}
      </div>
    )
  }
  return (
    <div className="turn-end quiet tiny digits" data-look={end.reason === 'error' ? 'bad' : 'notice'}>
      <p>{sentenceOf(end)}</p>
      {end.error && <p title={end.error.code}>{sayMessage(end.error.message)}</p>}
      {onContinue && mayGoOn(end) && <Button onClick={onContinue}>{say('Continue')}</Button>}
      {again}
    </div>
  )
})

function sayCorrections(count: number): string[] {
  if (count === 0) return []
  return [count === 1 ? say('corrected itself once') : say('corrected itself {count} times', { count })]
}

/** Calls of this turn that the model had to correct and that then ran. */
export function countCorrections(calls: Iterable<ChatCall>, turn: string): number {
  const own = [...calls].filter((call) => call.turn === turn)
  return own.filter((call, at) => {
    return isSentBack(call) && own.slice(at).some(({ tool, status }) => tool === call.tool && status === 'done')
  }).length
}

/** Turns that the model itself would have continued. */
function mayGoOn({ reason }: ChatEnd): boolean {
  return reason === 'length' || reason === 'rounds'
}

const SENTENCES: Record<ChatEnd['reason'], Text> = {
  answered: 'Answered.',
  stopped: 'You stopped the answer.',
  rounds: 'Stopped after {rounds}, the limit for one message.',
  loop: 'Stopped: the model kept repeating the same call.',
  length: 'The answer was cut off: the model ran out of context.',
  error: 'Something went wrong.',
  interrupted: 'Interrupted: Skillet was closed before the answer was complete. Nothing was restarted.',
}

export const sentenceOf = ({ reason, stats, isSilent }: ChatEnd): string =>
  isSilent
    ? say('The model gave no answer.')
    : say(SENTENCES[reason], { rounds: countOf(stats.rounds, 'step', 'steps') })

/** The time of the model and the commands, without waiting for the person. */
function statsOf({ model, stats, waitedMs = 0 }: ChatEnd): string[] {
  const parts = model ? [model] : []
  if (stats.calls > 0) parts.push(countOf(stats.calls, 'command', 'commands'))
  // With a single answer, this is shown below that answer.
  if (stats.outputTokens > 0 && stats.rounds > 1) parts.push(countOf(stats.outputTokens, 'token', 'tokens'))
  parts.push(formatMs(Math.max(0, stats.ms - waitedMs)))
  return parts
}
