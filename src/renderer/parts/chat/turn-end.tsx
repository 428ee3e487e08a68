import { memo } from 'react'
import { Button } from '#renderer/parts/ui/button.tsx'
import { countOf, formatMs } from '#renderer/parts/ui/figures.ts'
import type { ChatEnd } from '#shared/chat/chat'
import { say, sayMessage } from '#shared/messages/say'

/** How a turn ended: a quiet line when all went well, a sentence when it did not. */
export const TurnEnd = memo(function TurnEnd({
  end,
  onContinue,
  onRegenerate,
  onInspect,
}: {
  end: ChatEnd
  onContinue?: (() => void) | undefined
  onRegenerate?: (() => void) | undefined
  onInspect?: ((turn: string) => void) | undefined
}) {
  const again = (
    <>
      {onRegenerate && (
        <Button look="quiet" onClick={onRegenerate}>
          {say('Regenerate')}
        </Button>
      )}
      {onInspect && (
        <Button look="quiet" onClick={() => onInspect(end.turn)}>
          {say('Look at this turn')}
        </Button>
      )}
    </>
  )
  if (end.reason === 'answered' && !end.isSilent) {
    return (
      <div className="turn-end">
        <span>{statsOf(end).join(' · ')}</span>
        {again}
      </div>
    )
  }
  return (
    <div className="turn-end" data-look={end.reason === 'error' ? 'bad' : 'notice'}>
      <p>{sentenceOf(end)}</p>
      {end.error && (
        <p>
          {sayMessage(end.error.message)} <code>{end.error.code}</code>
        </p>
      )}
      {onContinue && mayGoOn(end) && <Button onClick={onContinue}>{say('Continue')}</Button>}
      {again}
    </div>
  )
})

/** Where the model itself would have gone on. */
function mayGoOn({ reason }: ChatEnd): boolean {
  return reason === 'length' || reason === 'rounds'
}

export function sentenceOf({ reason, stats, isSilent }: ChatEnd): string {
  if (isSilent) return say('The model ended without saying anything.')
  switch (reason) {
    case 'answered':
      return say('Answered.')
    case 'stopped':
      return say('Stopped by you.')
    case 'rounds':
      return say('Stopped after {rounds}, the most one message is given.', {
        rounds: countOf(stats.rounds, 'round', 'rounds'),
      })
    case 'loop':
      return say('Stopped: the model asked for the same thing over and over.')
    case 'length':
      return say('Cut off: the answer reached the end of what the model can hold.')
    case 'error':
      return say('This turn ended with an error.')
    case 'interrupted':
      return say('Interrupted: Skillet ended during this turn. Nothing was started again.')
  }
}

function statsOf({ model, stats }: ChatEnd): string[] {
  const parts = model ? [model] : []
  if (stats.calls > 0) parts.push(countOf(stats.calls, 'command', 'commands'))
  // Of one answer it stands below that.
  if (stats.outputTokens > 0 && stats.rounds > 1) parts.push(countOf(stats.outputTokens, 'token', 'tokens'))
  parts.push(formatMs(stats.ms))
  return parts
}
