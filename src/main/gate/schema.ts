import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { CallError } from '#shared/call/plan'
import { canonicalJson, isObject, type Json, type JsonObject, valueAt } from '#shared/json'
import { asReported, type Message, message, textOf } from '#shared/messages/message'
import type { ParamsSchema } from '#shared/skill/tool'
import { toVisible } from '#shared/visible'
import { inspectSchema, type SchemaFacts } from './inspect-schema.ts'
import { compileAnyPattern, explainPattern } from './pattern.ts'

/** The first mismatch, as plain data that can cross threads. */
export type Mismatch = Pick<ErrorObject, 'instancePath' | 'keyword' | 'params'> & { demand: Message }

/** Null if the arguments fit. */
type Validate = (args: JsonObject) => Mismatch | null

const MOST_REMEMBERED = 256
const MOST_DEMANDS = 8

/** Why a tool's schema cannot be used, or null. Compiles nothing, so a hostile schema costs no more than reading it. */
export function checkSchema(params: unknown): Message | null {
  return inspectSchema(params).problem
}

export function checkPattern(source: string): Message | null {
  return explainPattern(source)
}

const factsBySchema = new WeakMap<ParamsSchema, SchemaFacts>()

export function factsAbout(params: ParamsSchema): SchemaFacts {
  const facts = factsBySchema.get(params) ?? inspectSchema(params)
  factsBySchema.set(params, facts)
  return facts
}

const makeAjv = () =>
  new Ajv2020({
    ...{ strict: false, logger: false, validateSchema: false, meta: false, addUsedSchema: false },
    ...{ coerceTypes: false, useDefaults: false, ownProperties: true, allErrors: false, inlineRefs: false },
    code: { optimize: false, regExp: Object.assign(compileAnyPattern, { code: 'compileAnyPattern' }) },
    formats: { 'https-url': isHttpsUrl },
  })

/** Ajv keeps every pattern and list it has seen, so it is replaced now and then. */
let compiler = { ajv: makeAjv(), uses: 0 }
const MOST_USES = 250

const byIdentity = new WeakMap<object, Validate>()
const byText = new Map<string, Validate>()

/** Throws if the schema does not compile; call `checkSchema` first. */
export function compileSchema(params: ParamsSchema): Validate {
  const known = byIdentity.get(params)
  if (known !== undefined) return known
  const text = canonicalJson(params)
  const validate = byText.get(text) ?? compileAfresh(params)
  byIdentity.set(params, validate)
  byText.delete(text)
  byText.set(text, validate)
  if (byText.size > MOST_REMEMBERED) byText.delete(byText.keys().next().value as string)
  return validate
}

function compileAfresh(params: ParamsSchema): Validate {
  const { $id, $schema, ...schema } = params
  if (compiler.uses >= MOST_USES) compiler = { ajv: makeAjv(), uses: 0 }
  compiler.uses += 1
  const compiled: ValidateFunction = compiler.ajv.compile(schema)
  compiler.ajv.removeSchema(schema)
  return (args) => (compiled(args) === true ? null : summarize(compiled.errors ?? []))
}

/** The first error or, if every branch of a choice failed, what the branches ask for together. */
function summarize(errors: readonly ErrorObject[]): Mismatch {
  const [first, last] = [errors[0], errors.at(-1)]
  const { instancePath = '', keyword = '', params = {} } = first ?? {}
  const demand = demandOf(first)
  const isChoice = last !== undefined && last !== first && (last.keyword === 'anyOf' || last.keyword === 'oneOf')
  if (!isChoice) return { instancePath, keyword, params, demand }
  const branches = errors.slice(0, -1)
  const types = branches.flatMap((error) => (error.keyword === 'type' ? [error.params.type].flat() : []))
  if (branches.every((error) => error.keyword === 'type' && error.instancePath === last.instancePath)) {
    return { instancePath: last.instancePath, keyword: 'type', params: { type: [...new Set(types)] }, demand }
  }
  const demands = new Map(branches.map(demandOf).map((each) => [textOf(each), each]))
  const either = [...demands.values()]
    .slice(0, MOST_DEMANDS)
    .reduce((some, other) => message('this-or-that', { some, other }))
  return { instancePath: last.instancePath, keyword: last.keyword, params: {}, demand: either }
}

/** What one error asks for, in ajv's words if we have none. */
function demandOf(error: ErrorObject | undefined): Message {
  if (error === undefined) return message('does-not-fit')
  const { keyword, params } = error
  if (Array.isArray(params.allowedValues)) {
    return message('must-be-one-of', { values: JSON.stringify(params.allowedValues) })
  }
  if (/^(exclusive)?(Min|Max)imum$/i.test(keyword)) {
    return message('must-compare', { comparison: String(params.comparison), limit: Number(params.limit) })
  }
  const bound = BOUNDS[keyword]
  if (bound !== undefined) return message(bound, { limit: Number(params.limit) })
  if (keyword === 'multipleOf') return message('must-be-multiple', { step: Number(params.multipleOf) })
  if (keyword === 'uniqueItems') return message('no-item-twice')
  if (keyword === 'pattern') return message('must-match-pattern', { pattern: JSON.stringify(params.pattern) })
  return error.message === undefined ? message('does-not-fit') : asReported(error.message)
}

type Bound = 'at-most-characters' | 'at-least-characters' | 'at-most-items' | 'at-least-items'
const BOUNDS: Readonly<Record<string, Bound>> = {
  ...{ maxLength: 'at-most-characters', minLength: 'at-least-characters' },
  ...{ maxItems: 'at-most-items', minItems: 'at-least-items' },
}

function isHttpsUrl(text: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

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
    case 'type': {
      const types = listTypes(params.type)
      return { code: 'PARAM_TYPE', message: message('expected-types', { subject, types, value }) }
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
