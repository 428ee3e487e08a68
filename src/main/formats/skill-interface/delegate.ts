import { splitPage } from '#main/formats/frontmatter'
import { placeIn } from '#main/formats/place'
import { type Message, message } from '#shared/messages/message'
import { decodeUtf8 } from '#shared/utf8'

/** The target of a `delegate`, as far as its text tells. */
export type Delegate =
  | { kind: 'code'; code: string }
  | { kind: 'markdown'; text: string }
  /** A path in the skill's folder. */
  | { kind: 'file'; file: string }
  | { kind: 'tool'; name: string }
  | { kind: 'broken'; why: Message }

const DEEPEST = 4
const LONGEST = 256 * 1024
const broken = (why: Message): Delegate => ({ kind: 'broken', why })

/** `from`: the path of the file that contains it. */
export function readDelegate(written: string, from: string): Delegate {
  const text = unescapePlaces(written)
  if (text.startsWith('inline://')) return readInline(text, 1)
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return broken(message('delegate-scheme-unknown'))
  if (/^[\w-]+$/.test(text)) return { kind: 'tool', name: text }
  const file = resolve(from, text)
  return file === null ? broken(message('delegate-outside')) : { kind: 'file', file }
}

/** `\${` protects code from being filled in with metadata. */
const unescapePlaces = (text: string) => text.replaceAll('\\${', '${')

function readInline(text: string, depth: number): Delegate {
  if (depth > DEEPEST) return broken(message('delegate-too-deep', { most: DEEPEST }))
  if (text.length > LONGEST) return broken(message('delegate-too-long', { most: LONGEST }))
  const [, tag, payload = ''] = /^inline:\/\/(\w+),(.*)$/s.exec(text) ?? []
  if (tag === 'code') return { kind: 'code', code: payload }
  if (tag === 'markdown') return { kind: 'markdown', text: toLines(payload) }
  if (tag !== 'base64') return broken(message('delegate-tag-unknown'))
  const inner = decode(payload)
  return inner?.startsWith('inline://') ? readInline(inner, depth + 1) : broken(message('delegate-not-base64'))
}

/** YAML may leave `\n` as two characters, which mean a line break. */
function toLines(text: string): string {
  const { frontmatter } = splitPage(placeIn('', []), text)
  return frontmatter === null && text.includes('\\n') ? text.replaceAll('\\n', '\n') : text
}

function decode(payload: string): string | null {
  if (payload.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(payload)) return null
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
  // Binary data is not a delegate.
  return decodeUtf8(bytes)?.replace(/^\uFEFF/, '') ?? null
}

/** Relative to the file that names it; null if it leaves the skill. */
function resolve(from: string, path: string): string | null {
  if (path.startsWith('/') || path.includes('\\') || path.includes('\0')) return null
  const folders = from.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') folders.push(part)
    else if (folders.pop() === undefined) return null
  }
  return folders.join('/')
}
