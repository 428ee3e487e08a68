import { isUtf8 } from 'node:buffer'
import { type Json, parseJson } from '#shared/json'

export type Content =
  | { kind: 'text'; text: string; json?: Json }
  /** Described, never shown. */
  | { kind: 'binary'; type: string; bytes: number }

const TEXT_TYPE =
  /^(?:text\/|application\/(?:.*\+)?(?:json|xml|javascript|yaml|x-yaml|x-ndjson|x-www-form-urlencoded)$)/
const JSON_TYPE = /^(?:application|text)\/(?:.*\+)?json$/
const DEEPEST = 200

/** Decides what a body is, by its declared type if that is text, otherwise by its bytes. */
export function readContent(contentType: string, body: Buffer): Content {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  const decoder = makeDecoder(charset)
  const isText = TEXT_TYPE.test(type) ? decoder.encoding.startsWith('utf-16') || !body.includes(0) : looksLikeText(body)
  if (!isText) return { kind: 'binary', type: type || 'application/octet-stream', bytes: body.length }
  const text = decoder.decode(body)
  const json = JSON_TYPE.test(type) ? readJson(text) : undefined
  return { kind: 'text', text, ...(json !== undefined && { json }) }
}

function looksLikeText(body: Buffer): boolean {
  return isUtf8(body) && !body.includes(0)
}

function makeDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/** Undefined if it is not JSON or too deep for later steps. */
function readJson(text: string): Json | undefined {
  const value = parseJson(text)
  return value !== undefined && isShallow(value, DEEPEST) ? value : undefined
}

function isShallow(value: Json, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (left === 0) return false
  if (Array.isArray(value)) return value.every((item) => isShallow(item, left - 1))
  for (const key in value) if (!isShallow(value[key] ?? null, left - 1)) return false
  return true
}
