import { Ajv, type ValidateFunction } from 'ajv'
import { type CallName, type Handlers, inputs, type Reply, refuse } from '#shared/calls'

const MAX_BYTES = 1024 * 1024
const MAX_DEPTH = 64

export type Door = (name: unknown, input: unknown) => Promise<Reply<unknown>>

/** Answers every call with a value and never rejects; what a handler throws is put into words by `answerError`. */
export function makeDoor(handlers: Handlers, answerError: (error: unknown, call: CallName) => Reply<never>): Door {
  const ajv = new Ajv({ strict: true, allErrors: false })
  const validators = new Map<string, ValidateFunction>()
  for (const [name, schema] of Object.entries(inputs)) validators.set(name, ajv.compile(schema))

  return async (name, input) => {
    const validate = typeof name === 'string' ? validators.get(name) : undefined
    if (!validate) return refuse('CALL_UNKNOWN', `There is no call named ${shorten(String(name))}.`)
    const problem = measure(input)
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

const shorten = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** Why the input is too large to look at, or null. Walks with its own stack: depth is hostile. */
function measure(input: unknown): string | null {
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
        if (bytes > MAX_BYTES) break
      }
    }
    if (bytes > MAX_BYTES) return 'the input is larger than 1 MiB.'
  }
  return null
}
