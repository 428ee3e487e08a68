import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { Message } from '#renderer/parts/chat/message.tsx'
import { type CallEntryRef, type Chunk, chunkEntries, chunkOf, groupCalls } from '#renderer/parts/chat/thread-chunks.ts'
import { Button, IconButton } from '#renderer/parts/ui/button.tsx'
import { useApp } from '#renderer/store/app.ts'
import { CallEntry } from '#renderer/views/calls/tool-card.tsx'
import { isIdleIn } from '#renderer/views/calls/waiting.ts'
import { useNear, useNearWatch } from '#renderer/views/window/use-near.ts'
import type { ChatMessage } from '#shared/chat/chat'
import { say } from '#shared/messages/say'
import { Pictures } from './media.tsx'
import { Streaming } from './streaming.tsx'
import { TurnEnd } from './turn-end.tsx'
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
  /** Always drawn: it grows, has a card with shortcuts, or is the scroll target. */
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

/** Below a message of the person: edit it and switch between versions. Hidden while nothing can be changed. */
export function MessageActions({ turn }: { turn: string }) {
  const isIdle = useApp(isIdleIn)
  const versions = useApp((app) => app.chat?.versions.get(turn))
  const { rewrite, chooseBranch } = useApp.getState()
  const at = versions?.indexOf(turn) ?? 0
  const [before, after] = [versions?.[at - 1], versions?.[at + 1]]
  return (
    <div className="message-actions row gap-1 quiet tiny digits" data-idle={isIdle ? undefined : ''}>
      {versions && (
        <>
          <IconButton
            icon="left"
            label={say('Previous version')}
            disabled={before === undefined}
            onClick={() => before !== undefined && void chooseBranch(before)}
          />
          <span className="message-version">{say('{done} of {whole}', { done: at + 1, whole: versions.length })}</span>
          <IconButton
            icon="right"
            label={say('Next version')}
            disabled={after === undefined}
            onClick={() => after !== undefined && void chooseBranch(after)}
          />
        </>
      )}
      <Button look="quiet" onClick={() => rewrite(turn)}>
        {say('Edit')}
      </Button>
    </div>
  )
}
