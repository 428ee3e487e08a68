import type { SkillFiles } from '#main/formats/format'
import { splitPage } from '#main/formats/frontmatter'
import { inside, type Place, placeIn, report } from '#main/formats/place'
import { isObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { Layer } from '#shared/skill/tool'
import { decodeUtf8 } from '#shared/utf8'
import { type Document, inspectCode, readInlineMarkdown } from './read-documents.ts'

/** What a tool does: nested functions, and a text for the model if they leave the work to it. */
export interface Work {
  layers: Layer[]
  /** The text of the innermost layer. */
  prompt: string | null
  /** Files that run. */
  code: string[]
}

const NOTHING: Work = { layers: [], prompt: null, code: [] }
const MOST_STEPS = 4

interface WorkPorts {
  files: SkillFiles['files']
  documents: ReadonlyMap<string, Document>
}

/** What a file does itself, without middleware. Problems with its delegate are reported. */
export function workOf(document: Document, place: Place, ports: WorkPorts): Work {
  const { file, shape, name, body, delegate } = document
  if (shape === 'code') return ofFile(file, name, ports)
  const own: Work = { ...NOTHING, prompt: body.trim() === '' ? null : body }
  if (delegate === null) return own
  const led = follow(delegate, { file, name, place, ports, steps: 1 })
  return { ...led, prompt: led.prompt ?? own.prompt }
}

interface Trail {
  file: string
  name: string
  place: Place
  ports: WorkPorts
  steps: number
}

function follow(written: string, trail: Trail): Work {
  const { file, name, place, ports, steps } = trail
  if (steps > MOST_STEPS) return fail(place, message('delegate-too-deep', { most: MOST_STEPS }))
  const led = readDelegate(written, file)
  if (led.kind === 'broken') return fail(place, led.why)
  if (led.kind === 'code') {
    inspectCode(place, led.code, 'js')
    const sha256 = ports.files.get(file)?.sha256 ?? ''
    return { ...NOTHING, layers: [{ name, file, sha256, inline: led.code }], code: [file] }
  }
  if (led.kind === 'markdown') return followMarkdown(led.text, trail)
  if (led.kind === 'tool') return ofTool(led.name, trail)
  const found = ports.files.get(led.file)
  if (!found) return fail(place, message('delegate-not-found', { file: led.file }))
  if (led.file.endsWith('.md')) {
    const text = new TextDecoder().decode(found.bytes)
    return followMarkdown(text, { ...trail, file: led.file })
  }
  inspectCode(place, new TextDecoder().decode(found.bytes), /\.[cm]?ts$/.test(led.file) ? 'ts' : 'js')
  return ofFile(led.file, name, ports)
}

/** Only the delegate in its frontmatter counts. */
function followMarkdown(text: string, trail: Trail): Work {
  const { fields, body } = readInlineMarkdown(trail.place, text)
  const further = isObject(fields.metadata) ? fields.metadata.delegate : null
  const own: Work = { ...NOTHING, prompt: body.trim() === '' ? null : body }
  if (typeof further !== 'string') return own
  const led = follow(further, { ...trail, steps: trail.steps + 1 })
  return { ...led, prompt: led.prompt ?? own.prompt }
}

/** A tool next to this one, otherwise any tool of this name when it runs. */
function ofTool(wanted: string, { name, place, ports, steps }: Trail): Work {
  const beside = ports.documents.get(wanted)
  if (!beside) return { ...NOTHING, layers: [{ name, call: wanted }] }
  if (beside.shape === 'code') return ofFile(beside.file, wanted, ports)
  if (beside.delegate === null) return { ...NOTHING, prompt: beside.body }
  return follow(beside.delegate, { file: beside.file, name: wanted, place, ports, steps: steps + 1 })
}

function ofFile(file: string, name: string, { files }: WorkPorts): Work {
  return { ...NOTHING, layers: [{ name, file, sha256: files.get(file)?.sha256 ?? '' }], code: [file] }
}

function fail(place: Place, why: Message): Work {
  report(inside(place, 'metadata.delegate'), 'error', 'DELEGATE', why, 'correct-delegate')
  return NOTHING
}

/** The target of a `delegate`, as far as its text tells. */
type Delegate =
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
function readDelegate(written: string, from: string): Delegate {
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
