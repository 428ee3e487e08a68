import { choicesOf } from '#shared/call/question'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { say } from '#shared/messages/say'

/**
 * How one value is filled in. `json`: everything without a simpler form; `option`: choices that are JSON; `choices`: any
 * number of them.
 */
export interface Field {
  name: string
  kind: 'text' | 'lines' | 'number' | 'slider' | 'boolean' | 'choice' | 'choices' | 'option' | 'json'
  description: string
  isRequired: boolean
  choices: string[]
  /** Shown instead of its name, and instead of each choice. */
  label?: string
  choiceLabels?: string[]
  placeholder?: string
  range?: { min?: number; max?: number; step?: number }
}

/** One field for each parameter of a schema, required ones first. */
export function fieldsOf(params: JsonObject): Field[] {
  const properties = isObject(params.properties) ? params.properties : {}
  const required = Array.isArray(params.required) ? params.required : []
  const fields = Object.entries(properties).map(([name, schema]): Field => {
    const own = isObject(schema) ? schema : {}
    const each = isObject(own.items) && own.type === 'array' ? own.items : own
    const all = choicesOf(each)?.filter(({ value }) => typeof value === 'string') ?? []
    const choices = all.map(({ value }) => String(value))
    const title = typeof own.title === 'string' ? own.title : ''
    return {
      name,
      kind: each === own ? kindOf(own, choices) : kindOf(each, choices) === 'choice' ? 'choices' : 'json',
      description: [title, own.description].filter((each) => typeof each === 'string' && each !== '').join(': '),
      isRequired: required.includes(name),
      choices,
      ...(all.some((each) => each.title !== each.value) && { choiceLabels: all.map((each) => each.title) }),
    }
  })
  return fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

function kindOf(schema: JsonObject, choices: string[]): Field['kind'] {
  const all = choicesOf(schema)
  if (all) return choices.length === all.length ? 'choice' : 'json'
  if (schema.type === 'string') return 'text'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  return schema.type === 'boolean' ? 'boolean' : 'json'
}

type Filled = { args: JsonObject; problems: Record<string, string> }

/** The filled-in arguments, without empty fields. */
export function readFields(fields: readonly Field[], values: Readonly<Record<string, string>>): Filled {
  const entries: [string, Json][] = []
  const problems: Record<string, string> = {}
  for (const { name, kind, isRequired } of fields) {
    const text = values[name] || (kind === 'choices' && isRequired ? '[]' : '')
    if (text === '') continue
    if (kind === 'text' || kind === 'lines' || kind === 'choice') entries.push([name, text])
    else if (kind === 'boolean') entries.push([name, text === 'true'])
    else {
      const read = readJson(text)
      if (read.ok) entries.push([name, read.value])
      // If it is not a number, the gate will say so.
      else if (kind === 'number') entries.push([name, text])
      else problems[name] = say('Invalid JSON: {problem}', { problem: read.message })
    }
  }
  return { args: Object.fromEntries(entries), problems }
}

function readJson(text: string): { ok: true; value: Json } | { ok: false; message: string } {
  try {
    return { ok: true, value: JSON.parse(text) as Json }
  } catch (error) {
    return { ok: false, message: (error as Error).message }
  }
}

/** Arguments as texts for the form. */
export function toValues(fields: readonly Field[], args: JsonObject): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = Object.hasOwn(args, name) ? args[name] : undefined
      if (value === undefined || value === null) return []
      const isPlain = typeof value === 'string' && (kind === 'text' || kind === 'lines' || kind === 'choice')
      return [[name, isPlain ? value : JSON.stringify(value)]]
    }),
  )
}
