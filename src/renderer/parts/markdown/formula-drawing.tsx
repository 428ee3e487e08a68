import { createElement, type ReactNode, useMemo } from 'react'
import { type FormulaElement, readFormula } from './formula-tree.ts'

interface Props {
  tex: string
  isDisplay: boolean
  /** Shown if the formula cannot be drawn. */
  otherwise: ReactNode
}

/** A module of its own, loaded with the first formula. */
export function FormulaDrawing({ tex, isDisplay, otherwise }: Props) {
  const formula = useMemo(() => readFormula(tex, isDisplay), [tex, isDisplay])
  return formula ? drawElement(formula) : otherwise
}

function drawElement({ tag, attributes, style, children }: FormulaElement): ReactNode {
  const props = { ...attributes, ...(Object.keys(style).length > 0 && { style }) }
  const drawn = children.map((child) => (typeof child === 'string' ? child : drawElement(child)))
  return createElement<Record<string, unknown>>(tag, props, ...drawn)
}
