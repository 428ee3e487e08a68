import { EN } from './en.ts'
import { type Message, textOf } from './message.ts'

/** What others wrote is never taken for a message of ours, whatever it looks like. */
const FOREIGN = new Set(['args', 'from', 'to', 'params', 'parameters', 'content', 'result'])

/** For whoever reads JSON: the same value, with the English text in the place of each message. */
export function withTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTexts)
  if (isMessage(value)) return textOf(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, FOREIGN.has(key) ? member : withTexts(member)]),
  )
}

export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('code' in value) || typeof value.code !== 'string') return false
  return Object.hasOwn(EN, value.code) && Object.keys(value).every((key) => key === 'code' || key === 'values')
}
