import { memo } from 'react'
import type { AnswerStats } from '#shared/facts'
import { CopyIcon } from './copying.tsx'
import { countOf } from './figures.ts'
import { LongText } from './long-text.tsx'
import { Markdown } from './markdown.tsx'

interface MessageProps {
  from: 'user' | 'assistant' | 'tool'
  text: string
  thinking?: string | undefined
  isStreaming?: boolean
  stats?: AnswerStats | undefined
  openLink: (url: string) => void
}

/** Beyond this a message is shown as plain text: nobody reads it as a page. */
const MARKDOWN_CHARACTERS = 1_000_000

/** Prose keeps its marks of direction: whole languages need them. */
const asWritten = (text: string) => text

export const Message = memo(function Message({
  from,
  text,
  thinking,
  isStreaming = false,
  stats,
  openLink,
}: MessageProps) {
  return (
    <div className="message" data-from={from} data-streaming={isStreaming ? '' : undefined}>
      {!isStreaming && text !== '' && <CopyIcon text={text} label="Copy this message" />}
      <span className="sr-only">{from === 'user' ? 'You:' : from === 'assistant' ? 'Model:' : 'Tool:'}</span>
      {thinking && <Thinking text={thinking} isOpen={isStreaming && text === ''} />}
      {from === 'assistant' && text.length <= MARKDOWN_CHARACTERS ? (
        <Markdown text={text} openLink={openLink} />
      ) : (
        <div className="plain" dir="auto">
          <LongText text={text} show={asWritten} />
        </div>
      )}
      {stats && <p className="message-stats">{describeStats(stats)}</p>}
    </div>
  )
})

/** `128 tokens · 42 tokens/s` */
export function describeStats({ tokens, ms }: AnswerStats): string {
  const count = countOf(tokens, 'token')
  if (!ms || tokens < 2) return count
  const speed = tokens / (ms / 1000)
  return `${count} · ${speed < 10 ? speed.toFixed(1) : Math.round(speed)} tokens/s`
}

function Thinking({ text, isOpen }: { text: string; isOpen: boolean }) {
  return (
    <details className="thinking" open={isOpen || undefined}>
      <summary>Thoughts</summary>
      <p className="plain" dir="auto">
        {text}
      </p>
    </details>
  )
}
