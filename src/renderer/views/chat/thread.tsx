import { type MouseEvent, memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Message } from '#renderer/parts/chat/message.tsx'
import { type CallEntryRef, type Chunk, chunkEntries, chunkOf, groupCalls } from '#renderer/parts/chat/thread-chunks.ts'
import { Button, IconButton } from '#renderer/parts/ui/controls.tsx'
import { formatCount } from '#renderer/parts/ui/figures.ts'
import { useApp } from '#renderer/store/app.ts'
import { CallEntry } from '#renderer/views/calls/tool-card.tsx'
import { isIdleIn, waitingCalls } from '#renderer/views/calls/waiting.ts'
import { useNear } from '#renderer/views/window/use-near.ts'
import type { ChatMessage } from '#shared/chat/chat'
import type { ExpectedReading } from '#shared/facts'
import { say } from '#shared/messages/say'
import { useFindMarks } from './find.tsx'
import { Pictures } from './media.tsx'
import { TurnEnd } from './turn-end.tsx'

/** Assumed height until it is measured. */
const USUAL_ENTRY_PX = 90

type Scroller = RefObject<HTMLElement | null>

/** Draws only what is near the view; the rest keeps its last height. */
export function Thread({ scroller, leaveEnd }: { scroller: Scroller; leaveEnd: () => void }) {
  const entries = useApp((app) => app.chat?.entries)
  const known = useRef<readonly Chunk[]>([])
  const chunks = useMemo(() => {
    known.current = chunkEntries(known.current, entries ?? [])
    return known.current
  }, [entries])
  useKeepPlace(scroller, chunks[0]?.key)
  const wanted = useGoToTarget(scroller, leaveEnd, chunks)
  useFindMarks(scroller, leaveEnd)
  return (
    <>
      <Earlier />
      {chunks.map((chunk, at) => (
        <ThreadChunk key={chunk.key} chunk={chunk} isLast={at >= chunks.length - 2 || chunk === wanted} />
      ))}
      <Streaming />
    </>
  )
}

/** Scrolls to the requested entry. Its chunk must be drawn first. */
function useGoToTarget(scroller: Scroller, leaveEnd: () => void, chunks: readonly Chunk[]): Chunk | undefined {
  const target = useApp((app) => app.target)
  const wanted = target === null ? undefined : chunkOf(chunks, target)
  useEffect(() => {
    if (target === null || !wanted) return
    const drawn = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-seq]') ?? [])]
    const found = drawn.findLast(({ dataset }) => Number(dataset.seq) <= target)
    for (const old of drawn) delete old.dataset.found
    if (found) {
      leaveEnd()
      found.dataset.found = ''
      const shown = found.firstElementChild ?? found
      shown.scrollIntoView({ block: 'center' })
      // Once more after everything between has its real height.
      requestAnimationFrame(() => shown.scrollIntoView({ block: 'center' }))
    }
    useApp.getState().forgetTarget()
  }, [scroller, leaveEnd, target, wanted])
  return wanted
}

/** Loads earlier entries when the start of the loaded part comes near. */
function Earlier() {
  const earlier = useApp((app) => app.earlier)
  const [box, isNear] = useNear()
  const isDue = isNear && earlier !== null && !earlier.isReading
  useLayoutEffect(() => {
    if (isDue) void useApp.getState().readEarlier()
  }, [isDue])
  if (!earlier) return null
  return (
    <p className="phase earlier quiet" ref={box}>
      {say('Loading earlier messages')}
    </p>
  )
}

/** The browser keeps the scroll position by itself, except at the very top. */
function useKeepPlace(scroller: Scroller, first: number | undefined): void {
  const fromEnd = useRef(0)
  const before = useRef(first)
  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    if (before.current !== undefined && first !== before.current && box.scrollTop < 1) {
      box.scrollTop = box.scrollHeight - fromEnd.current
    }
    before.current = first
    const note = () => {
      fromEnd.current = box.scrollHeight - box.scrollTop
    }
    note()
    box.addEventListener('scroll', note, { passive: true })
    return () => box.removeEventListener('scroll', note)
  }, [scroller, first])
}

