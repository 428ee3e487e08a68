import { isObject, type Json, type JsonObject, ownOf, toText } from '#shared/json'

/** A server's question during a call; words and form are the server's. */
export interface ServerQuestion {
  server: string
  /** Where the answer would go; null for a program on this computer. */
  host: string | null
  text: string
  /** A flat JSON Schema of type object. */
  schema: JsonObject
  /** Several calls of the server were running, and it did not say which one this is about. */
  isUnsure?: true
  /** Why the person is not asked: it wants a secret, or the form cannot be shown. */
  refused?: 'secret' | 'form'
}

const SECRET =
  /pass.?(?:word|phrase|code|wort)|kennwort|secret|token|api.?key|credential|\bpin\b|\botp\b|\bcvv\b|private.?key|seed.?phrase/i
const TYPES = ['string', 'number', 'integer', 'boolean', 'array']
const MOST_FIELDS = 20
const LONGEST_TEXT = 2000
const LONGEST_SCHEMA = 20_000

/** Reads a question from what a server sent. */
export function readQuestion({ message: text, requestedSchema: schema, mode = 'form' }: JsonObject) {
  const words = typeof text === 'string' ? text.slice(0, LONGEST_TEXT) : ''
  const isForm = mode === 'form' && words === text && isFlat(schema)
  if (!isForm) return { text: words, schema: {}, refused: 'form' as const }
  // Splits camelCase names into words. Wide letters and unseen characters change no word.
  const seen = `${words} ${JSON.stringify(schema)}`.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const asked = seen.replace(/([a-z])([A-Z])|_/g, '$1 $2')
  return SECRET.test(asked) ? { text: words, schema: {}, refused: 'secret' as const } : { text: words, schema }
}

function isFlat(schema: Json | undefined): schema is JsonObject {
  if (!isObject(schema) || schema.type !== 'object' || !isObject(schema.properties)) return false
  if (JSON.stringify(schema).length > LONGEST_SCHEMA) return false
  const fields = Object.values(schema.properties)
  return fields.length <= MOST_FIELDS && fields.every((each) => isObject(each) && TYPES.includes(toText(each.type)))
}

/** Whether an answer fits the form, which neither the protocol nor its package checks. */
export function fitsForm(answer: JsonObject, { properties, required }: JsonObject): boolean {
  const fields = isObject(properties) ? properties : {}
  const needed = Array.isArray(required) ? required : []
  if (needed.some((name) => !Object.hasOwn(answer, toText(name)))) return false
  return Object.entries(answer).every(([name, value]) => {
    const field = ownOf(fields, name)
    return isObject(field) && fitsField(value, field)
  })
}

function fitsField(value: Json, field: JsonObject): boolean {
  if (field.type === 'array') {
    const { minItems = 0, maxItems = Infinity } = field
    if (!Array.isArray(value) || value.length < Number(minItems) || value.length > Number(maxItems)) return false
    return value.every((each) => typeof each === 'string' && isObject(field.items) && isChosen(each, field.items))
  }
  if (field.type === 'integer') return Number.isInteger(value) && isInRange(Number(value), field)
  if (field.type === 'number') return typeof value === 'number' && isInRange(value, field)
  if (field.type === 'boolean') return typeof value === 'boolean'
  if (typeof value !== 'string' || !isChosen(value, field) || !hasFormat(value, field.format)) return false
  const { minLength = 0, maxLength = LONGEST_TEXT } = field
  return value.length >= Number(minLength) && value.length <= Number(maxLength)
}

const isInRange = (value: number, { minimum = -Infinity, maximum = Infinity }: JsonObject) =>
  value >= Number(minimum) && value <= Number(maximum)

function hasFormat(value: string, format: Json | undefined): boolean {
  if (format === 'email') return /^[^@\s]+@[^@\s]+$/.test(value)
  if (format === 'uri') return URL.canParse(value)
  if (format === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
  return format !== 'date-time' || !Number.isNaN(Date.parse(value))
}

const isChosen = (value: Json, field: JsonObject) => choicesOf(field)?.some((choice) => choice.value === value) ?? true

/** The choices and their labels; null if any value is allowed. */
export function choicesOf(field: JsonObject): { value: Json; title: string }[] | null {
  const { enum: listed, enumNames, oneOf, anyOf } = field
  if (Array.isArray(listed)) {
    const names = Array.isArray(enumNames) ? enumNames : []
    return listed.map((value, at) => ({ value, title: toText(names[at] ?? value) }))
  }
  const titled = [oneOf, anyOf].find(Array.isArray)
  return (
    titled?.filter(isObject).map(({ const: value = null, title }) => ({ value, title: toText(title ?? value) })) ?? null
  )
}
