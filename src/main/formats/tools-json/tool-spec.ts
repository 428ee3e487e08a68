import { type Fields, field, get, openFields, reportLong, take, takeToolName } from '#main/formats/fields'
import type { Checks } from '#main/formats/format'
import { propertiesOf, readParams } from '#main/formats/params-schema'
import { inside, type Place, quote, report } from '#main/formats/place'
import type { Json, JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'
import { LONGEST_TITLE, oneLine, type ToolWords } from '#shared/skill/tool-words'
import { LONGEST_TIMEOUT_MS } from './execution.ts'

/** What the model and the person are told about a tool. */
export interface ToolSpec {
  /** As written, even if it is not a valid name; null if there is none. */
  name: string | null
  description: string
  words?: Partial<ToolWords>
  params: ParamsSchema | null
  /** The schema of each parameter; null if the whole schema is invalid. */
  properties: JsonObject | null
  timeoutMs?: number
}

const WORDS = { title: field.string, summary: field.string, past: field.string }
const TOOL = {
  ...{ name: field.string, ...WORDS, description: field.string, parameters: field.any },
  timeoutMs: field.integer(1, LONGEST_TIMEOUT_MS),
}

export function readToolSpec(place: Place, value: Json, checks: Checks): ToolSpec {
  const fields = openFields(place, value, TOOL)
  if (!fields) return { name: null, description: '', params: null, properties: null }
  const limit = take(fields, 'timeoutMs')
  const params = readParams(inside(fields, 'parameters'), get(fields, 'parameters'), checks)
  const properties = params && propertiesOf(params)
  const words = readWords(fields, properties)
  const name = takeToolName(fields)
  const { description = '' } = take(fields, 'description')
  reportLong(inside(fields, 'description'), description, 'tool-description-long', 'move-rest-to-skill-md')
  return { name, description, ...(words && { words }), params, properties, ...limit }
}
/** The headings of its calls. Only short texts whose parameters exist are used. */
function readWords(fields: Fields<typeof WORDS>, properties: JsonObject | null): Partial<ToolWords> | null {
  const words: Partial<ToolWords> = {}
  for (const at of ['title', 'summary', 'past'] as const) {
    const text = oneLine(take(fields, at)[at] ?? '')
    if (text === '') continue
    const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(
      ([, param = '']) => !Object.hasOwn(properties ?? {}, param),
    )
    if (text.length > LONGEST_TITLE) {
      report(inside(fields, at), 'warning', 'TEXT_TOO_LONG', 'tool-words-long', 'shorten-it', { most: LONGEST_TITLE })
    } else if (unknown && at !== 'title') {
      const told = message('parameter-not-in-schema', { param: quote(unknown[1] ?? '') })
      report(inside(fields, at), 'warning', 'PARAM_NOT_IN_SCHEMA', told, 'correct-or-add-property')
    } else words[at] = text
  }
  return Object.keys(words).length > 0 ? words : null
}
