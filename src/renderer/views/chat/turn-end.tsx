import { memo, useMemo } from 'react'
import { isSentBack } from '#renderer/parts/call/call-words.ts'
import { thenFocusComposer } from '#renderer/parts/chat/focus-composer.ts'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { countOf, formatMs } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { modelsIn } from '#renderer/store/models.ts'
import { isIdleIn } from '#renderer/views/calls/waiting.ts'
import { canChat } from '#renderer/views/models/model-words.ts'
import type { ChatEnd } from '#shared/chat/chat'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { ChatCall } from '#shared/requests/chat-requests'

export const TurnEnd = memo(function TurnEnd({ end }: { end: ChatEnd }) {
  const isLatest = useApp(({ chat }) => chat?.turn === null && chat.entries.at(-1) === end)
  const calls = useApp(({ chat }) => chat?.calls)
  const corrections = useMemo(() => countCorrections(calls?.values() ?? [], end.turn), [calls, end])
  if (end.reason === 'answered' && !end.isSilent) {
    return (
      <div className="turn-end quiet tiny digits">
        <span>{[...statsOf(end), ...sayCorrections(corrections)].join(' · ')}</span>
        <Actions turn={end.turn} />
      </div>
    )
  }
  // Turns that the model itself would have continued. It reads the word, and the person sees it as sent.
  const canContinue = isLatest && (end.reason === 'length' || end.reason === 'rounds')
  return (
    <div className="turn-end quiet tiny digits" data-look={end.reason === 'error' ? 'bad' : 'notice'}>
      <p>{sentenceOf(end)}</p>
      {end.error && <p title={end.error.code}>{sayMessage(end.error.message)}</p>}
      {canContinue && (
        <Button text="Continue" onClick={thenFocusComposer(() => useApp.getState().send(say('Continue.')))} />
      )}
      <Actions turn={end.turn} />
    </div>
  )
})

function Actions({ turn }: { turn: string }) {
  const isIdle = useApp(isIdleIn)
  const hasOthers = useApp((app) => modelsIn(app).filter(canChat).length > 1)
  const { regenerate, chooseAnswerer, inspectTurn } = useApp.getState()
  return (
    <>
      {isIdle && <Button text="Regenerate" look="quiet" onClick={thenFocusComposer(() => regenerate(turn))} />}
      {isIdle && hasOthers && <Button text="Answer again with…" look="quiet" onClick={() => chooseAnswerer(turn)} />}
      <Button text="Details" look="quiet" onClick={() => inspectTurn(turn)} />
    </>
  )
}

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
