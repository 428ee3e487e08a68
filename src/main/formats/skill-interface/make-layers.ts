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
const DEEPEST = 4
const LONGEST = 256 * 1024

interface WorkPorts {
  files: SkillFiles['files']
  documents: ReadonlyMap<string, Document>
}

/** What a file does itself, without middleware. Problems with its delegate are reported. */
export function workOf(document: Document, place: Place, ports: WorkPorts): Work {
  const { file, shape, name, body, delegate } = document
  if (shape === 'code') return ofFile(file, name, ports)
  return withText(body, delegate === null ? NOTHING : follow(delegate, { file, name, place, ports, steps: 1 }))
}

/** The text of a page counts unless its delegate has one. */
const withText = (body: string, led: Work): Work => ({
  ...led,
  prompt: led.prompt ?? (body.trim() === '' ? null : body),
})

interface Trail {
  file: string
  name: string
  place: Place
  ports: WorkPorts
  steps: number
}

function follow(written: string, trail: Trail): Work {
  const { file, place, steps } = trail
  if (steps > MOST_STEPS) return fail(place, message('delegate-too-deep', { most: MOST_STEPS }))
  // `\${` protects code from being filled in with metadata.
  const text = written.replaceAll('\\${', '${')
  if (text.startsWith('inline://')) return followInline(text, trail, 1)
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return fail(place, message('delegate-scheme-unknown'))
  if (/^[\w-]+$/.test(text)) return ofTool(text, trail)
  const target = resolve(file, text)
  return target === null ? fail(place, message('delegate-outside')) : followFile(target, trail)
}

function followInline(text: string, trail: Trail, depth: number): Work {
  const { file, name, place, ports } = trail
  if (depth > DEEPEST) return fail(place, message('delegate-too-deep', { most: DEEPEST }))
  if (text.length > LONGEST) return fail(place, message('delegate-too-long', { most: LONGEST }))
  const [, tag, payload = ''] = /^inline:\/\/(\w+),(.*)$/s.exec(text) ?? []
  if (tag === 'code') {
    inspectCode(place, payload, 'js')
    const sha256 = ports.files.get(file)?.sha256 ?? ''
    return { ...NOTHING, layers: [{ name, file, sha256, inline: payload }], code: [file] }
  }
  if (tag === 'markdown') return followMarkdown(toLines(payload), trail)
  if (tag !== 'base64') return fail(place, message('delegate-tag-unknown'))
  const inner = decode(payload)
  return inner?.startsWith('inline://')
    ? followInline(inner, trail, depth + 1)
    : fail(place, message('delegate-not-base64'))
}

function followFile(file: string, trail: Trail): Work {
  const { name, place, ports } = trail
  const found = ports.files.get(file)
  if (!found) return fail(place, message('delegate-not-found', { file }))
  const text = new TextDecoder().decode(found.bytes)
  if (file.endsWith('.md')) return followMarkdown(text, { ...trail, file })
  inspectCode(place, text, /\.[cm]?ts$/.test(file) ? 'ts' : 'js')
  return ofFile(file, name, ports)
}

/** Only the delegate in its frontmatter counts. */
function followMarkdown(text: string, trail: Trail): Work {
  const { fields, body } = readInlineMarkdown(trail.place, text)
  const further = isObject(fields.metadata) ? fields.metadata.delegate : null
  const led = typeof further === 'string' ? follow(further, { ...trail, steps: trail.steps + 1 }) : NOTHING
  return withText(body, led)
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
