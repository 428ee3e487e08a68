import { memo, useRef } from 'react'
import { toVisibleLines } from '#shared/visible'

/** The tokens of a piece, and the state in which the next piece starts. */
export interface Reading<State> {
  tokens: readonly { kind: string | null; text: string }[]
  rest: State
}

interface Piece<State> extends Reading<State> {
  text: string
  from: State
}

interface TokenTextProps<State> {
  text: string
  /** A new name starts over. */
  name: string
  start: State
  read: (text: string, from: State) => Reading<State>
  /** Shows the part beyond the limit. */
  plain?: (text: string) => string
  show?: (text: string) => string
}

/** Highlighting more would block the window for seconds. */
const MOST_CHARACTERS = 60_000

/** A long text with highlighted parts. Finished parts are kept when text is added. */
export function TokenText<State>(props: TokenTextProps<State>) {
  const { text: whole, name, start, read, plain, show = toVisibleLines } = props
  const known = useRef<{ name: string; pieces: readonly Piece<State>[] }>({ name, pieces: [] })
  const before = known.current.name === name ? known.current.pieces : []
  const pieces: Piece<State>[] = []
  let from = start
  let length = 0
  for (const [at, chunk] of chunksOf(whole).entries()) {
    // A line break at the end of a piece would not show without another one.
    const text = chunk === '' || chunk.endsWith('\n') ? `${chunk}\n` : chunk
    const same = before[at]
    const isSame = same?.text === text && same.from === from
    const isPlain = length >= MOST_CHARACTERS
    const reading = () =>
      isPlain ? { tokens: [{ kind: null, text: plain?.(text) ?? text }], rest: start } : read(text, from)
    const piece: Piece<State> = isSame ? same : { text, from, ...reading() }
    pieces.push(piece)
    from = piece.rest
    length += text.length
  }
  known.current = { name, pieces }
  return pieces.map(({ tokens }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever added at the end
    <TokenPiece key={index} tokens={tokens} show={show} />
  ))
}

type TokenPieceProps = Pick<Reading<unknown>, 'tokens'> & { show: (text: string) => string }

const TokenPiece = memo(function TokenPiece({ tokens, show }: TokenPieceProps) {
  return (
    <span className="chunk">
      {tokens.map(({ kind, text }, index) =>
        kind === null ? (
          show(text)
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other name
          <span key={index} data-token={kind}>
            {show(text)}
          </span>
        ),
      )}
    </span>
  )
})

const readPlain = (text: string) => ({ tokens: [{ kind: null, text }], rest: null })

/** A long text in pieces, so that adding to its end redraws only the last piece. */
export function LongText({ text, show = toVisibleLines }: { text: string; show?: (text: string) => string }) {
  return <TokenText name="" start={null} read={readPlain} {...{ text, show }} />
}

const CHUNK_LINES = 100

export function chunksOf(text: string): string[] {
  const chunks: string[] = []
  let start = 0
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (++lines < CHUNK_LINES) continue
    chunks.push(text.slice(start, at))
    start = at + 1
    lines = 0
  }
  return [...chunks, text.slice(start)]
}
