import { memo, useRef } from 'react'
import { type Inside, languageOf, readTokens, type Token } from './code-tokens.ts'
import { chunksOf, LongText } from './long-text.tsx'
import { visibleLines } from './visible-lines.ts'

interface Piece {
  text: string
  inside: Inside
  tokens: readonly Token[]
  rest: Inside
}

/** The colours of more than about this would cost the window seconds: the rest is plain. */
const MOST_CHARACTERS = 60_000

/** Code with its words told apart where the language is known. What was read stays as it is while more is added. */
export function CodeText({ code, language }: { code: string; language: string }) {
  const known = useRef<{ language: string; pieces: readonly Piece[] }>({ language, pieces: [] })
  const grammar = languageOf(language)
  if (!grammar) return <LongText text={code} />
  const readPiece = (text: string, from: Inside, start: number): Pick<Piece, 'tokens' | 'rest'> =>
    start < MOST_CHARACTERS ? readTokens(text, grammar, from) : { tokens: [{ kind: null, text }], rest: null }
  const before = known.current.language === language ? known.current.pieces : []
  const pieces: Piece[] = []
  let inside: Inside = null
  let read = 0
  for (const [at, chunk] of chunksOf(code).entries()) {
    const text = chunk === '' || chunk.endsWith('\n') ? `${chunk}\n` : chunk
    const same = before[at]
    const isSame = same?.text === text && same.inside === inside
    const piece: Piece = isSame ? same : { text, inside, ...readPiece(text, inside, read) }
    pieces.push(piece)
    inside = piece.rest
    read += text.length
  }
  known.current = { language, pieces }
  return pieces.map(({ tokens }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only ever added at the end
    <CodePiece key={index} tokens={tokens} />
  ))
}

const CodePiece = memo(function CodePiece({ tokens }: { tokens: readonly Token[] }) {
  return (
    <span className="chunk">
      {tokens.map(({ kind, text }, index) =>
        kind === null ? (
          visibleLines(text)
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other name
          <span key={index} data-token={kind}>
            {visibleLines(text)}
          </span>
        ),
      )}
    </span>
  )
})
