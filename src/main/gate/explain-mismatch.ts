import type { CallError } from '#shared/call/plan'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { toVisible } from '#shared/visible'
import type { Mismatch } from './schema.ts'

const MOST_LISTED = 40

/** Puts a mismatch in words that a small model can repair its call from: where, what was expected, what it sent. */
export function explainMismatch(mismatch: Mismatch, args: JsonObject): CallError {
  const steps = mismatch.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const path = formatPath(steps)
  const { code, text } = explain(mismatch, path, valueAt(args, steps))
  return { code, message: toVisible(text).text, path: nameOf(mismatch, path) }
}

function explain({ keyword, params, message }: Mismatch, path: string, value: Json | undefined) {
  const subject = path === '' ? 'the arguments' : `parameter ${path}`
  const received = describeValue(value)
  switch (keyword) {
    case 'required':
      return { code: 'PARAM_MISSING', text: `missing parameter: ${join(path, params.missingProperty)}` } as const
    case 'additionalProperties':
      return { code: 'PARAM_UNKNOWN', text: `unknown parameter: ${join(path, params.additionalProperty)}` } as const
    case 'type':
      return {
        code: 'PARAM_TYPE',
        text: `${subject}: expected ${listTypes(params.type)}, received ${received}`,
      } as const
    case 'enum': {
      const allowed = listValues(params.allowedValues)
      return { code: 'ARGS_INVALID', text: `${subject}: expected one of ${allowed}, received ${received}` } as const
    }
    case 'const': {
      const expected = JSON.stringify(params.allowedValue)
      return { code: 'ARGS_INVALID', text: `${subject}: expected ${expected}, received ${received}` } as const
    }
    case 'format':
      return {
        code: 'ARGS_INVALID',
        text: `${subject}: expected an address that starts with https:// and holds no password, received ${received}`,
      } as const
    default:
      return { code: 'ARGS_INVALID', text: `${subject}: ${message}, received ${received}` } as const
  }
}

function nameOf({ keyword, params }: Mismatch, path: string): string {
  if (keyword === 'required') return join(path, params.missingProperty)
  return keyword === 'additionalProperties' ? join(path, params.additionalProperty) : path
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function formatPath(steps: string[]): string {
  return steps.reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : join(path, step)), '')
}

function valueAt(args: JsonObject, steps: string[]): Json | undefined {
  let value: Json | undefined = args
  for (const step of steps) {
    if (Array.isArray(value)) value = value[Number(step)]
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  }
  return value
}

export function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
  const kind = Array.isArray(value) ? 'a list' : value === null ? null : typeof value === 'object' ? 'an object' : null
  return kind === null ? `${shown}${typeof value === 'string' ? ' (a string)' : ''}` : `${kind}: ${shown}`
}

export function listTypes(type: unknown): string {
  return [type].flat().join(' or ')
}

function listValues(values: unknown): string {
  const list = (Array.isArray(values) ? values : []).map((value) => JSON.stringify(value))
  const shown = list.slice(0, MOST_LISTED).join(', ')
  return list.length > MOST_LISTED ? `${shown} and ${list.length - MOST_LISTED} more` : shown
}
