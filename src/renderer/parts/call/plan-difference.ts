import { isObject, type Json } from '#shared/json'
import type { Said } from '#shared/messages/message'

/** A value, or main's words instead of one; undefined if only the other side has it. */
export type Side = { value: Json } | { words: Said } | undefined

interface FieldDifference {
  /** `identity.size`; empty if everything differs. */
  name: string
  before: Side
  now: Side
}

/** The differences between two JSON values, field by field. */
export function listFields(was: Said, is: Said): FieldDifference[] {
  const [before, now] = [read(was), read(is)]
  if (!('value' in before) || !('value' in now)) return [{ name: '', before, now }]
  const fields = compare(before.value, now.value, '')
  // If no field differs, both texts are shown as they are.
  return fields.length > 0 ? fields : [{ name: '', before, now }]
}

function read(side: Said): NonNullable<Side> {
  if (typeof side !== 'string') return { words: side }
  try {
    return { value: JSON.parse(side) as Json }
  } catch {
    return { words: side }
  }
}

function compare(was: Json | undefined, is: Json | undefined, name: string): FieldDifference[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return []
  if (!isObject(was) || !isObject(is)) return [{ name, before: toSide(was), now: toSide(is) }]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) =>
    compare(valueIn(was, key), valueIn(is, key), name ? `${name}.${key}` : key),
  )
}

const toSide = (value: Json | undefined): Side => (value === undefined ? undefined : { value })

const valueIn = (from: { [key: string]: Json }, key: string) => (Object.hasOwn(from, key) ? from[key] : undefined)
