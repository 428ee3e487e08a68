import type { SkillFiles } from '#main/formats/format'
import { inside, type Place, report } from '#main/formats/place'
import { isObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import type { Layer } from '#shared/skill/tool'
import { readDelegate } from './delegate.ts'
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

export interface WorkPorts {
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
