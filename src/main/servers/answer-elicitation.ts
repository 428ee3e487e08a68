import { isObject, type Json, type JsonObject } from '#shared/json'
import type { CallOptions } from './connection.ts'

type Answer =
  | { action: 'accept'; content: Record<string, string | number | boolean | string[]> }
  | { action: 'decline' }

const DECLINED: Answer = { action: 'decline' }
const SECRET = /pass(?:word|phrase|code)?|secret|token|api.?key|credential|\bpin\b|\botp\b|cvv|private.?key/i
const TYPES = ['string', 'number', 'integer', 'boolean', 'array']
const MOST_FIELDS = 20
const LONGEST_TEXT = 2000

/** Asks the person in the server's name. What looks like a password is refused unasked, and the answer is checked: nobody else does. */
export async function answerElicitation(
  params: JsonObject,
  ask: CallOptions['ask'],
  signal: AbortSignal,
): Promise<Answer> {
  const { message: text, requestedSchema: schema, mode = 'form' } = params
  if (mode !== 'form' || typeof text !== 'string' || text.length > LONGEST_TEXT || !isFlat(schema)) return DECLINED
  if (SECRET.test(JSON.stringify(schema))) return DECLINED
  const answer = await ask({ text, schema }, signal)
  if (answer === null || !fits(answer, schema)) return DECLINED
  return { action: 'accept', content: answer as Extract<Answer, { action: 'accept' }>['content'] }
}

function isFlat(schema: Json | undefined): schema is JsonObject {
  if (!isObject(schema) || schema.type !== 'object' || !isObject(schema.properties)) return false
  const fields = Object.values(schema.properties)
  return fields.length <= MOST_FIELDS && fields.every((each) => isObject(each) && TYPES.includes(String(each.type)))
}

function fits(answer: JsonObject, { properties, required }: JsonObject): boolean {
  const fields = isObject(properties) ? properties : {}
  const needed = Array.isArray(required) ? required : []
  if (needed.some((name) => answer[String(name)] === undefined)) return false
  return Object.entries(answer).every(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return isObject(field) && fitsField(value, field)
  })
}

function fitsField(value: Json, field: JsonObject): boolean {
  if (field.type === 'array') {
    return Array.isArray(value) && value.every((each) => isObject(field.items) && isChosen(each, field.items))
  }
  if (field.type === 'integer') return Number.isInteger(value) && isInRange(Number(value), field)
  if (field.type === 'number') return typeof value === 'number' && isInRange(value, field)
  if (field.type === 'boolean') return typeof value === 'boolean'
  if (typeof value !== 'string' || !isChosen(value, field)) return false
  const { minLength = 0, maxLength = LONGEST_TEXT } = field
  return value.length >= Number(minLength) && value.length <= Number(maxLength)
}

const isInRange = (value: number, { minimum = -Infinity, maximum = Infinity }: JsonObject) =>
  value >= Number(minimum) && value <= Number(maximum)

function isChosen(value: Json, { enum: listed, oneOf, anyOf }: JsonObject): boolean {
  const titled = [oneOf, anyOf].find(Array.isArray)
  const choices = Array.isArray(listed) ? listed : titled?.map((each) => (isObject(each) ? (each.const ?? null) : null))
  return choices === undefined || choices.includes(value)
}
