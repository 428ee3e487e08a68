import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { rangesOf } from '#renderer/parts/chat/found-ranges.ts'
import { Markdown } from '#renderer/parts/markdown/markdown.tsx'
import { CopyIcon } from '#renderer/parts/ui/copying.tsx'
import { countOf, formatMs, formatTenths } from '#renderer/parts/ui/figures.ts'
import { LongText } from '#renderer/parts/ui/long-text.tsx'
import type { AnswerStats } from '#shared/facts'
import type { Message as Note } from '#shared/messages/message'
import { say, sayMessage, type Text } from '#shared/messages/say'

interface MessageProps {
  from: 'user' | 'assistant' | 'tool'
  text: string
  thinking?: string | undefined
  isStreaming?: boolean
  stats?: AnswerStats | undefined
  notes?: readonly Note[] | undefined
  /** Values that a note calls unfounded; they are underlined. */
  unfounded?: readonly string[] | undefined
  pictures?: ReactNode
  isImported?: boolean
}

/** A longer message is shown as plain text. */
const MARKDOWN_CHARACTERS = 1_000_000

const SPEAKERS: Record<MessageProps['from'], Text> = { user: 'You:', assistant: 'Model:', tool: 'Tool:' }

/** Prose keeps its direction marks, which some languages need. */
const asWritten = (text: string) => text

export const Message = memo(function Message(props: MessageProps) {
  const { from, text, thinking, isStreaming = false, stats, notes = [], unfounded, pictures, isImported } = props
  const box = useRef<HTMLDivElement>(null)
  useUnderline(box, unfounded)
  return (
    <div ref={box} className="message" data-from={from} data-streaming={isStreaming ? '' : undefined}>
      {!isStreaming && text !== '' && <CopyIcon text={text} label={say('Copy message')} />}
      <span className="sr-only">{say(SPEAKERS[from])}</span>
      {thinking && <Thinking text={thinking} isOpen={isStreaming && text === ''} />}
      {pictures}
      {text === '' && pictures ? null : from === 'assistant' && text.length <= MARKDOWN_CHARACTERS ? (
        <Markdown text={text} />
      ) : (
        <div className="plain" dir="auto">
          <LongText text={text} show={asWritten} />
        </div>
      )}
      {notes.map((note) => (
        <p className="quiet small" key={sayMessage(note)}>
          {sayMessage(note)}
        </p>
      ))}
      {isImported && <p className="pad-top-1 quiet tiny digits">{say('imported')}</p>}
      {stats && <p className="pad-top-1 quiet tiny digits">{describeStats(stats)}</p>}
    </div>
  )
})

/** The browser draws the underline over the text; no element is added. */
function useUnderline(box: RefObject<HTMLElement | null>, values: readonly string[] | undefined): void {
  useEffect(() => {
    const message = box.current
    if (!message || !values) return
    const ranges = values.flatMap((value) => rangesOf(message, value))
    const marked = CSS.highlights.get(UNFOUNDED) ?? new Highlight()
    CSS.highlights.set(UNFOUNDED, marked)
    for (const range of ranges) marked.add(range)
    return () => {
      for (const range of ranges) marked.delete(range)
    }
  }, [box, values])
}

const UNFOUNDED = 'unfounded'

/** `128 tokens · 42 tokens/s · first word after 1.2 s` */
export function describeStats({ tokens, ms, firstMs }: AnswerStats): string {
  const speed = ms && tokens > 1 ? tokens / (ms / 1000) : null
  return [
    countOf(tokens, 'token', 'tokens'),
    speed && say('{speed} tokens/s', { speed: speed < 10 ? formatTenths(speed) : Math.round(speed) }),
    firstMs && say('first word after {time}', { time: formatMs(firstMs) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Thinking({ text, isOpen }: { text: string; isOpen: boolean }) {
  return (
    <details className="thinking quiet" open={isOpen || undefined}>
      <summary>{say('Thoughts')}</summary>
      <p className="plain" dir="auto">
        {text}
      </p>
    </details>
  )
}
