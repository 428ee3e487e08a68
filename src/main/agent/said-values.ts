import { isObject, type Json, type JsonObject } from '#shared/json'
import type { ProposedCall } from './ports.ts'

/** Only such values are names; a model may well write a date, a query or a text in words of its own. */
const NAMES_A_THING =
  /^(?:.+_)?(?:path|file|folder|directory|archive|database|repository|container|branch|member|commit|vault|note)$/
/** In a message with a pasted log or with code, most values are not for a call. */
const LONGEST_REQUEST = 600
const VALUE =
  /"[^"\n]+"|'[^'\n]+'(?!\w)|[\w-]+\/[\w./-]+|[\w-]+\.[a-z]\w{1,4}\b|\b\d{4}-\d\d-\d\d\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|\b\d+\b/g

/** Values of the request, such as names of files, numbers and quotations, that no call has. */
export function listUnused(request: string, calls: readonly Pick<ProposedCall, 'args'>[]): string[] {
  if (request.length > LONGEST_REQUEST || /[{}]/.test(request)) return []
  const used = calls.map(({ args }) => flatten(JSON.stringify(args ?? null))).join('\n')
  const values = [...request.matchAll(VALUE)].map(([value]) => value.replace(/^["']|["']$/g, ''))
  return [...new Set(values)].filter((value) => !used.includes(flatten(value)))
}

const flatten = (text: string) => text.toLowerCase().replace(/[\s_\\]+/g, '')

/** Arguments without the optional names that stand in none of these texts, and which those are. */
export function dropUnsaid(
  parameters: JsonObject,
  args: unknown,
  texts: readonly string[],
): { args: JsonObject; dropped: [param: string, value: string][] } | null {
  if (!isObject(args)) return null
  const said = texts.join('\n').toLowerCase()
  const properties = isObject(parameters.properties) ? parameters.properties : {}
  const required = [parameters.required ?? []].flat()
  const dropped = Object.entries(args).flatMap(([param, value]): [string, string][] => {
    const isOptional = Object.hasOwn(properties, param) && !required.includes(param)
    return isOptional && NAMES_A_THING.test(param) && isUnsaid(value, said) ? [[param, String(value)]] : []
  })
  if (dropped.length === 0) return null
  const gone = new Set(dropped.map(([param]) => param))
  return { args: Object.fromEntries(Object.entries(args).filter(([param]) => !gone.has(param))), dropped }
}

/** A name of which some part stands nowhere; whoever writes a whole path or `HEAD` means it. */
function isUnsaid(value: Json, said: string): boolean {
  if (typeof value !== 'string' || !/^[\p{L}\p{N}][^\s]*$/u.test(value) || /^HEAD\b/.test(value)) return false
  return value
    .toLowerCase()
    .split('/')
    .some((part) => !said.includes(part.replace(/\.\w{1,5}$/, '')))
}
