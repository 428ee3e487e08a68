import type { CallError } from '#shared/call/plan'
import { isObject, type Json, type JsonObject } from '#shared/json'
import { asReported, type Message, message } from '#shared/messages/message'
import { toVisible } from '#shared/visible'
import type { Mismatch } from './schema.ts'

const MOST_LISTED = 40

/** Words a mismatch so that a small model can fix its call: where, what was expected, what it sent. */
export function explainMismatch(mismatch: Mismatch, args: JsonObject): CallError {
  const steps = mismatch.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const path = formatPath(steps)
  return { ...explain(mismatch, path, valueAt(args, steps)), path: nameOf(mismatch, path) }
}

function explain(
  { keyword, params, demand }: Mismatch,
  path: string,
  found: Json | undefined,
): Omit<CallError, 'path'> {
  const param = toVisible(path).text
  const subject = path === '' ? message('the-arguments') : message('the-parameter', { param })
  const value = describeValue(found)
  const names = (name: unknown) => ({ names: toVisible(join(path, String(name))).text })
  switch (keyword) {
    case 'required':
      return { code: 'PARAM_MISSING', message: message('missing-parameter', names(params.missingProperty)) }
    case 'additionalProperties':
      return { code: 'PARAM_UNKNOWN', message: message('unknown-parameter', names(params.additionalProperty)) }
    case 'type':
      return {
        code: 'PARAM_TYPE',
        message: message('expected-types', { subject, types: listTypes(params.type), value }),
      }
    case 'enum': {
      const values = toVisible(listValues(params.allowedValues)).text
      return { code: 'ARGS_INVALID', message: message('expected-one-of', { subject, values, value }) }
    }
    case 'const': {
      const types = toVisible(JSON.stringify(params.allowedValue)).text
      return { code: 'ARGS_INVALID', message: message('expected-types', { subject, types, value }) }
    }
    case 'format':
      return { code: 'ARGS_INVALID', message: message('expected-https-address', { subject, value }) }
    default:
      return { code: 'ARGS_INVALID', message: message('expected-by-demand', { subject, demand, value }) }
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

function describeValue(value: Json | undefined): Message {
  if (value === undefined) return message('nothing')
  const text = toVisible(JSON.stringify(value)).text
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
  if (typeof value === 'string') return message('value-string', { value: shown })
  if (Array.isArray(value)) return message('value-list', { value: shown })
  return isObject(value) ? message('value-object', { value: shown }) : asReported(shown)
}

export function listTypes(type: unknown): string {
  return [type].flat().join(' or ')
}

function listValues(values: unknown): string {
  const list = (Array.isArray(values) ? values : []).map((value) => JSON.stringify(value))
  const shown = list.slice(0, MOST_LISTED).join(', ')
  return list.length > MOST_LISTED ? `${shown} and ${list.length - MOST_LISTED} more` : shown
}
