import { isObject, type Json, type JsonObject, ownOf } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { estimateProgram, explainPattern, needsBacktracking } from './pattern.ts'

/** What a walk over a schema finds without compiling it. */
export interface SchemaFacts {
  /** Why it cannot be used, or null. */
  problem: Message | null
  nodes: number
  /** Values listed in `enum` and `const`. */
  listed: number
  /** Instructions of all patterns. */
  patternWeight: number
  hasItems: boolean
  /** Uses only keywords that look at each part of the arguments once. */
  isLinear: boolean
}

const DEEPEST = 32
const MOST_NODES = 500
const MOST_LISTED = 5000

type Check = (value: Json, walk: Walk, where: string, depth: number, schema: JsonObject) => Message | null

interface Walk {
  facts: SchemaFacts
  root: JsonObject
  /** References on the way from the root, to detect a loop. */
  references: string[]
}

/** `problem` is null exactly if the schema compiles and its size is bounded. */
export function inspectSchema(params: unknown): SchemaFacts {
  const root = isObject(params) ? params : {}
  const facts = { problem: null, nodes: 0, listed: 0, patternWeight: 0, hasItems: false, isLinear: true }
  if (root.type !== 'object') return { ...facts, problem: message('schema-needs-object') }
  const problem = inspectNode(root, { facts, root, references: [] }, '', 0)
  return Object.assign(facts, { problem })
}

function inspectNode(schema: Json, walk: Walk, where: string, depth: number): Message | null {
  if (typeof schema === 'boolean') return null
  if (!isObject(schema)) return message('must-be-schema', { where: where || message('it') })
  if (depth > DEEPEST) return message('schema-too-deep', { deepest: DEEPEST })
  walk.facts.nodes += 1
  if (walk.facts.nodes > MOST_NODES) return message('schema-too-many-schemas', { most: MOST_NODES })
  for (const keyword in schema) {
    const known = CHECKS.get(keyword)
    if (known === undefined) continue
    if (known.isCostly) walk.facts.isLinear = false
    const place = where === '' ? keyword : `${where}.${keyword}`
    const problem = known.check(schema[keyword] as Json, walk, place, depth, schema)
    if (problem !== null) return problem
  }
  return null
}

const oneSchema: Check = (value, walk, where, depth) => inspectNode(value, walk, where, depth + 1)

const someSchemas: Check = (value, walk, where, depth) => {
  if (!Array.isArray(value) || value.length === 0) return message('must-be-schemas', { where })
  return firstProblem(value.entries(), ([index, each]) => inspectNode(each, walk, `${where}[${index}]`, depth + 1))
}

const namedSchemas: Check = (value, walk, where, depth) => {
  if (!isObject(value)) return message('must-be-object-of-schemas', { where })
  return firstProblem(Object.entries(value), ([name, each]) => {
    if (name === '__proto__') return message('must-not-name-proto', { where })
    return inspectNode(each, walk, `${where}.${name}`, depth + 1)
  })
}

const patternedSchemas: Check = (value, walk, where, depth, schema) => {
  const named = namedSchemas(value, walk, where, depth, schema)
  return named ?? firstProblem(Object.keys(value as JsonObject), (source) => checkSource(source, walk, where))
}

const items: Check = (value, walk, where, depth) => {
  walk.facts.hasItems = true
  if (Array.isArray(value)) return message('must-be-one-schema', { where })
  return inspectNode(value, walk, where, depth + 1)
}

