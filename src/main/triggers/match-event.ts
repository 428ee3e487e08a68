import { type Json, valueAt } from '#shared/json'
import type { StoredRecord } from '#shared/records'
import type { ContextMatch, Subscription } from '#shared/skill/tool-code'

/** Schema, tag and all conditions on the context must match. */
export function doesMatch({ schema, tag, matches }: Subscription, record: StoredRecord): boolean {
  if (schema !== record.schema_name || (tag !== undefined && !record.tags.includes(tag))) return false
  return matches.every((match) => isMet(match, record.context))
}

function isMet({ path, op, value }: ContextMatch, context: Json): boolean {
  const keys = path.replace(/^\$?\.?(?:context\.)?/, '').split(/[.[\]]+/)
  const found = valueAt(context, keys.filter(Boolean))
  switch (op) {
    case 'exists':
      return (found !== undefined) === (value !== false)
    case 'eq':
      return isSame(found, value)
    case 'ne':
      return !isSame(found, value)
    case 'gt':
      return isOrdered(value, found)
    case 'lt':
      return isOrdered(found, value)
    case 'contains':
      if (Array.isArray(found)) return found.some((each) => isSame(each, value))
      return typeof found === 'string' && typeof value === 'string' && found.includes(value)
  }
}

const isSame = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a) === JSON.stringify(b)

const isOrdered = (a: Json | undefined, b: Json | undefined) =>
  (typeof a === 'number' && typeof b === 'number' && a < b) || (typeof a === 'string' && typeof b === 'string' && a < b)
