import { isUtf8 } from 'node:buffer'
import { isDeeper, type Json, parseJson } from '#shared/json'

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
  const json = JSON_TYPE.test(type) ? parseJson(text) : undefined
  // Later steps read it recursively.
  return { kind: 'text', text, ...(json !== undefined && !isDeeper(json, DEEPEST) && { json }) }
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
