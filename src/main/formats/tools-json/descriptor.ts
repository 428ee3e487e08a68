import { field, get, openFields, reportType, take } from '#main/formats/fields'
import type { SkillFile } from '#main/formats/format'
import { openJson } from '#main/formats/json-scan'
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
  const open = (name: string): Part => {
    const file = files.get(name)
    return { place: placeIn(name, diagnostics), value: file && openJson(name, file.bytes, diagnostics) }
  }
  const tools = open(TOOLS_FILE)
  if (tools.value === undefined) return null
  if (Array.isArray(tools.value)) {
    const [allowlist, execution] = FILES_BESIDE.map((name) => {
      const values = { tools: TOOLS_FILE, file: name }
      const missing = 'file-beside-array-missing'
      if (files.has(name)) return open(name)
      report(placeIn(name, diagnostics), 'error', 'FILE_UNREADABLE', missing, 'add-file-or-one-object', values)
      return { place: placeIn(name, diagnostics), value: undefined }
    }) as [Part, Part]
    return { tools, allowlist, execution, blocker: null }
  }
  if (!isObject(tools.value)) return reportType(tools.place, tools.value, message('a-descriptor'))
  const fields = openFields(tools.place, tools.value, ROOT)
  if (!fields) return null
  take(fields, '$schema')
  for (const file of FILES_BESIDE) {
    const values = { file, tools: TOOLS_FILE }
    if (!files.has(file)) continue
    report(
      placeIn(file, diagnostics),
      'info',
      'FIELD_UNKNOWN',
      'file-ignored-beside-object',
      'delete-or-move-into',
      values,
    )
  }
  const part = (name: string): Part => ({ place: inside(fields, name), value: get(fields, name) })
  return {
    ...{ tools: part('tools'), allowlist: part('allowlist'), execution: part('execution') },
    blocker: diagnostics.find((diagnostic) => diagnostic.code === 'FIELD_PROTECTS') ?? null,
  }
}
