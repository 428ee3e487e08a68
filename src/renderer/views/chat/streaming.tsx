import { useEffect, useState } from 'react'
import { Message } from '#renderer/parts/chat/message.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { waitingCalls } from '#renderer/views/calls/waiting.ts'
import type { ExpectedReading } from '#shared/facts'
import { say } from '#shared/messages/say'

/** The answer being written, or what it waits for. */
export function Streaming() {
  const turn = useApp((app) => app.chat?.turn ?? null)
  const { text, thinking, phase, reading } = useApp((app) => app.live)
  const isBusy = useApp(({ chat }) => {
    const last = chat?.entries.at(-1)
    const isRunning = last?.kind === 'call' && chat?.calls.get(last.call)?.status === 'running'
    return isRunning || waitingCalls(chat).length > 0
  })
  if (!turn) return null
  if (text || thinking) return <Message from="assistant" text={text} thinking={thinking} isStreaming />
  if (isBusy) return null
  if (phase === 'reading' && reading) return <ReadingMeter key={reading.tokens} reading={reading} />
  const words = phase === 'loading' ? 'Loading {model}' : phase === 'thinking' ? 'Thinking' : 'Waiting for {model}'
  return <p className="phase quiet">{say(words, { model: turn.model })}</p>
}

const REDRAW_MS = 250
/** The server reports nothing before it is done, so the meter never shows the end. */
const MOST = 0.98

/** Estimates how far the model has read from its earlier speed. */
export function ReadingMeter({ reading }: { reading: ExpectedReading }) {
  const [begun] = useState(() => performance.now())
  const [ms, setMs] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMs(performance.now() - begun), REDRAW_MS)
    return () => clearInterval(timer)
  }, [begun])
  const done = readSoFar(reading, ms)
  return (
    <div className="reading-meter row gap-3 quiet">
      <p className="phase digits">{describeReading(reading, ms)}</p>
      <progress
        className="progress"
        aria-label={say('Reading')}
        {...(done !== null && { value: done, max: reading.tokens })}
      />
    </div>
  )
}

function readSoFar({ tokens, msPerToken }: ExpectedReading, ms: number): number | null {
  return msPerToken === undefined ? null : Math.min(tokens * MOST, ms / msPerToken)
}

/** `Reading 1,200 of 2,700 tokens`, rounded to tens because it is an estimate. */
export function describeReading(reading: ExpectedReading, ms: number): string {
  const done = readSoFar(reading, ms)
  const whole = inTens(reading.tokens)
  if (done === null) return say('Reading {whole} tokens', { whole })
  return say('Reading {done} of {whole} tokens', { done: inTens(done), whole })
}

const inTens = (tokens: number) => formatCount(Math.round(tokens / 10) * 10)
