import { decodeText } from '#main/formats/decode-text'
import type { Checks, SkillFiles } from '#main/formats/format'
import { readFrontmatter, splitPage } from '#main/formats/frontmatter'
import { SKILL_MD } from '#main/formats/names'
import { inside, type Place, placeIn, quote, report } from '#main/formats/place'
import { readConstants } from '#main/formats/read-constants'
import { isObject, type JsonObject } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Declared, readDeclared } from './frontmatter-fields.ts'

/** One file of the skill interface. */
export interface Document extends Declared {
  file: string
  shape: 'folder' | 'markdown' | 'code'
  /** From its own name, unless it declares one. */
  name: string
  /** The text after the frontmatter; empty for code. */
  body: string
  diagnostics: Diagnostic[]
  fault?: Fault
}

/** Why its frontmatter could not be read, and its text. */
interface Fault {
  diagnostic: Diagnostic
  text: string
}

const DEEPEST_FOLDER = 6
const LONGEST_FRONTMATTER = 300 * 1024
const MOST_MARKS = 2000
export const MOST_DOCUMENT_BYTES = 512 * 1024

/** What a path means in this format; null if nothing. */
export function shapeOf(path: string): Document['shape'] | null {
  if (path.split('/').length > DEEPEST_FOLDER || /(?:^|\/)node_modules\//.test(path)) return null
  if (path === SKILL_MD || path.endsWith(`/${SKILL_MD}`)) return 'folder'
  if (/[^/]\.skill\.md$/.test(path)) return 'markdown'
  return /[^/]\.skill\.[jt]s$/.test(path) ? 'code' : null
}

/** Reads every file of the format and runs none. Of files with the same name, md wins over ts and ts over js. */
export function readDocuments({ skill, files }: SkillFiles, checks: Checks): Document[] {
  const order = (path: string) => ['md', 'ts', 'js'].indexOf(path.slice(-2))
  const paths = [...files.keys()].filter((path) => shapeOf(path) !== null)
  return paths
    .toSorted((a, b) => order(a) - order(b) || (a < b ? -1 : 1))
    .map((file) => {
      const diagnostics: Diagnostic[] = []
      const place = placeIn(file, diagnostics)
      const bytes = files.get(file)?.bytes ?? new Uint8Array()
      const text = decodeText(place, bytes)
      const shape = shapeOf(file) ?? 'markdown'
      const read =
        text === null
          ? unread(place, Buffer.from(bytes).toString('latin1').replaceAll('\0', ''))
          : shape === 'code'
            ? readCode(place, text)
            : readMarkdown(place, text, file === SKILL_MD)
      const declared = readDeclared(place, read.fields, checks)
      const name = declared.name ?? (file === SKILL_MD ? skill : nameOf(file))
      return { ...declared, file, shape, name, body: read.body, diagnostics, ...(read.fault && { fault: read.fault }) }
    })
}

/** `a/greet.skill.md` and `a/greet/SKILL.md` are both named greet. */
const nameOf = (file: string) => {
  const parts = file.split('/')
  return (parts.at(-1) === SKILL_MD ? parts.at(-2) : parts.at(-1)?.replace(/\.skill\.\w+$/, '')) ?? 'skill'
}

interface Read {
  fields: JsonObject
  body: string
  fault?: Fault
}

const NOTHING: Read = { fields: {}, body: '' }

function unread({ diagnostics }: Place, text: string): Read {
  const diagnostic = diagnostics.findLast(({ severity }) => severity === 'error')
  return { ...NOTHING, ...(diagnostic && { fault: { diagnostic, text } }) }
}

/** The skill's own page is also read elsewhere, and YAML errors in it are reported there. */
function readMarkdown(place: Place, text: string, isPage: boolean): Read {
  const own = placeIn(place.file, [])
  const { frontmatter, body } = splitPage(own, text)
  const limits = { most: LONGEST_FRONTMATTER, marks: MOST_MARKS }
  const fields = (frontmatter === null ? null : readFrontmatter(own, frontmatter, limits)) ?? {}
  if (!isPage) place.diagnostics.push(...own.diagnostics)
  return { ...unread(own, frontmatter ?? text), fields, body }
}

/** Reads Markdown that is part of a delegate. */
export const readInlineMarkdown = (place: Place, text: string) => readMarkdown(place, text, false)

function readCode(place: Place, text: string): Read {
  const found = inspectCode(place, text, place.file.endsWith('.ts') ? 'ts' : 'js')
  if (!found) return unread(place, text)
  const frontmatter = found.constants.get('frontmatter')
  if (frontmatter === undefined) return NOTHING
  if (isObject(frontmatter.value)) return { fields: frontmatter.value, body: '' }
  report(inside(place, 'frontmatter'), 'error', 'FRONTMATTER', 'frontmatter-not-literal', 'write-literal-frontmatter', {
    line: frontmatter.line,
  })
  return unread(place, text)
}

/** Checks code by its syntax. Null and a diagnostic if it is invalid or has no function to call. */
export function inspectCode(place: Place, text: string, language: 'js' | 'ts') {
  const found = readConstants(text, language)
  if ('fault' in found) {
    const { line, problem } = found.fault
    return report(place, 'error', 'CODE_SYNTAX', 'code-syntax', 'correct-code', { line, problem: quote(problem) })
  }
  if (!found.hasDefault && !/\bmodule\s*\.\s*exports\b/.test(text)) {
    report(place, 'error', 'CODE_SYNTAX', 'no-default-export', 'export-default-function')
  }
  return found
}
