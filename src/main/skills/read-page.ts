import { decodeText } from '#main/formats/decode-text'
import { reportLong } from '#main/formats/fields'
import { readFrontmatter, splitPage } from '#main/formats/frontmatter'
import { reportHiddenText } from '#main/formats/hidden-text'
import { BINARY_NAME, SKILL_MD, SKILL_NAME } from '#main/formats/names'
import { inside, type Place, placeIn, quote, report } from '#main/formats/place'
import { readAllowedTools } from '#main/formats/read-allowed-tools'
import { isObject, type Json, type JsonObject } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Message, message } from '#shared/messages/message'
import type { Need } from '#shared/skill/needs'
import type { SkillContents } from '#shared/skill/skill'
import { readNeeds } from './read-needs.ts'

type PageField = 'name' | 'description' | 'body' | 'requiredBins' | 'allowedTools'

export interface Page extends Pick<SkillContents, PageField> {
  needs: Need[]
}

/** Reads SKILL.md and reports what cannot be used. The folder's name is the fallback for the skill's name. */
export function readPage(bytes: Uint8Array, folder: string, diagnostics: Diagnostic[]): Page {
  const place = placeIn(SKILL_MD, diagnostics)
  const page: Page = { name: nameOfFolder(folder), description: '', body: '', requiredBins: [], needs: [] }
  const text = decodeText(place, bytes)
  if (text === null) return closeTools(place, page, Buffer.from(bytes).toString('latin1').replaceAll('\0', ''))
  reportHiddenText(place, text, true)
  const { frontmatter, body } = splitPage(place, text)
  page.body = body
  const fields = frontmatter === null ? null : readFrontmatter(place, frontmatter)
  const isBroken = fields === null && diagnostics.some(({ code }) => code === 'FRONTMATTER')
  if (isBroken) return closeTools(place, page, frontmatter ?? text)
  if (fields) {
    page.name = readName(place, fields) ?? page.name
    page.description = readDescription(place, fields)
    // An escape could hide text from a search of the file.
    if (frontmatter?.includes('\\')) reportHiddenText(inside(place, 'description'), page.description, false)
    const metadata = openObject(place, fields, 'metadata')
    const requires = metadata && openObject(metadata.place, metadata.value, 'requires')
    if (requires) {
      page.requiredBins = readRequiredBins(requires.place, requires.value)
      page.needs = readNeeds(requires.place, requires.value)
    }
    const allowedTools = readAllowedTools(place, fields['allowed-tools'])
    if (allowedTools !== null) page.allowedTools = allowedTools
  } else {
    reportMissing(place, message('frontmatter-missing', { file: SKILL_MD, name: quote(page.name) }), 'name')
    const plain = text.replaceAll('\0', '')
    if (/^\s*---\s/.test(plain)) return closeTools(place, page, plain)
  }
  return page
}

/** `allowed-tools` that cannot be read allow nothing, so that a mistake elsewhere never allows more. */
function closeTools(place: Place, page: Page, text: string): Page {
  const inBraces = /^\W*\{/.test(text) ? '[{,]\\s*|' : ''
  // A line that is further in than the first field belongs to another field.
  const indent = /^( *)[\w"'?]/m.exec(text)?.[1]?.length ?? 0
  const start = `(?:${inBraces}^ {0,${indent}}(?:\\? *)?)`
  if (!new RegExp(`${start}["']?allowed-tools["']?\\s*[:\r\n]`, 'm').test(text)) return page
  report(inside(place, 'allowed-tools'), 'warning', 'FRONTMATTER', 'allowed-tools-unread', 'correct-the-other-fault')
  return { ...page, allowedTools: '' }
}

/** A folder can have any name, a skill cannot. */
export function nameOfFolder(folder: string): string {
  const name = folder
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64)
  return name === '' ? 'skill' : name
}

function readName(place: Place, fields: JsonObject): string | null {
  const { name } = fields
  if (name === undefined || name === null) {
    reportMissing(place, message('name-missing'), 'name')
    return null
  }
  if (typeof name === 'string' && SKILL_NAME.test(name)) return name
  const shown = typeof name === 'string' ? quote(name) : message('this-name')
  return report(inside(place, 'name'), 'error', 'FRONTMATTER', 'skill-name-invalid', 'use-skill-name-letters', {
    name: shown,
  })
}

function readDescription(place: Place, fields: JsonObject): string {
  const { description } = fields
  if (description === undefined || description === null) {
    reportMissing(place, message('description-missing'), 'description')
    return ''
  }
  if (typeof description !== 'string') {
    report(inside(place, 'description'), 'error', 'FRONTMATTER', 'description-not-text', 'put-in-quotes')
    return ''
  }
  reportLong(inside(place, 'description'), description, 'skill-description-long', 'move-rest-below-frontmatter')
  return description
}

function reportMissing(place: Place, problem: Message, at: string): void {
  report(inside(place, at), 'info', 'FRONTMATTER', problem, 'add-frontmatter-field', { field: at })
}

/** `metadata.requires.bins`: a list of names that are all needed, or several such lists of which one is enough. */
function readRequiredBins(place: Place, { bins }: JsonObject): string[][] {
  const at = inside(place, 'bins')
  if (bins === null || bins === undefined) return []
  if (!Array.isArray(bins)) {
    reportBins(at, message('required-programs-not-list'))
    return []
  }
  if (!bins.some((each) => Array.isArray(each))) return [readGroup(at, bins)].filter(({ length }) => length > 0)
  return bins.map((group, index) => readGroup(inside(at, index), group)).filter(({ length }) => length > 0)
}

function readGroup(place: Place, group: Json): string[] {
  if (!Array.isArray(group)) {
    reportBins(place, message('all-elements-lists'))
    return []
  }
  return group.flatMap((name, index) => {
    if (typeof name === 'string' && BINARY_NAME.test(name)) return name
    reportBins(inside(place, index), message('not-a-program-name'))
    return []
  })
}

function openObject(place: Place, parent: JsonObject, name: string): { place: Place; value: JsonObject } | null {
  const value = parent[name]
  if (value === undefined || value === null) return null
  const at = inside(place, name)
  if (isObject(value)) return { place: at, value }
  return report(at, 'error', 'FRONTMATTER', 'fields-expected', 'write-fields-indented')
}

function reportBins(place: Place, problem: Message): void {
  report(place, 'error', 'FRONTMATTER', problem, 'write-program-list')
}
