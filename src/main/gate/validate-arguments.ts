import type { CallError, CallErrorCode, Coercion } from '#shared/call/plan'
import { isObject, type Json, type JsonObject, ownOf, parseJson } from '#shared/json'
import { asReported, type Message, message } from '#shared/messages/message'
import { executionsOf, type Tool } from '#shared/skill/tool'
import { toVisible } from '#shared/visible'
import { type Answer, askWorker } from './ask-worker.ts'
import { coerceArguments, isExact } from './coerce.ts'
import { forgive, renameMissing, unquotePaths } from './forgive.ts'
import type { SchemaFacts } from './inspect-schema.ts'
import { compileSchema, explainMismatch, factsAbout, listTypes } from './schema.ts'

export type ValidArguments = { ok: true; args: JsonObject; coercions: Coercion[] } | { ok: false; error: CallError }

/** The part of a tool that its arguments are checked against. */
export type Checkable = Pick<Tool, 'name' | 'params'> & Partial<Pick<Tool, 'runtime' | 'isOpen'>>

/**
 * Checks arguments against the tool's schema; `isForgiving`: a model wrote them. Never throws and never blocks this
 * thread for long.
 */
export async function validateArguments(tool: Checkable, given: unknown, isForgiving = false): Promise<ValidArguments> {
  const facts = factsAbout(tool.params)
  if (facts.problem !== null)
    return refuse('TOOL_BROKEN', message('tool-schema-unusable', { tool: tool.name, problem: facts.problem }))
  const read = readArguments(given)
  if (!read.ok) return read
  const properties = isObject(tool.params.properties) ? tool.params.properties : {}
  const letsMore = tool.isOpen === true && tool.params.additionalProperties !== false
  const renamed = isForgiving && !letsMore ? renameMissing(tool.params, read.args) : null
  const named = renamed?.args ?? read.args
  const unknown = letsMore ? null : findUnknown(properties, named)
  if (unknown !== null) return { ok: false, error: unknown }
  const required = Array.isArray(tool.params.required) ? tool.params.required : []
  const present = dropNulls(named, required)
  const missing = findMissing(required as string[], properties, present)
  if (missing !== null) return { ok: false, error: missing }

  const bare = isForgiving ? unquotePaths(present) : { args: present, coercions: [] }
  const full = tool.isOpen ? fillDefaults(tool.params, bare.args) : bare.args
  const coerced = coerceArguments(tool.params, full, switchesOf(tool))
  const nulls = isForgiving ? listDropped(named, present, properties) : []
  const coercions = [...(renamed ? [renamed.coercion] : []), ...nulls, ...bare.coercions, ...coerced.coercions]
  const checkAll = (args: JsonObject) => check(tool, facts, args, read.size)
  if (isForgiving) return readUntilFits(tool.params, coerced.args, coercions, checkAll)
  const error = await checkAll(coerced.args)
  return error === null ? { ok: true, args: coerced.args, coercions } : { ok: false, error }
}

/** Rereads what the schema refuses, each parameter once, as long as there is another reading. */
async function readUntilFits(
  params: JsonObject,
  args: JsonObject,
  coercions: Coercion[],
  check: (args: JsonObject) => Promise<CallError | null>,
): Promise<ValidArguments> {
  const first = await check(args)
  if (first === null) return { ok: true, args, coercions }
  const forgiven = forgive(params, args, first.path)
  const isAgain = coercions.some(({ param, to }) => param === forgiven?.coercion.param && to !== null)
  if (!forgiven || (isAgain && forgiven.coercion.to !== null)) return { ok: false, error: first }
  const rest = await readUntilFits(params, forgiven.args, [...coercions, forgiven.coercion], check)
  // Errors refer to the arguments as the model wrote them.
  return rest.ok ? rest : { ok: false, error: first }
}

