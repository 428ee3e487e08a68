import type { Origin } from '#shared/call/plan'
import { type Json, type JsonObject, ownOf } from '#shared/json'
import { isDeceptive, toVisible } from '#shared/visible'

/** What a call does, in the tool's own words. `summary` and `past` may contain parameters, as in `Find {name}`. */
export interface ToolWords {
  title: string
  summary?: string
  /** For a call that has run. */
  past?: string
}

export interface HeadingPiece {
  text: string
  origin: Exclude<Origin, 'resolver'>
}

/** The words with one call's values filled in. */
export interface Heading {
  now: HeadingPiece[]
  past?: HeadingPiece[]
}

export const LONGEST_TITLE = 80
const LONGEST_VALUE = 48

/** Without a title, the first clause of the description is used. */
export function wordsOfTool({ name, description, words }: ToolInWords): ToolWords {
  return { ...words, title: words?.title ?? (cut(oneLine(firstClause(description)), LONGEST_TITLE) || name) }
}

interface ToolInWords {
  name: string
  description: string
  words?: Partial<ToolWords>
}

function firstClause(description: string): string {
  const [sentence = ''] = description.trimStart().split(/(?<=[.!?])\s|\n/)
  const plain = sentence.replace(/^(?:Changes \w+): */, '')
  const [clause = ''] = plain.split(/[;:(]|, (?:and|so|which|with|that)\b|\.$/)
  return capitalize(clause.trim())
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** If a parameter in the text has no value, the title is used instead. */
export function headingOf(tool: ToolInWords, args: JsonObject): Heading {
  const { title, summary, past } = wordsOfTool(tool)
  const fixed: HeadingPiece[] = [{ text: title, origin: 'skill' }]
  const done = past === undefined ? null : fill(past, args)
  return { now: (summary === undefined ? null : fill(summary, args)) ?? fixed, ...(done && { past: done }) }
}

function fill(template: string, args: JsonObject): HeadingPiece[] | null {
  const pieces: HeadingPiece[] = []
  let left = LONGEST_TITLE
  for (const [at, part] of template.split(/\{([^{}]*)\}/).entries()) {
    const isValue = at % 2 === 1
    const text = isValue ? valueText(ownOf(args, part)) : part
    if (text === null) return null
    if (text === '' || left <= 0) continue
    const shown = cut(text, isValue ? Math.min(left, LONGEST_VALUE) : left)
    left -= shown.length
    pieces.push({ text: shown, origin: isValue ? 'model' : 'skill' })
  }
  return pieces
}

function valueText(value: Json | undefined): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : oneLine(value).replace(/^https:\/\//, '')
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** Puts a text on one line and spells out hidden characters. */
export function oneLine(text: string): string {
  const spaced = text.slice(0, 400).replace(/\s+/g, ' ').trim()
  return isDeceptive(spaced) ? toVisible(spaced).text : spaced
}

function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

export const textOfHeading = (pieces: readonly HeadingPiece[]): string => pieces.map(({ text }) => text).join('')
