import { field, get, openFields, reportType, take } from '#main/formats/fields'
import type { SkillFile } from '#main/formats/format'
import { reportHiddenJson } from '#main/formats/hidden-text'
import { readJson } from '#main/formats/json-scan'
import { inside, type Place, placeIn, report } from '#main/formats/place'
import { isObject, type Json } from '#shared/json'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'

/** A part of a descriptor and its place; `value` is absent if the skill did not write it. */
export interface Part {
  place: Place
  value: Json | undefined
}

export interface Descriptor {
  tools: Part
  allowlist: Part
  execution: Part
  /** A problem that affects all tools and so withholds them. */
  blocker: Diagnostic | null
}

export const TOOLS_FILE = 'tools.json'
export const FILES_BESIDE = ['allowlist.json', 'execution.json'] as const
const ROOT = { $schema: field.string, tools: field.any, allowlist: field.any, execution: field.any }

/**
 * Finds the three parts in either dialect: one object, or an array with two more files. Null if tools.json cannot be
 * used.
 */
export function openDescriptor(files: ReadonlyMap<string, SkillFile>, diagnostics: Diagnostic[]): Descriptor | null {
  const root = openFile(TOOLS_FILE, files, diagnostics)
  if (!root) return null
  if (Array.isArray(root.value)) return openArrayDialect({ place: root.place, value: root.value }, files)
  if (!isObject(root.value)) return reportType(root.place, root.value, message('a-descriptor'))
  const fields = openFields(root.place, root.value, ROOT)
  if (!fields) return null
  take(fields, '$schema')
  for (const name of FILES_BESIDE) if (files.has(name)) reportIgnored(placeIn(name, diagnostics))
  return {
    tools: { place: inside(fields, 'tools'), value: get(fields, 'tools') },
    allowlist: { place: inside(fields, 'allowlist'), value: get(fields, 'allowlist') },
    execution: { place: inside(fields, 'execution'), value: get(fields, 'execution') },
    blocker: diagnostics.find((diagnostic) => diagnostic.code === 'FIELD_PROTECTS') ?? null,
  }
}

function openArrayDialect(tools: Part, files: ReadonlyMap<string, SkillFile>): Descriptor {
  const { diagnostics } = tools.place
  const [allowlist, execution] = FILES_BESIDE.map((name) => openBeside(name, files, diagnostics)) as [Part, Part]
  return { tools, allowlist, execution, blocker: null }
}

function openBeside(name: string, files: ReadonlyMap<string, SkillFile>, diagnostics: Diagnostic[]): Part {
  if (files.has(name))
    return openFile(name, files, diagnostics) ?? { place: placeIn(name, diagnostics), value: undefined }
  const place = placeIn(name, diagnostics)
  report(place, 'error', 'FILE_UNREADABLE', 'file-beside-array-missing', 'add-file-or-one-object', {
    tools: TOOLS_FILE,
    file: name,
  })
  return { place, value: undefined }
}

function openFile(name: string, files: ReadonlyMap<string, SkillFile>, diagnostics: Diagnostic[]): Part | null {
  const file = files.get(name)
  if (!file) return null
  const reading = readJson(name, file.bytes)
  diagnostics.push(...reading.diagnostics)
  if (reading.value === undefined) return null
  const place = placeIn(name, diagnostics)
  reportHiddenJson(place, reading.text, reading.value, reading.isAscii)
  return { place, value: reading.value }
}

function reportIgnored(place: Place): void {
  report(place, 'info', 'FIELD_UNKNOWN', 'file-ignored-beside-object', 'delete-or-move-into', {
    file: place.file,
    tools: TOOLS_FILE,
  })
}
