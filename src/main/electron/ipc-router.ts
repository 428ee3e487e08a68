import { Ajv, type ValidateFunction } from 'ajv'
import { MOST_PICTURE_CHARACTERS } from '#shared/chat/picture'
import { type CallName, type Handlers, inputs, LONGEST_DRAFT, type Reply, refuse } from '#shared/requests/requests'

const MAX_BYTES = 1024 * 1024
const MAX_DEPTH = 64
/** What is large by nature; its schema bounds it as well. */
const LARGER: { [N in CallName]?: number } = {
  'draft.save': LONGEST_DRAFT + 4096,
  'image.stage': MOST_PICTURE_CHARACTERS + 4096,
}

export type Door = (name: unknown, input: unknown) => Promise<Reply<unknown>>

/** Answers every call with a value and never rejects; what a handler throws is put into words by `answerError`. */
export function makeDoor(handlers: Handlers, answerError: (error: unknown, call: CallName) => Reply<never>): Door {
  const validatorOf = makeValidators()

  return async (name, input) => {
    const validate = typeof name === 'string' ? validatorOf(name) : null
    if (!validate) return refuse('CALL_UNKNOWN', `There is no call named ${describeName(name)}.`)
    const problem = measure(input, LARGER[name as CallName] ?? MAX_BYTES)
    if (problem) return refuse('INPUT_TOO_LARGE', `${String(name)}: ${problem}`)
    if (!validate(input)) {
      const [error] = validate.errors ?? []
      return refuse(
        'INPUT_INVALID',
        `${String(name)}: input${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}.`,
      )
    }
    const call = name as CallName
    try {
      const handle = handlers[call] as (input: unknown) => Promise<Reply<unknown>>
      return await handle(input)
    } catch (error) {
      return answerError(error, call)
    }
  }
}

/** Each is compiled when it is first called: all of them at once would hold up the first page. */
function makeValidators(): (name: string) => ValidateFunction | null {
  // The schemas are our own, and a test compiles them all with this check on.
  const ajv = new Ajv({ strict: true, allErrors: false, validateSchema: false })
  const validators = new Map<string, ValidateFunction>()
  return (name) => {
    const known = validators.get(name)
    if (known || !Object.hasOwn(inputs, name)) return known ?? null
    const made = ajv.compile(inputs[name as CallName])
    validators.set(name, made)
    return made
  }
}

/** Of what is no text nothing is told: it may not even be able to say what it is. */
const describeName = (name: unknown) => (typeof name === 'string' ? shorten(name) : `by a value of type ${typeof name}`)

const shorten = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** Why the input is too large to look at, or null. Walks with its own stack: depth is hostile. */
function measure(input: unknown, most: number): string | null {
  let bytes = 0
  const waiting: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (depth > MAX_DEPTH) return `the input is nested deeper than ${MAX_DEPTH} levels.`
    bytes += typeof value === 'string' ? value.length : 8
    if (ArrayBuffer.isView(value)) bytes += value.byteLength
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        bytes += key.length
        waiting.push({ value: member, depth: depth + 1 })
        if (bytes > most) break
      }
    }
    if (bytes > most) return `the input is larger than ${Math.ceil(most / MAX_BYTES)} MiB.`
  }
  return null
}
