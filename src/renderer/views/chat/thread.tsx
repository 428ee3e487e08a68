import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Message } from '#renderer/parts/chat/message.tsx'
import { MessageActions } from '#renderer/parts/chat/message-actions.tsx'
import { ReadingMeter } from '#renderer/parts/chat/reading-meter.tsx'
import {
  type CallEntryRef,
  type Chunk,
  chunkEntries,
  chunkOf,
  groupCalls,
  type OtherEntry,
} from '#renderer/parts/chat/thread-chunks.ts'
import { countCorrections, TurnEnd } from '#renderer/parts/chat/turn-end.tsx'
import { canChat } from '#renderer/parts/model/model-words.ts'
import { useApp } from '#renderer/store/app.ts'
import { CallEntry } from '#renderer/views/calls/tool-card.tsx'
import { waitingCalls } from '#renderer/views/calls/waiting.ts'
import { useNear, useNearWatch } from '#renderer/views/window/use-near.ts'
import type { ChatEntry } from '#shared/chat/chat'
import { say } from '#shared/messages/say'
import { MessagePictures } from './pictures.tsx'
import { useFindMarks } from './use-find-marks.ts'

/** Assumed height until it is measured. */
const USUAL_ENTRY_PX = 90
const WATCHED_PX = 2400

type Scroller = RefObject<HTMLElement | null>

/** Draws only what is near the view; the rest keeps its last height. */
export function Thread({ scroller, leaveEnd }: { scroller: Scroller; leaveEnd: () => void }) {
  const entries = useApp((app) => app.chat?.entries)
  const watch = useNearWatch(scroller, WATCHED_PX)
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
      <Earlier watch={watch} />
      {chunks.map((chunk, at) => (
        <ThreadChunk key={chunk.key} chunk={chunk} isLast={at >= chunks.length - 2 || chunk === wanted} watch={watch} />
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

type Watch = ReturnType<typeof useNearWatch>

/** Loads earlier entries when the start of the loaded part comes near. */
function Earlier({ watch }: { watch: Watch }) {
  const earlier = useApp((app) => app.earlier)
  const [box, isNear] = useNear(watch)
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
  /** Always drawn: it grows, holds a card with shortcuts, or is the scroll target. */
  isLast: boolean
  watch: Watch
}

const ThreadChunk = memo(function ThreadChunk({ chunk, isLast, watch }: ThreadChunkProps) {
  const [box, isNear, height] = useNear(watch)
  const blocks = useMemo(() => groupCalls(chunk.entries), [chunk])
  if (!isNear && !isLast) {
    const minHeight = height ?? chunk.entries.length * USUAL_ENTRY_PX
    return <div className="chunk-stand-in" ref={box} style={{ minHeight }} data-chunk={chunk.key} />
  }
  return (
    <div className="stack gap-4" ref={box} data-chunk={chunk.key}>
      {blocks.map((block) =>
        Array.isArray(block) ? (
          <div className="calls stack" key={firstOf(block)} data-seq={firstOf(block)}>
            {block.map(({ call }) => (
              <CallEntry key={call} id={call} />
            ))}
          </div>
        ) : (
          <Entry key={block.seq} entry={block} />
        ),
      )}
    </div>
  )
})

/** Calls that become ready later may be inserted before others without a redraw. */
const firstOf = (calls: readonly CallEntryRef[]) => Math.min(...calls.map(({ seq }) => seq))

const { openLink, inspectTurn } = useApp.getState()

/** As text that the model reads and the person sees as sent. */
const goOn = () => void useApp.getState().send(say('Continue.'))

const Entry = memo(function Entry({ entry }: { entry: OtherEntry }) {
  const isLatest = useApp(({ chat }) => chat?.turn === null && chat.entries.at(-1) === entry)
  const seq = entry.seq
  const hasOthers = useApp(({ ollama }) => ollama?.state === 'ready' && ollama.models.filter(canChat).length > 1)
  const mayChange = useApp(({ chat }) => chat?.turn === null && waitingCalls(chat).length === 0)
  const calls = useApp(({ chat }) => (entry.kind === 'end' ? chat?.calls : undefined))
  const corrections = useMemo(
    () => (entry.kind === 'end' && calls ? countCorrections(calls.values(), entry.turn) : 0),
    [entry, calls],
  )
  if (entry.kind === 'end') {
    return (
      <TurnEnd
        end={entry}
        corrections={corrections}
        onContinue={isLatest ? goOn : undefined}
        onRegenerate={mayChange ? () => void useApp.getState().regenerate(entry.turn) : undefined}
        onAnswerAgain={mayChange && hasOthers ? () => useApp.getState().chooseAnswerer(entry.turn) : undefined}
        onInspect={inspectTurn}
      />
    )
  }
  const { role, turn, images, content, thinking, stats, notes, unfounded } = entry
  return (
    <div className="entry" data-seq={seq}>
      <Message
        {...{ from: role, text: content, thinking, stats, notes, unfounded, openLink }}
        pictures={images && <MessagePictures images={images} />}
        isImported={turn === undefined && role !== 'tool'}
      />
      {role === 'user' && turn !== undefined && <Versions turn={turn} isIdle={!mayChange} />}
    </div>
  )
})

function Versions({ turn, isIdle }: { turn: string; isIdle: boolean }) {
  const versions = useApp((app) => app.chat?.versions.get(turn))
  const { rewrite, chooseBranch } = useApp.getState()
  return (
    <MessageActions
      version={versions ? { at: versions.indexOf(turn) + 1, of: versions.length } : null}
      isIdle={isIdle}
      onEdit={() => rewrite(turn)}
      onVersion={(at) => {
        const chosen = versions?.[at - 1]
        if (chosen !== undefined) void chooseBranch(chosen)
      }}
    />
  )
}

/** The answer being written, or what it waits for. */
function Streaming() {
  const turn = useApp((app) => app.chat?.turn ?? null)
  const { text, thinking, phase, reading } = useApp((app) => app.live)
  const isBusy = useApp(
    ({ chat }) => waitingCalls(chat).length > 0 || hasRunningCall(chat?.entries.at(-1), chat?.calls),
  )
  if (!turn) return null
  if (text || thinking) {
    return <Message from="assistant" text={text} thinking={thinking} isStreaming openLink={openLink} />
  }
  if (isBusy) return null
  if (phase === 'reading' && reading) return <ReadingMeter key={reading.tokens} reading={reading} />
  const words = phase === 'loading' ? 'Loading {model}' : phase === 'thinking' ? 'Thinking' : 'Waiting for {model}'
  return <p className="phase quiet">{say(words, { model: turn.model })}</p>
}

function hasRunningCall(
  last: ChatEntry | undefined,
  calls: ReadonlyMap<string, { status: string }> | undefined,
): boolean {
  return last?.kind === 'call' && calls?.get(last.call)?.status === 'running'
}
