import { readWebAddress, type WebAddress } from '#shared/call/web-address'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'

/** `whole`: the parameter that is the entire address, if there is one. */
export type FilledUrl = { ok: true; address: WebAddress; whole: string | null } | { ok: false; message: Message }

const PLACEHOLDER = /\{([\w.-]+)\}/g
const ONE_PLACEHOLDER = /^\{([\w.-]+)\}$/
const FIXED_ORIGIN = /^(https?:\/\/[^/?#{}]+)(\/[^?#]*)?(?:\?([^#]*))?$/
const CLIMBS = /(?:^|[/\\])\.\.?(?:$|[/\\])/
const DEEPEST = 100

/** Values are percent-encoded, so none of them can change the host, climb in the path or add a parameter. */
export function fillUrl(template: string, args: JsonObject): FilledUrl {
  const whole = ONE_PLACEHOLDER.exec(template)?.[1]
  if (whole !== undefined) {
    const value = get(args, whole)
    if (value === undefined) return refuse(message('http-url-missing', { param: whole }))
    const read = readWebAddress(toText(value))
    return read.ok ? { ...read, whole } : read
  }
  const parts = FIXED_ORIGIN.exec(template)
  if (!parts) return refuse(message('http-template-origin', { template }))
  const [, origin = '', path = '/', query] = parts
  for (const segment of path.split('/')) {
    const problem = findSegmentProblem(segment, args)
    if (problem !== null) return refuse(problem)
  }
  const filledPath = fillText(path, args, encodeURIComponent).text
  const pairs = (query?.split('&') ?? []).map((pair) => fillText(pair, args, encodeURIComponent))
  const given = pairs.filter(({ isComplete }) => isComplete).map(({ text }) => text)
  const read = readWebAddress(`${origin}${filledPath}${given.length > 0 ? `?${given.join('&')}` : ''}`)
  return read.ok ? { ...read, whole: null } : read
}

function findSegmentProblem(segment: string, args: JsonObject): Message | null {
  const values: string[] = []
  for (const [, param = ''] of segment.matchAll(PLACEHOLDER)) {
    const value = get(args, param)
    if (value === undefined || toText(value) === '') return message('http-url-missing', { param })
    values.push(toText(value))
  }
  // Many servers decode %2F and %2E before they resolve the path.
  const decoded = fillText(segment, args).text.replace(/%2e/gi, '.')
  return [decoded, ...values].some((text) => CLIMBS.test(text)) ? message('http-path-climbs', { segment }) : null
}

/** Incomplete if an argument in the text is missing. */
export function fillText(
  template: string,
  args: JsonObject,
  encode = (text: string) => text,
): { text: string; isComplete: boolean } {
  let isComplete = true
  const text = template.replace(PLACEHOLDER, (_, param: string) => {
    const value = get(args, param)
    if (value === undefined) isComplete = false
    return value === undefined ? '' : encode(toText(value))
  })
  return { text, isComplete }
}

/** A string that is one placeholder keeps its argument's type; a member with a missing argument is dropped. */
export function fillJson(template: Json, args: JsonObject): Json | undefined {
  if (typeof template === 'string') {
    const whole = ONE_PLACEHOLDER.exec(template)?.[1]
    return whole === undefined ? fillText(template, args).text : get(args, whole)
  }
  if (Array.isArray(template)) {
    return template.map((item) => fillJson(item, args)).filter((item) => item !== undefined)
  }
  if (!isObject(template)) return template
  const members = Object.entries(template).map(([key, value]) => [key, fillJson(value, args)] as const)
  return Object.fromEntries(members.filter((member): member is [string, Json] => member[1] !== undefined))
}

/** Not recursive: deeply nested values must not overflow the stack. */
export function findUnfit(value: Json): Message | null {
  let level: Json[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return message('http-too-deep', { most: DEEPEST })
    if (level.some((item) => typeof item === 'string' && !item.isWellFormed())) return message('http-ill-formed')
    level = level.flatMap((item) => (Array.isArray(item) ? item : isObject(item) ? Object.values(item) : []))
  }
  return null
}

/** A list of plain values is joined with commas; other compound values become JSON. */
function toText(value: Json): string {
  if (typeof value === 'string') return value
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  return isPlainList ? value.join(',') : JSON.stringify(value)
}

/** Small models write null for "none". */
function get(args: JsonObject, param: string): Json | undefined {
  return Object.hasOwn(args, param) ? (args[param] ?? undefined) : undefined
}

function refuse(why: Message): { ok: false; message: Message } {
  return { ok: false, message: why }
}