async function check(tool: Checkable, facts: SchemaFacts, args: JsonObject, size: number): Promise<CallError | null> {
  const answer: Answer = isCheap(facts, size)
    ? checkHere(tool, args)
    : await askWorker({ kind: 'validate', params: tool.params, args })
  if (answer.state === 'validated') return answer.mismatch && explainMismatch(answer.mismatch, args)
  if (answer.state === 'too-slow' && answer.phase === 'check') {
    return { code: 'ARGS_INVALID', message: message('arguments-checked-too-long') }
  }
  const reason = answer.state === 'failed' ? answer.problem : message('schema-read-too-long')
  return { code: 'TOOL_BROKEN', message: message('tool-schema-unusable', { tool: tool.name, problem: reason }) }
}

const CHEAP = { nodes: 48, listed: 500, patternWeight: 2000, product: 100_000 }

/** Whether the check is fast enough for this thread: each limit keeps the pause within milliseconds. */
function isCheap({ isLinear, nodes, listed, patternWeight, hasItems }: SchemaFacts, size: number): boolean {
  const isSmall = nodes <= CHEAP.nodes && listed <= CHEAP.listed && patternWeight <= CHEAP.patternWeight
  const weight = patternWeight + (hasItems ? nodes + listed : 0)
  return isLinear && isSmall && weight * size <= CHEAP.product
}

function checkHere(tool: Checkable, args: JsonObject): Answer {
  try {
    return { state: 'validated', mismatch: compileSchema(tool.params)(args) }
  } catch (error) {
    return { state: 'failed', problem: asReported((error as Error).message) }
  }
}

function findUnknown(properties: JsonObject, args: JsonObject): CallError | null {
  const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name))
  if (unknown[0] === undefined) return null
  const known = Object.keys(properties)
  const names = toVisible(unknown.slice(0, 10).join(', ')).text
  const first = message(unknown.length > 1 ? 'unknown-parameters' : 'unknown-parameter', { names })
  const all = toVisible(known.join(', ')).text
  const second = known.length === 0 ? message('no-parameters') : message('known-parameters', { names: all })
  return { code: 'PARAM_UNKNOWN', message: message('two-points', { first, second }), path: unknown[0] }
}

/** Fills in defaults, also inside objects that were given. */
function fillDefaults({ properties }: JsonObject, args: JsonObject): JsonObject {
  const filled = { ...args }
  for (const [name, schema] of Object.entries(isObject(properties ?? null) ? (properties as JsonObject) : {})) {
    if (!isObject(schema)) continue
    const value = ownOf(args, name)
    if (value === undefined && schema.default !== undefined) filled[name] = schema.default
    else if (isObject(value ?? null)) filled[name] = fillDefaults(schema, value as JsonObject)
  }
  return filled
}

/** A null counts as not given, unless the parameter is required: then the schema decides. */
function dropNulls(args: JsonObject, required: Json[]): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== null || required.includes(name)))
}

/** The nulls that the schema refuses. */
const listDropped = (named: JsonObject, present: JsonObject, properties: JsonObject): Coercion[] =>
  Object.keys(named)
    .filter((param) => !Object.hasOwn(present, param) && refusesNull(properties[param]))
    .map((param) => ({ param, from: null, to: null }))

function findMissing(required: string[], properties: JsonObject, args: JsonObject): CallError | null {
  const missing = required.filter(
    (name) => !Object.hasOwn(args, name) || (args[name] === null && refusesNull(properties[name])),
  )
  if (missing[0] === undefined) return null
  const described = missing.map((name) => {
    const property = properties[name]
    return isObject(property) && property.type !== undefined ? `${name} (${listTypes(property.type)})` : name
  })
  const why = message('missing-parameter', { names: described.join(', ') })
  return { code: 'PARAM_MISSING', message: why, path: missing[0] }
}

function refusesNull(property: Json | undefined): boolean {
  if (!isObject(property) || property.type === undefined) return false
  return property.nullable !== true && ![property.type].flat().includes('null')
}

/** Parameters that are only checked for being true. */
function switchesOf(tool: Checkable): ReadonlySet<string> {
  const known = switchesByTool.get(tool)
  if (known !== undefined) return known
  const mappings = (tool.runtime ? executionsOf({ runtime: tool.runtime }) : []).flatMap(({ args }) => args)
  const paramsOf = (isSwitch: boolean) =>
    mappings.flatMap((each) => ('param' in each && (each.kind === 'flagifboolean') === isSwitch ? [each.param] : []))
  const others = new Set(paramsOf(false))
  const found = new Set(paramsOf(true).filter((param) => !others.has(param)))
  switchesByTool.set(tool, found)
  return found
}

