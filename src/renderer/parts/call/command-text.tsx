import { Fragment, useState } from 'react'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { countLines, countOf, formatBytes } from '#renderer/parts/ui/figures.ts'
import { Warning } from '#renderer/parts/ui/layout.tsx'
import { wordsOf } from '#shared/call/describe-action'
import type { Origin, Plan } from '#shared/call/plan'
import { quoteArgv } from '#shared/call/quote'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { isDeceptive, toVisible, toVisibleLines } from '#shared/visible'

/** Whether the folded middle of what is long is shown. */
export interface Folding {
  isUnfolded: boolean
  onUnfold: () => void
}

export function useFolding(): Folding {
  const [isUnfolded, setUnfolded] = useState(false)
  return { isUnfolded, onUnfold: () => setUnfolded(true) }
}

interface CommandTextProps extends Folding {
  plan: Pick<Plan, 'action'>
  size?: 'large' | 'small' | 'line'
}

const SOURCES = { skill: 'from the skill', model: 'from the model', resolver: 'from a resolver' } as const

/** The whole command, wrapped. The middle of a very long one is folded. */
export function CommandText({ plan, size = 'large', isUnfolded, onUnfold }: CommandTextProps) {
  const { head, tail, foldedBytes } = foldSegments(segmentsOf(plan), isUnfolded)
  return (
    <pre className="command pad" data-size={size} dir="ltr">
      <code>
        <Segments segments={head} />
        {foldedBytes > 0 && <Fold bytes={foldedBytes} onUnfold={onUnfold} />}
        <Segments segments={tail} />
      </code>
    </pre>
  )
}

function Segments({ segments }: { segments: readonly Segment[] }) {
  return segments.map((segment, index) => (
    <Fragment key={segment.element}>
      {index > 0 && ' '}
      <span className="argument" data-origin={segment.origin} title={say(SOURCES[segment.origin])}>
        {segment.text}
      </span>
    </Fragment>
  ))
}

export function Fold({ bytes, onUnfold }: { bytes: number; onUnfold: () => void }) {
  return (
    <span className="fold row gap-3 wrap care">
      <span>{say('… {bytes} hidden …', { bytes: formatBytes(bytes) })}</span>
      <Button text="Show everything" onClick={onUnfold} />
    </span>
  )
}

interface Segment {
  element: number
  origin: Origin
  text: string
}

/** The middle of a longer command is folded and must be unfolded before it can be approved. */
export const FOLD_BYTES = 4096
const HEAD = 1024
const TAIL = 512

const encoder = new TextEncoder()
export const byteLength = (text: string): number => encoder.encode(text).length

/** One segment per element, quoted so that the line can be pasted into a shell. */
export function segmentsOf({ action }: Pick<Plan, 'action'>): Segment[] {
  const isCommand = action.kind === 'process'
  return wordsOf(action).map(({ text, origin }, element) => ({
    element,
    origin,
    text: isCommand ? quoteElement(text, element) : toVisible(text).text,
  }))
}

/** Only the first word must not look like shell syntax. */
function quoteElement(value: string, element: number): string {
  const before = element === 0 ? [] : ['_']
  const { text, exact } = quoteArgv([...before, value], 'bash')
  if (!exact) return quoteArgv([value], 'json').text.slice(1, -1)
  return element === 0 ? text : text.slice('_ '.length)
}

interface Piece {
  text: string
}

interface Folded<P> {
  head: P[]
  tail: P[]
  /** 0 if nothing is folded. */
  foldedBytes: number
}

export function foldSegments<P extends Piece>(segments: readonly P[], isUnfolded: boolean): Folded<P> {
  const total = lineLength(segments)
  if (isUnfolded || total <= FOLD_BYTES) return { head: [...segments], tail: [], foldedBytes: 0 }
  const head = take(segments, HEAD, startOf)
  const tail = take(segments.toReversed(), TAIL, endOf).toReversed()
  return { head, tail, foldedBytes: total - lineLength(head) - lineLength(tail) }
}

/** In bytes, with the spaces between segments. */
function lineLength(segments: readonly Piece[]): number {
  return segments.reduce((bytes, { text }) => bytes + byteLength(text) + 1, -1)
}

function take<P extends Piece>(
  segments: readonly P[],
  bytes: number,
  cut: (text: string, bytes: number) => string,
): P[] {
  const taken: P[] = []
  let left = bytes
  for (const segment of segments) {
    if (left <= 0) break
    taken.push({ ...segment, text: cut(segment.text, left) })
    left -= byteLength(segment.text) + 1
  }
  return taken
}

/** The first bytes, in whole characters. */
const startOf = (text: string, bytes: number): string =>
  text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read)

/** The last bytes; a whole character has at most four. */
function endOf(text: string, bytes: number): string {
  const before = byteLength(text) - bytes
  return before <= 0 ? text : text.slice(startOf(text, before + 3).length)
}

const TAGS: Record<Origin, Text> = { skill: 'skill', model: 'model', resolver: 'resolver' }

interface ArgvRowsProps {
  plan: Pick<Plan, 'action' | 'notes' | 'resolvers'>
  /** The person, not a model, filled in the arguments. */
  isOwn?: boolean | undefined
}

export function ArgvRows({ plan, isOwn = false }: ArgvRowsProps) {
  return (
    <ol className="argv stack small" start={0}>
      {wordsOf(plan.action).map(({ text: value, origin }, element) => {
        const lines = countLines(value)
        const text = value.includes('\n') ? toVisibleLines(value) : toVisible(value).text
        const hidden = isDeceptive(value)
        const notes = plan.notes.filter((note) => note.element === element)
        const bytes = byteLength(value)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an element of argv is its place
          <li className="stack" key={element}>
            <span className="mono quiet tiny">{element}</span>
            <code className="plain" dir="ltr">
              {value === '' ? say('(empty)') : text}
            </code>
            <span className="right gap-1 wrap row">
              {hidden && <Warning>{say('hidden characters')}</Warning>}
              {lines > 1 && <span className="tag">{countOf(lines, 'line', 'lines')}</span>}
              {bytes > 200 && <span className="tag">{formatBytes(bytes)}</span>}
              <span className="tag" data-origin={isOwn && origin === 'model' ? 'person' : origin}>
                {isOwn && origin === 'model' ? say('you') : tagOf(plan, origin, value)}
              </span>
            </span>
            {notes.map((note) => (
              <span className="argv-note care" key={JSON.stringify(note.text)}>
                {sayMessage(note.text)}
              </span>
            ))}
          </li>
        )
      })}
    </ol>
  )
}

function tagOf(plan: Pick<Plan, 'resolvers'>, origin: Origin, value: string): string {
  const step = origin === 'resolver' && plan.resolvers.find((resolver) => resolver.value === value)
  return step ? say('resolver for {param}', { param: step.param }) : say(TAGS[origin])
}

/** `4 from the skill, 1 from the model`, in pieces so that the model's part can be marked. */
export function countOrigins({ action }: Pick<Plan, 'action'>, isOwn = false): { origin: Origin; text: string }[] {
  const counts = new Map<Origin, number>()
  const words = wordsOf(action)
  for (const { origin } of words) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  const texts: Record<Origin, Text> = {
    skill: '{count} from the skill',
    model: isOwn ? '{count} from you' : '{count} from the model',
    resolver: '{count} from a resolver',
  }
  if (counts.get('skill') === words.length) return [{ origin: 'skill', text: say('Fixed by the skill') }]
  return (['skill', 'model', 'resolver'] as const)
    .map((origin) => ({ origin, count: counts.get(origin) ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ origin, count }) => ({ origin, text: say(texts[origin], { count }) }))
}