const dependencies: Check = (value, walk, where, depth) => {
  if (!isObject(value)) return message('must-be-object', { where })
  return firstProblem(Object.entries(value), ([name, each]) =>
    Array.isArray(each) ? checkNames(each, `${where}.${name}`) : inspectNode(each, walk, `${where}.${name}`, depth + 1),
  )
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

const type: Check = (value, _walk, where) => {
  if (typeof value === 'string' && TYPES.includes(value)) return null
  const types = Array.isArray(value) ? value : [value]
  const isValid = types.length > 0 && new Set(types).size === types.length
  return isValid && types.every((each) => typeof each === 'string' && TYPES.includes(each))
    ? null
    : message('must-be-one-of-types', { where, types: TYPES.join(', ') })
}

const nullable: Check = (value, _walk, where, _depth, schema) => {
  if (typeof value !== 'boolean') return message('must-be-boolean', { where })
  if (schema.type === undefined) return message('needs-type-beside', { where })
  const refusesNull = value === false && [schema.type].flat().includes('null')
  return refusesNull ? message('nullable-contradicts', { where }) : null
}

const listedValues: Check = (value, walk, where) => {
  if (!Array.isArray(value) || value.length === 0) return message('must-be-values', { where })
  walk.facts.listed += value.length
  return walk.facts.listed > MOST_LISTED ? message('schema-too-many-values', { most: MOST_LISTED }) : null
}

const constant: Check = (_value, walk) => {
  walk.facts.listed += 1
  return null
}

type Wrong = 'must-be-string' | 'must-be-boolean' | 'must-be-number' | 'must-be-above-zero' | 'must-be-whole-number'

const must =
  (isRight: (value: Json) => boolean, wrong: Wrong): Check =>
  (value, _walk, where) =>
    isRight(value) ? null : message(wrong, { where })

const text = must((value) => typeof value === 'string', 'must-be-string')
const flag = must((value) => typeof value === 'boolean', 'must-be-boolean')
const number = must((value) => Number.isFinite(value), 'must-be-number')
const step = must((value) => Number.isFinite(value) && Number(value) > 0, 'must-be-above-zero')
const count = must((value) => Number.isSafeInteger(value) && Number(value) >= 0, 'must-be-whole-number')

const names: Check = (value, _walk, where) => checkNames(value, where)

const namedNames: Check = (value, _walk, where) => {
  if (!isObject(value)) return message('must-be-object-of-names', { where })
  return firstProblem(Object.entries(value), ([name, each]) => checkNames(each, `${where}.${name}`))
}

function checkNames(value: Json, where: string): Message | null {
  const isValid = Array.isArray(value) && value.every((name) => typeof name === 'string')
  return isValid && new Set(value).size === value.length ? null : message('must-be-names-once', { where })
}

const pattern: Check = (value, walk, where) => {
  return typeof value === 'string' ? checkSource(value, walk, where) : message('must-be-string', { where })
}

function checkSource(source: string, walk: Walk, where: string): Message | null {
  const reason = explainPattern(source)
  if (reason !== null && needsBacktracking(source)) walk.facts.isLinear = false
  else if (reason !== null)
    return message('keyword-pattern-unusable', { where, pattern: JSON.stringify(source.slice(0, 80)), reason })
  walk.facts.patternWeight += estimateProgram(source)
  return null
}

const reference: Check = (value, walk, where, depth) => {
  if (typeof value !== 'string' || !value.startsWith('#')) {
    return message('must-point-inside', { where })
  }
  if (walk.references.includes(value) || value === '#') return message('refers-to-itself', { where, target: value })
  const target = followPointer(walk.root, value)
  if (target === undefined) return message('points-at-nothing', { where, target: value })
  walk.references.push(value)
  const problem = inspectNode(target, walk, where, depth + 1)
  walk.references.pop()
  return problem
}

function followPointer(root: JsonObject, pointer: string): Json | undefined {
  if (!pointer.startsWith('#/') || /[%~]/.test(pointer)) return undefined
  let place: Json | undefined = root
  for (const step of pointer.slice(2).split('/')) {
    if (Array.isArray(place)) place = /^\d{1,4}$/.test(step) ? place[Number(step)] : undefined
    else if (isObject(place)) place = ownOf(place, step)
    else return undefined
  }
  return place
}

const refused: Check = (_value, _walk, where) => message('keyword-not-supported', { where })

const ignoredAtRoot: Check = (_value, _walk, where) => (where.includes('.') ? refused(null, _walk, where, 0, {}) : null)

function firstProblem<T>(list: Iterable<T>, inspect: (each: T) => Message | null): Message | null {
  for (const each of list) {
    const problem = inspect(each)
    if (problem !== null) return problem
  }
  return null
}

/** What looks at each part of the arguments once. */
const LINEAR: readonly [keywords: string, check: Check][] = [
  ['type', type],
  ['properties $defs definitions', namedSchemas],
  ['additionalProperties', oneSchema],
  ['items', items],
  ['required', names],
  ['enum', listedValues],
  ['const', constant],
  ['minimum maximum exclusiveMinimum exclusiveMaximum', number],
  ['multipleOf', step],
  ['minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains', count],
  ['nullable', nullable],
  ['format', text],
  ['pattern', pattern],
  ['$schema $id', ignoredAtRoot],
  ['id $async $anchor $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor', refused],
]

const COSTLY: readonly [keywords: string, check: Check][] = [
  ['dependentSchemas', namedSchemas],
  ['patternProperties', patternedSchemas],
  ['not if then else contains propertyNames unevaluatedProperties unevaluatedItems', oneSchema],
  ['anyOf oneOf allOf prefixItems', someSchemas],
  ['dependencies', dependencies],
  ['dependentRequired', namedNames],
  ['uniqueItems', flag],
  ['$ref', reference],
]

const byKeyword = (list: typeof LINEAR, isCostly: boolean) =>
  list.flatMap(([keywords, check]) => keywords.split(' ').map((keyword) => [keyword, { check, isCostly }] as const))

const CHECKS = new Map([...byKeyword(LINEAR, false), ...byKeyword(COSTLY, true)])
