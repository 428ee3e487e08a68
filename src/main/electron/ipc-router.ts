import { Ajv, type ValidateFunction } from 'ajv'
import { MOST_PICTURE_CHARACTERS } from '#shared/chat/picture'
import { type Message, message } from '#shared/messages/message'
import { LONGEST_DRAFT, type Reply, refuse } from '#shared/requests/requests'
import type { ObjectSchema } from '#shared/schema'

const MAX_BYTES = 1024 * 1024
const MAX_DEPTH = 64
/** Large requests; their schemas limit them too. */
const LARGER: Readonly<Partial<Record<string, number>>> = {
  'draft.save': LONGEST_DRAFT + 4096,
  'image.stage': MOST_PICTURE_CHARACTERS + 4096,
}

type Request = ((input: never) => Promise<Reply<unknown>>) & { takes: ObjectSchema }
export type Requests = Readonly<Record<string, Request>>
export type Router = (name: unknown, input: unknown) => Promise<Reply<unknown>>

/** Answers every request with a value and never rejects. `answerError` describes what a handler throws. */
export function makeRouter(requests: Requests, answerError: (error: unknown, name: string) => Reply<never>): Router {
  const validatorOf = makeValidators()

  return async (name, input) => {
    const request = typeof name === 'string' && Object.hasOwn(requests, name) ? requests[name] : undefined
    if (typeof name !== 'string' || !request)
      return refuse('CALL_UNKNOWN', 'no-such-request', { name: describeName(name) })
    const problem = measure(input, (Object.hasOwn(LARGER, name) && LARGER[name]) || MAX_BYTES)
    if (problem) return refuse('INPUT_TOO_LARGE', 'subject-problem', { file: name, problem })
    const validate = validatorOf(name, request.takes)
    if (!validate(input)) {
      const [error] = validate.errors ?? []
      const where = `input${error?.instancePath ?? ''}`
      const problem = error?.message ?? message('does-not-fit')
      return refuse('INPUT_INVALID', 'input-invalid', { name, where, problem })
    }
    try {
      return await request(input as never)
    } catch (error) {
      return answerError(error, name)
    }
  }
}

/** Compiled at first use, because compiling all of them would delay the first page. */
function makeValidators(): (name: string, takes: ObjectSchema) => ValidateFunction {
  // The schemas are ours, and a test compiles all of them with this check on.
  const ajv = new Ajv({ strict: true, allErrors: false, validateSchema: false })
  const validators = new Map<string, ValidateFunction>()
  return (name, takes) => {
    const known = validators.get(name)
    if (known) return known
    const made = ajv.compile(takes)
    validators.set(name, made)
    return made
  }
}

/** Describes only texts; other values may be hostile even when printed. */
const describeName = (name: unknown) => (typeof name === 'string' ? shorten(name) : `by a value of type ${typeof name}`)

const shorten = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** Why the input is too large, or null. Not recursive, because its depth is hostile. */
function measure(input: unknown, most: number): Message | null {
  let bytes = 0
  const waiting: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (depth > MAX_DEPTH) return message('input-too-deep', { most: MAX_DEPTH })
    bytes += typeof value === 'string' ? value.length : 8
    if (ArrayBuffer.isView(value)) bytes += value.byteLength
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        bytes += key.length
        waiting.push({ value: member, depth: depth + 1 })
        if (bytes > most) break
      }
    }
    if (bytes > most) return message('input-too-large', { most: Math.ceil(most / MAX_BYTES) })
  }
  return null
}