const switchesByTool = new WeakMap<Checkable, ReadonlySet<string>>()

function refuse(code: CallErrorCode, why: Message): ValidArguments {
  return { ok: false, error: { code, message: why } }
}

/** Why a value does not fit a schema; null if it fits. */
export async function findMisfit(returns: JsonObject, value: Json): Promise<Message | string | null> {
  const { $defs, definitions, ...schema } = returns
  const params = {
    type: 'object' as const,
    ...{ properties: { value: schema }, required: ['value'] },
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  }
  const read = await validateArguments({ name: 'value', params }, { value })
  if (!read.ok) return read.error.message
  // A value that fits only after a conversion does not fit.
  return read.coercions.length > 0 ? `value must be ${JSON.stringify(read.coercions[0]?.to)}` : null
}

const DEEPEST = 64
const LARGEST = 1024 * 1024

/** A copy of the arguments that is pure JSON, with its size in characters. */
type ReadArguments = { ok: true; args: JsonObject; size: number } | { ok: false; error: CallError }

/** Ends the walk over arguments that cannot be copied. */
class Refused extends Error {
  readonly error: CallError
  constructor(code: CallError['code'], why: Message, path: string) {
    super(code)
    this.error = { code, message: why, path }
  }
}

/** Takes an object or a text that contains one, because some models send text. */
function readArguments(given: unknown): ReadArguments {
  const value = typeof given === 'string' ? parseOnce(given) : given
  if (!isObject(value)) {
    const why = message('arguments-must-be-object', { received: nameKind(given) })
    return { ok: false, error: { code: 'ARGS_NOT_OBJECT', message: why } }
  }
  const walk = { size: 0 }
  try {
    return { ok: true, args: copyMembers(value, '', 1, walk), size: walk.size }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, error: error.error }
    throw error
  }
}

const parseOnce = (text: string): unknown => (text.length > LARGEST ? undefined : parseJson(text)) ?? text

function copyMembers(object: object, path: string, depth: number, walk: { size: number }): JsonObject {
  const copy: JsonObject = {}
  for (const [name, value] of Object.entries(object)) {
    walk.size += name.length + 4
    const place = path === '' ? name : `${path}.${name}`
    if (name === '__proto__') {
      throw new Refused('PARAM_UNKNOWN', message('unknown-parameter', { names: '__proto__' }), place)
    }
    copy[name] = copyValue(value, place, depth, walk)
  }
  return copy
}

function copyValue(value: unknown, path: string, depth: number, walk: { size: number }): Json {
  walk.size += 8 + (typeof value === 'string' ? value.length : 0)
  if (walk.size > LARGEST) throw new Refused('ARGS_INVALID', message('arguments-over-1-mib'), path)
  if (depth > DEEPEST) throw new Refused('ARGS_INVALID', message('arguments-too-deep', { deepest: DEEPEST }), path)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  const param = () => toVisible(path).text
  if (typeof value === 'number') {
    if (isExact(value)) return value
    const received = Number.isFinite(value) ? message('a-too-large-number') : String(value)
    throw new Refused('PARAM_TYPE', message('parameter-not-exact-number', { param: param(), received }), path)
  }
  if (Array.isArray(value)) return Array.from(value, (each, at) => copyValue(each, `${path}[${at}]`, depth + 1, walk))
  if (typeof value === 'object') return copyMembers(value, path, depth + 1, walk)
  throw new Refused('ARGS_INVALID', message('parameter-not-json', { param: param(), type: typeof value }), path)
}

function nameKind(given: unknown): Message {
  if (given === null) return asReported('null')
  if (Array.isArray(given)) return message('a-list')
  const kind = typeof given
  if (kind === 'string') return message('a-string')
  if (kind === 'number') return message('a-number')
  return kind === 'boolean' ? message('a-boolean') : asReported(kind)
}
