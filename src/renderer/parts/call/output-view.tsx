import { useEffect, useRef } from 'react'
import { TokenText } from '#renderer/parts/markdown/token-text.tsx'
import { formatBytes, formatCount } from '#renderer/parts/ui/figures.ts'
import type { Message } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import { linesOfOutput, readColours, withoutColours } from './output-colours.ts'

/** A command's output, live or from the record. */
export type Output =
  | { state: 'none' }
  | { state: 'reading' }
  | { state: 'lost'; message: Message | string }
  | {
      state: 'here'
      stdout: string
      stderr: string
      progress?: string
      dropped?: number
      isLive?: boolean
      isPreview?: boolean
    }

/** Whether the record has more of a finished run's output. */
export function wantsOutput(output: Output): boolean {
  return output.state === 'none' || (output.state === 'here' && output.isPreview === true)
}

export function OutputView({ output, label }: { output: Output; label: string }) {
  if (output.state === 'none') return null
  if (output.state === 'reading') return <p className="output-note quiet small">{say('Loading output…')}</p>
  if (output.state === 'lost') {
    const { message } = output
    return (
      <p className="output-note quiet small">
        {say('Could not load the output: {message}', { message: sayMessage(message) })}
      </p>
    )
  }
  const { stdout, stderr, dropped = 0, isLive = false } = output
  if (stdout === '' && stderr === '') {
    return <p className="output-note quiet small">{say(isLive ? 'No output yet.' : 'No output.')}</p>
  }
  return (
    <div className="output stack gap-2">
      {dropped > 0 && (
        <p className="output-note quiet small">
          {say('{count} earlier characters are in the record.', { count: formatCount(dropped) })}
        </p>
      )}
      {stdout !== '' && <Stream name={say('Output of {tool}', { tool: label })} text={stdout} isLive={isLive} />}
      {stderr !== '' && (
        <>
          <p className="label">
            {say('Errors')} <span>{formatBytes(stderr.length)}</span>
          </p>
          <Stream name={say('Errors of {tool}', { tool: label })} text={stderr} isLive={isLive} />
        </>
      )}
    </div>
  )
}

/** Follows the end of the text until somebody scrolls up. */
function Stream({ name, text, isLive }: { name: string; text: string; isLive: boolean }) {
  const box = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text is what moves the end
  useEffect(() => {
    const element = box.current
    if (isLive && isAtEnd.current && element) element.scrollTop = element.scrollHeight
  }, [text, isLive])
  return (
    <section
      ref={box}
      className="stream box small"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long output scrolls, also by keyboard
      tabIndex={0}
      aria-label={name}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < 24
      }}
    >
      <pre dir="ltr">
        <TokenText
          text={linesOfOutput(text).replace(/\n$/, '')}
          name={name}
          start={null}
          read={readColours}
          plain={withoutColours}
        />
      </pre>
    </section>
  )
}