interface ThreadChunkProps {
  chunk: Chunk
  /** Always drawn: it grows, has a card with shortcuts, or is the scroll target. */
  isLast: boolean
}

const ThreadChunk = memo(function ThreadChunk({ chunk, isLast }: ThreadChunkProps) {
  const [box, isNear, height] = useNear()
  const blocks = useMemo(() => groupCalls(chunk.entries), [chunk])
  if (!isNear && !isLast) {
    const minHeight = height ?? chunk.entries.length * USUAL_ENTRY_PX
    return <div className="chunk-stand-in" ref={box} style={{ minHeight }} data-chunk={chunk.key} />
  }
  return (
    <div className="stack gap-4" ref={box} data-chunk={chunk.key}>
      {blocks.map((block) =>
        Array.isArray(block) ? (
          <div className="stack" key={firstOf(block)} data-seq={firstOf(block)}>
            {block.map(({ call }) => (
              <CallEntry key={call} id={call} />
            ))}
          </div>
        ) : block.kind === 'end' ? (
          <TurnEnd key={block.seq} end={block} />
        ) : (
          <Entry key={block.seq} entry={block} />
        ),
      )}
    </div>
  )
})

/** Calls that become ready later may be inserted before others without a redraw. */
const firstOf = (calls: readonly CallEntryRef[]) => Math.min(...calls.map(({ seq }) => seq))

const Entry = memo(function Entry({ entry }: { entry: ChatMessage }) {
  const { seq, role, turn, images, content, thinking, stats, notes, unfounded } = entry
  return (
    <div className="entry" data-seq={seq}>
      <Message
        {...{ from: role, text: content, thinking, stats, notes, unfounded }}
        pictures={images && <Pictures label={say('Pictures of this message')} pictures={images} />}
        isImported={turn === undefined && role !== 'tool'}
      />
      {role === 'user' && turn !== undefined && <MessageActions turn={turn} />}
    </div>
  )
})

/** The version that a key chose last, and by which button. Its message is another one, which takes over the focus. */
let went: { turn: string; button: 0 | 1 } | null = null

/** Below a message of the person: edit it and switch between versions. Hidden while nothing can be changed. */
export function MessageActions({ turn }: { turn: string }) {
  const box = useRef<HTMLDivElement>(null)
  const isIdle = useApp(isIdleIn)
  const versions = useApp((app) => app.chat?.versions.get(turn))
  const { rewrite, chooseBranch } = useApp.getState()
  const at = versions?.indexOf(turn) ?? 0
  const [before, after] = [versions?.[at - 1], versions?.[at + 1]]
  useEffect(() => {
    if (went?.turn !== turn) return
    const buttons = box.current?.querySelectorAll('button')
    // It may come into view later, by other ways.
    const isLost = document.activeElement === document.body
    if (isLost) buttons?.[buttons[went.button]?.disabled ? 1 - went.button : went.button]?.focus()
    went = null
  }, [turn])
  const go = (to: string | undefined, button: 0 | 1) => (event: MouseEvent) => {
    if (to === undefined) return
    // A press by key has no clicks.
    went = event.detail === 0 ? { turn: to, button } : null
    void chooseBranch(to)
  }
  return (
    <div className="message-actions row gap-1 quiet tiny digits" data-idle={isIdle ? undefined : ''} ref={box}>
      {versions && (
        <>
          <IconButton
            icon="left"
            label={say('Previous version')}
            disabled={before === undefined}
            onClick={go(before, 0)}
          />
          <span>{say('{done} of {whole}', { done: at + 1, whole: versions.length })}</span>
          <IconButton icon="right" label={say('Next version')} disabled={after === undefined} onClick={go(after, 1)} />
        </>
      )}
      <Button text="Edit" look="quiet" onClick={() => rewrite(turn)} />
    </div>
  )
}

function Streaming() {
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
