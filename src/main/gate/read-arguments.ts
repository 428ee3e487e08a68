import type { CallError } from '#shared/call/plan'
import { isObject, type Json, type JsonObject, parseJson } from '#shared/json'
import { asReported, type Message, message } from '#shared/messages/message'
import { toVisible } from '#shared/visible'
import { isExact } from './coerce.ts'

const DEEPEST = 64
const LARGEST = 1024 * 1024

/** A copy of the arguments that is pure JSON, with its size in characters. */
export type ReadArguments = { ok: true; args: JsonObject; size: number } | { ok: false; error: CallError }

/** Takes an object or a text that holds one, because some models send text. */
export function readArguments(given: unknown): ReadArguments {
  const value = typeof given === 'string' ? parseOnce(given) : given
  if (!isObject(value)) {
    return refuse('ARGS_NOT_OBJECT', message('arguments-must-be-object', { received: nameKind(given) }))
  }
  const copying: Copying = { size: 0, error: null }
  const args = copyMembers(value, '', 1, copying)
  return copying.error === null ? { ok: true, args, size: copying.size } : { ok: false, error: copying.error }
}

function parseOnce(text: string): unknown {
  return (text.length > LARGEST ? undefined : parseJson(text)) ?? text
}

interface Copying {
  size: number
  error: CallError | null
}

function copyMembers(object: object, path: string, depth: number, copying: Copying): JsonObject {
  const copy: JsonObject = {}
  for (const [name, value] of Object.entries(object)) {
    copying.size += name.length + 4
    const place = path === '' ? name : `${path}.${name}`
    if (name === '__proto__')
      fail(copying, 'PARAM_UNKNOWN', message('unknown-parameter', { names: '__proto__' }), place)
    if (copying.error !== null) break
    copy[name] = copyValue(value, place, depth, copying)
  }
  return copy
}

function copyValue(value: unknown, path: string, depth: number, copying: Copying): Json {
  copying.size += 8
  if (typeof value === 'string') copying.size += value.length
  if (copying.size > LARGEST) fail(copying, 'ARGS_INVALID', message('arguments-over-1-mib'), path)
  else if (depth > DEEPEST) fail(copying, 'ARGS_INVALID', message('arguments-too-deep', { deepest: DEEPEST }), path)
  if (copying.error !== null) return null
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      if (!isExact(value)) failNumber(value, path, copying)
      return value
    case 'object': {
      if (value === null) return null
      if (!Array.isArray(value)) return copyMembers(value, path, depth + 1, copying)
      const copy: Json[] = []
      for (const [index, each] of value.entries()) {
        copy.push(copyValue(each, `${path}[${index}]`, depth + 1, copying))
        if (copying.error !== null) break
      }
      return copy
    }
    default:
      fail(
        copying,
        'ARGS_INVALID',
        message('parameter-not-json', { param: toVisible(path).text, type: typeof value }),
        path,
      )
      return null
  }
}

function failNumber(value: number, path: string, copying: Copying): void {
  const received = Number.isFinite(value) ? message('a-too-large-number') : String(value)
  fail(copying, 'PARAM_TYPE', message('parameter-not-exact-number', { param: toVisible(path).text, received }), path)
}

function fail(copying: Copying, code: CallError['code'], why: Message, path: string): void {
  copying.error ??= { code, message: why, path }
}

function nameKind(given: unknown): Message {
  if (given === null) return asReported('null')
  if (Array.isArray(given)) return message('a-list')
  const kind = typeof given
  if (kind === 'string') return message('a-string')
  if (kind === 'number') return message('a-number')
  return kind === 'boolean' ? message('a-boolean') : asReported(kind)
}

function refuse(code: CallError['code'], why: Message): ReadArguments {
  return { ok: false, error: { code, message: why } }
}
