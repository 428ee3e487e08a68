import { lazy, memo, Suspense } from 'react'
import { say } from '#shared/messages/say'
import { MOST_TEX } from './formula-rules.ts'

const FormulaDrawing = lazy(async () => ({ default: (await import('./formula-drawing.tsx')).FormulaDrawing }))

/** A longer formula gets its own line, which scrolls. */
const LONG = 120

interface Props {
  tex: string
  isDisplay: boolean
  /** As written in the text. */
  written: string
}

/** A formula as MathML; as text until it is drawn, or if it cannot be. */
export const Formula = memo(function Formula({ tex, isDisplay, written }: Props) {
  const otherwise = <span className="plain">{written}</span>
  if (tex.length > MOST_TEX) return otherwise
  const drawing = (
    <Suspense fallback={otherwise}>
      <FormulaDrawing tex={tex} isDisplay={isDisplay} otherwise={otherwise} />
    </Suspense>
  )
  if (!isDisplay && tex.length <= LONG) return <span className="formula">{drawing}</span>
  return (
    // biome-ignore lint/a11y/useSemanticElements: it may be within a sentence
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide formula scrolls, also by keyboard
    <span className="formula" data-wide="" role="group" tabIndex={0} aria-label={say('Formula')}>
      {drawing}
    </span>
  )
})
