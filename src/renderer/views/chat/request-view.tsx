import { useState } from 'react'
import { CopyButton } from '#renderer/parts/ui/copying.tsx'
import { countOf, formatBytes, formatCount } from '#renderer/parts/ui/figures.ts'
import { FactsList, Scroll } from '#renderer/parts/ui/layout.tsx'
import { LongText } from '#renderer/parts/ui/long-text.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { ContextFitted, FactOf } from '#shared/facts'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { say, sayMessage } from '#shared/messages/say'
import { toVisibleLines } from '#shared/visible'
import { ContextParts } from './context-meter.tsx'

interface RequestViewProps {
  sent: FactOf<'request.sent'>
  /** How it was shortened, if it was. */
  fitted: ContextFitted | null
}

export function RequestView({ sent, fitted }: RequestViewProps) {
  const [isOpen, setOpen] = useState(false)
  const { seq, bytes, tools, model } = sent
  return (
    <details
      className="request"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open) void useApp.getState().readRequest(seq)
      }}
    >
      <summary>
        {say('Request {number}', { number: sent.request })}
        <span className="figure">
          {[model, countOf(tools.length, 'tool', 'tools'), formatBytes(bytes)].join(' · ')}
        </span>
      </summary>
      {isOpen && (
        <div className="request-body stack gap-3">
          {fitted && <ContextParts context={fitted} />}
          {tools.length > 0 && (
            <p>
              <span className="label">{say('Available tools')}</span> <code>{tools.join('  ')}</code>
            </p>
          )}
          <RequestText seq={seq} number={sent.request} />
        </div>
      )}
    </details>
  )
}

function RequestText({ seq, number }: { seq: number; number: number }) {
  const request = useApp((app) => app.requests.get(seq))
  if (!request || request.state === 'reading') return <p className="quiet">{say('Loading request…')}</p>
  if (request.state === 'lost') return <p className="quiet">{sayMessage(request.message)}</p>
  const { text, characters } = request
  const body = text.length === characters ? readBody(text) : null
  return (
    <>
      {body && <Options body={body} />}
      {body && <Messages messages={body.messages} />}
      <details>
        <summary>{say('Raw request')}</summary>
        <div className="gap-2 wrap row">
          <CopyButton text={text} label={say('Copy the request')} />
        </div>
        <Scroll className="stream box small" label={say('Request {number} as sent', { number })}>
          <pre dir="ltr">{toVisibleLines(text)}</pre>
        </Scroll>
        {text.length < characters && (
          <p className="quiet">
            {say('{count} more characters are in the record.', { count: formatCount(characters - text.length) })}
          </p>
        )}
      </details>
    </>
  )
}

/** Everything besides messages and tools, by the protocol's names. */
function Options({ body: { messages: _messages, tools: _tools, options, ...rest } }: { body: JsonObject }) {
  const all = { ...rest, ...(isObject(options) ? options : {}) }
  return (
    <FactsList
      columns={2}
      pairs={Object.entries(all).map(([name, value]) => ({
        name,
        value: <code>{toVisibleLines(typeof value === 'string' ? value : JSON.stringify(value))}</code>,
      }))}
    />
  )
}

function Messages({ messages }: { messages: Json | undefined }) {
  if (!Array.isArray(messages)) return null
  return (
    <ol className="request-messages stack gap-3" aria-label={say('Messages')}>
      {messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was sent never changes
        <li key={at}>
          <SentMessage message={message} />
        </li>
      ))}
    </ol>
  )
}

const SHORT = 400

function SentMessage({ message }: { message: Json }) {
  if (!isObject(message)) return null
  const { role, content, tool_name: tool, tool_calls: calls, images, ...rest } = message
  const said = typeof content === 'string' ? content : ''
  const more = [
    ...(Array.isArray(images) ? [countOf(images.length, 'picture', 'pictures')] : []),
    ...(calls === undefined ? [] : [JSON.stringify(calls)]),
    ...(Object.keys(rest).length === 0 ? [] : [JSON.stringify(rest)]),
  ]
  return (
    <>
      <p className="label">
        {String(role)} {typeof tool === 'string' && <code>{tool}</code>}
      </p>
      {said.length > SHORT ? (
        <details>
          <summary>{toVisibleLines(`${said.slice(0, SHORT / 4).toWellFormed()}…`)}</summary>
          <pre dir="auto">
            <LongText text={said} />
          </pre>
        </details>
      ) : (
        <pre dir="auto">{toVisibleLines(said)}</pre>
      )}
      {more.map((one) => (
        <pre key={one} dir="ltr" className="quiet">
          {toVisibleLines(one)}
        </pre>
      ))}
    </>
  )
}

function readBody(text: string): JsonObject | null {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : null
  } catch (error) {
    // It is also shown as text.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
