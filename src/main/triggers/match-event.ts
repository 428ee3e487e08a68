import { isObject, type Json } from '#shared/json'
import type { StoredRecord } from '#shared/records'
import type { ContextMatch, Subscription } from '#shared/skill/tool-code'

/** Schema, tag and all conditions on the context must match. */
export function doesMatch({ schema, tag, matches }: Subscription, record: StoredRecord): boolean {
  if (schema !== record.schema_name || (tag !== undefined && !record.tags.includes(tag))) return false
  return matches.every((match) => isMet(match, record.context))
}

function isMet({ path, op, value }: ContextMatch, context: Json): boolean {
  const found = findAt(context, path.replace(/^\$?\.?(?:context\.)?/, ''))
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

function findAt(from: Json, path: string): Json | undefined {
  let at: Json | undefined = from
  for (const key of path.split(/[.[\]]+/).filter(Boolean)) {
    if (Array.isArray(at)) at = at[Number(key)]
    else at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at
}

const isSame = (a: Json | undefined, b: Json | undefined) => JSON.stringify(a) === JSON.stringify(b)

const isOrdered = (a: Json | undefined, b: Json | undefined) =>
  (typeof a === 'number' && typeof b === 'number' && a < b) || (typeof a === 'string' && typeof b === 'string' && a < b)
