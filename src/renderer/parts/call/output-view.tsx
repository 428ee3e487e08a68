import { useEffect, useRef } from 'react'
import { Button } from '#renderer/parts/ui/controls.tsx'
import { formatBytes, formatCount } from '#renderer/parts/ui/figures.ts'
import { Scroll } from '#renderer/parts/ui/layout.tsx'
import { type Reading, TokenText } from '#renderer/parts/ui/long-text.tsx'
import { isObject, type Json, type JsonObject, ownOf } from '#shared/json'
import type { Message } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import { toVisible, toVisibleLines } from '#shared/visible'

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

export function OutputView({ output, label }: { output: Output; label: string }) {
  if (output.state === 'none') return null
  if (output.state === 'reading') return <p className="quiet small">{say('Loading output…')}</p>
  if (output.state === 'lost') {
    const { message } = output
    return (
      <p className="quiet small">{say('Could not load the output: {message}', { message: sayMessage(message) })}</p>
    )
  }
  const { stdout, stderr, dropped = 0, isLive = false } = output
  if (stdout === '' && stderr === '') {
    return <p className="quiet small">{say(isLive ? 'No output yet.' : 'No output.')}</p>
  }
  return (
    <div className="stack gap-2">
      {dropped > 0 && (
        <p className="quiet small">
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
    <Scroll
      ref={box}
      className="stream box small"
      label={name}
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
    </Scroll>
  )
}

const NAMES = [null, 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', null] as const

/** Black and white become the theme's text colour, so no program can hide its text. */
type PrintedColour = Exclude<(typeof NAMES)[number], null> | 'grey'

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is how a colour starts
const COLOUR = /\u001b\[([\d;:]*)m/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const BEFORE_LINE_END = /\r+((?:\u001b\[[\d;:]*m)*)\n/g

/** A program's output in lines. A line that was redrawn appears once for each state. */
export function linesOfOutput(raw: string): string {
  return raw.replace(BEFORE_LINE_END, '$1\n').replace(/\r/g, '\\r\n')
}

export const withoutColours = (text: string): string => text.replace(COLOUR, '')

/** Reads the colours of letters only; all other terminal codes stay visible in the text. */
export function readColours(text: string, from: PrintedColour | null): Reading<PrintedColour | null> {
  const tokens: { kind: PrintedColour | null; text: string }[] = []
  let colour = from
  let at = 0
  const take = (end: number) => {
    if (end > at) tokens.push({ kind: colour, text: text.slice(at, end) })
  }
  for (const found of text.matchAll(COLOUR)) {
    take(found.index)
    colour = obey(found[1] ?? '', colour)
    at = found.index + found[0].length
  }
  take(text.length)
  return { tokens, rest: colour }
}

function obey(codes: string, before: PrintedColour | null): PrintedColour | null {
  let colour = before
  const numbers = codes.split(/[;:]/).map(Number)
  for (let at = 0; at < numbers.length; at++) {
    const code = numbers[at] ?? 0
    const isExtended = code === 38 || code === 48
    if (code === 0 || code === 39) colour = null
    else if (code >= 30 && code <= 37) colour = NAMES[code - 30] ?? null
    else if (code >= 90 && code <= 97) colour = code === 90 ? 'grey' : (NAMES[code - 90] ?? null)
    else if (isExtended) {
      const args = numbers.slice(at + 1, at + (numbers[at + 1] === 2 ? 5 : 3))
      if (code === 38) colour = args[0] === 2 ? nameMixed(args.slice(1)) : nameNumbered(args[1] ?? 0)
      at += args.length
    }
  }
  return colour
}

/** Of the 256: sixteen named colours, a cube of 6 × 6 × 6, and greys. */
function nameNumbered(number: number): PrintedColour | null {
  if (number < 16) return number === 8 ? 'grey' : (NAMES[number % 8] ?? null)
  if (number >= 232) return number < 250 ? 'grey' : null
  const place = number - 16
  return nameMixed([Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((part) => part * 51))
}

/** The nearest of the six. */
function nameMixed([red = 0, green = 0, blue = 0]: number[]): PrintedColour | null {
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  if (spread < 48) return most > 64 && most < 192 ? 'grey' : null
  const has = (part: number) => part > most - spread / 2
  return NAMES[Number(has(red)) + 2 * Number(has(green)) + 4 * Number(has(blue))] ?? null
}

const MOST_ROWS = 100
const MOST_COLUMNS = 8
const DEEPEST = 6

/** A tool's result: a table for a list of similar objects, a tree for other compound values, otherwise text. */
export function ResultView({ result, label, onOpenFolder }: ResultViewProps) {
  const file = isObject(result) && typeof result.file_path === 'string' ? toVisible(result.file_path).text : null
  return (
    <section className="result box pad stack gap-2 small" aria-label={say('Result of {tool}', { tool: label })}>
      <Part value={result} depth={0} />
      {file !== null && onOpenFolder && (
        <Button
          text="Show in folder"
          look="quiet"
          aria-label={say('Show {file} in its folder', { file })}
          onClick={onOpenFolder}
        />
      )}
    </section>
  )
}

interface ResultViewProps {
  result: Json
  label: string
  /** Shows the file that the result names. */
  onOpenFolder?: () => void
}

function Part({ value, depth }: { value: Json; depth: number }) {
  if (typeof value === 'string') return <p className="result-text">{toVisibleLines(value)}</p>
  const columns = columnsOf(value)
  if (columns && Array.isArray(value)) return <Table rows={value as JsonObject[]} columns={columns} />
  const members: [string, Json][] = Array.isArray(value)
    ? value.map((each, index) => [String(index + 1), each])
    : isObject(value)
      ? Object.entries(value)
      : []
  if (members.length === 0) return <code>{JSON.stringify(value)}</code>
  if (depth >= DEEPEST) return <code>{JSON.stringify(value).slice(0, 1000)}</code>
  return (
    <dl className="stack gap-1">
      {members.slice(0, MOST_ROWS).map(([name, each]) => (
        <div className={isPlain(each) ? 'row gap-2' : 'stack gap-1'} key={name}>
          <dt className="quiet">{toVisible(name).text}</dt>
          <dd>
            <Part value={each} depth={depth + 1} />
          </dd>
        </div>
      ))}
      <Rest count={members.length - MOST_ROWS} />
    </dl>
  )
}

function Table({ rows, columns }: { rows: readonly JsonObject[]; columns: readonly string[] }) {
  return (
    <>
      <table>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {toVisible(name).text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={at}>
              {columns.map((name) => (
                <td key={name}>{toVisible(textOfCell(ownOf(row, name))).text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Rest count={rows.length - MOST_ROWS} />
    </>
  )
}

function Rest({ count }: { count: number }) {
  return count > 0 ? <p className="quiet">{say('{count} more are in the record.', { count: String(count) })}</p> : null
}

const isPlain = (value: Json) => typeof value !== 'object' || value === null
const textOfCell = (value: Json | undefined) => (value === undefined ? '' : String(value))

/** The column names if the value is a list of flat objects, or null. */
export function columnsOf(value: Json): string[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const flat = value.every((each) => isObject(each) && Object.values(each).every(isPlain))
  if (!flat) return null
  const names = [...new Set(value.flatMap((each) => (isObject(each) ? Object.keys(each) : [])))]
  return names.length > 0 && names.length <= MOST_COLUMNS ? names : null
}
