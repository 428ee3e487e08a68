import type { CallError } from '#shared/call/plan'
import { isObject, type Json, type JsonObject, parseJson } from '#shared/json'
import { asReported, type Message, message } from '#shared/messages/message'
import { toVisible } from '#shared/visible'
import { isExact } from './coerce.ts'

const DEEPEST = 64
const LARGEST = 1024 * 1024

/** A copy of the arguments that is pure JSON, with its size in characters. */
type ReadArguments = { ok: true; args: JsonObject; size: number } | { ok: false; error: CallError }

/** Ends the walk over arguments that cannot be copied. */
class Refused extends Error {
  readonly error: CallError
  constructor(code: CallError['code'], why: Message, path: string) {
    super(code)
    this.error = { code, message: why, path }
  }
}

/** Takes an object or a text that contains one, because some models send text. */
export function readArguments(given: unknown): ReadArguments {
  const value = typeof given === 'string' ? parseOnce(given) : given
  if (!isObject(value)) {
    const why = message('arguments-must-be-object', { received: nameKind(given) })
    return { ok: false, error: { code: 'ARGS_NOT_OBJECT', message: why } }
  }
  const walk = { size: 0 }
  try {
    return { ok: true, args: copyMembers(value, '', 1, walk), size: walk.size }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, error: error.error }
    throw error
  }
}

const parseOnce = (text: string): unknown => (text.length > LARGEST ? undefined : parseJson(text)) ?? text

function copyMembers(object: object, path: string, depth: number, walk: { size: number }): JsonObject {
  const copy: JsonObject = {}
  for (const [name, value] of Object.entries(object)) {
    walk.size += name.length + 4
    const place = path === '' ? name : `${path}.${name}`
    if (name === '__proto__') {
      throw new Refused('PARAM_UNKNOWN', message('unknown-parameter', { names: '__proto__' }), place)
    }
    copy[name] = copyValue(value, place, depth, walk)
  }
  return copy
}

function copyValue(value: unknown, path: string, depth: number, walk: { size: number }): Json {
  walk.size += 8 + (typeof value === 'string' ? value.length : 0)
  if (walk.size > LARGEST) throw new Refused('ARGS_INVALID', message('arguments-over-1-mib'), path)
  if (depth > DEEPEST) throw new Refused('ARGS_INVALID', message('arguments-too-deep', { deepest: DEEPEST }), path)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  const param = () => toVisible(path).text
  if (typeof value === 'number') {
    if (isExact(value)) return value
    const received = Number.isFinite(value) ? message('a-too-large-number') : String(value)
    throw new Refused('PARAM_TYPE', message('parameter-not-exact-number', { param: param(), received }), path)
  }
  if (Array.isArray(value)) return Array.from(value, (each, at) => copyValue(each, `${path}[${at}]`, depth + 1, walk))
  if (typeof value === 'object') return copyMembers(value, path, depth + 1, walk)
  throw new Refused('ARGS_INVALID', message('parameter-not-json', { param: param(), type: typeof value }), path)
}

function nameKind(given: unknown): Message {
  if (given === null) return asReported('null')
  if (Array.isArray(given)) return message('a-list')
  const kind = typeof given
  if (kind === 'string') return message('a-string')
  if (kind === 'number') return message('a-number')
  return kind === 'boolean' ? message('a-boolean') : asReported(kind)
}
