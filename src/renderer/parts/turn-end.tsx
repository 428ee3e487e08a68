import { memo } from 'react'
import type { ChatEnd } from '#shared/chat'
import { Button } from './button.tsx'
import { countOf, formatCount, formatMs } from './figures.ts'

/** How a turn ended: a quiet line when all went well, a sentence when it did not. */
export const TurnEnd = memo(function TurnEnd({
  end,
  onContinue,
  onRegenerate,
}: {
  end: ChatEnd
  onContinue?: (() => void) | undefined
  onRegenerate?: (() => void) | undefined
}) {
  const again = onRegenerate && (
    <Button look="quiet" onClick={onRegenerate}>
      Regenerate
    </Button>
  )
  if (end.reason === 'answered') {
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
          {end.error.message} <code>{end.error.code}</code>
        </p>
      )}
      {onContinue && mayGoOn(end) && <Button onClick={onContinue}>Continue</Button>}
      {again}
    </div>
  )
})

/** Where the model itself would have gone on. */
function mayGoOn({ reason }: ChatEnd): boolean {
  return reason === 'length' || reason === 'rounds'
}

export function sentenceOf({ reason, stats }: ChatEnd): string {
  switch (reason) {
    case 'answered':
      return 'Answered.'
    case 'stopped':
      return 'Stopped by you.'
    case 'rounds':
      return `Stopped after ${countOf(stats.rounds, 'round')}, the most one message is given.`
    case 'loop':
      return 'Stopped: the model asked for the same thing over and over.'
    case 'length':
      return 'Cut off: the answer reached the end of what the model can hold.'
    case 'error':
      return 'This turn ended with an error.'
    case 'interrupted':
      return 'Interrupted: Skillet ended during this turn. Nothing was started again.'
  }
}

function statsOf({ model, stats }: ChatEnd): string[] {
  const parts = model ? [model] : []
  if (stats.calls > 0) parts.push(countOf(stats.calls, 'command'))
  // Of one answer it stands below that.
  if (stats.outputTokens > 0 && stats.rounds > 1) parts.push(`${formatCount(stats.outputTokens)} tokens`)
  parts.push(formatMs(stats.ms))
  return parts
}
