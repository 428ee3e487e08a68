import { isObject, type Json, parseJson } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { decodeText } from './decode-text.ts'
import { reportHiddenJson } from './hidden-text.ts'
import { findFault, MAX_JSON_DEPTH } from './json-faults.ts'
import { placeIn, report } from './place.ts'

export const MAX_JSON_BYTES = 1024 * 1024

export interface JsonReading {
  /** Absent if the file must not be used. */
  value?: Json
  text: string
  isAscii: boolean
  diagnostics: Diagnostic[]
}

/** Strict JSON: no duplicate keys, no depth beyond 64, valid UTF-8. Never throws. */
export function readJson(file: string, bytes: Uint8Array): JsonReading {
  const place = placeIn(file, [])
  const failed = { text: '', isAscii: false, diagnostics: place.diagnostics }
  if (bytes.length > MAX_JSON_BYTES) {
    report(place, 'error', 'FILE_TOO_LARGE', 'file-too-large', 'split-the-skill', {
      file,
      bytes: bytes.length,
      most: MAX_JSON_BYTES,
    })
    return failed
  }
  const text = decodeText(place, bytes)
  if (text === null) return failed
  const members = countMembers(bytes)
  const value = members === 'too deep' ? undefined : parseJson(text)
  if (value !== undefined && countKeys(value) === members) {
    return { value, text, isAscii: text.length === bytes.length, diagnostics: place.diagnostics }
  }
  findFault(place, text)
  return failed
}

/** As `readJson`; reports texts as well that the model reads and a person does not see. */
export function openJson(file: string, bytes: Uint8Array, diagnostics: Diagnostic[]): Json | undefined {
  const { value, text, isAscii, diagnostics: found } = readJson(file, bytes)
  diagnostics.push(...found)
  if (value !== undefined) reportHiddenJson(placeIn(file, diagnostics), text, value, isAscii)
  return value
}

const SPACE = 32
const QUOTE = 34
const COLON = 58
const BRACKET = 91
const BACKSLASH = 92
const BRACKET_END = 93
const BRACE = 123
const BRACE_END = 125

/**
 * How many `key: value` pairs valid JSON contains, counted by colons outside strings. Detects depth before anything
 * recurses. Written for speed: every byte of every descriptor passes through it.
 */
function countMembers(bytes: Uint8Array): number | 'too deep' {
  let members = 0
  let depth = 0
  for (let index = 0; index < bytes.length; index += 1) {
    let byte = bytes[index]
    while (byte === SPACE) {
      index += 1
      byte = bytes[index]
    }
    if (byte === QUOTE) index = endOfString(bytes, index + 1)
    else if (byte === COLON) members += 1
    else if (byte === BRACE || byte === BRACKET) {
      depth += 1
      if (depth > MAX_JSON_DEPTH) return 'too deep'
    } else if (byte === BRACE_END || byte === BRACKET_END) depth -= 1
  }
  return members
}

/** The index of the closing quote, or beyond the end. */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start
  for (let byte = bytes[index]; byte !== QUOTE && index < bytes.length; byte = bytes[index]) {
    index += byte === BACKSLASH ? 2 : 1
  }
  return index
}

/** Fewer keys than members means that a duplicate replaced an earlier key. */
function countKeys(value: Json): number {
  let keys = 0
  if (Array.isArray(value)) {
    for (const element of value) if (typeof element === 'object') keys += countKeys(element)
  } else if (isObject(value)) {
    for (const key in value) {
      keys += 1
      const member = value[key]
      if (typeof member === 'object') keys += countKeys(member)
    }
  }
  return keys
}
