import type { WrittenTool } from '#test/helpers/make-tool'

/** The part of the second model that says which arguments reach the argument list, and changed how. */
export type WrittenEntry = WrittenTool & { when?: { present: string[]; absent: string[] } }

export type WrittenCase = WrittenTool & { entries: WrittenEntry[] }

export class Refusal extends Error {
  codes: string[]
  constructor(...codes: string[]) {
    super(codes.join(' '))
    this.codes = codes
  }
}

export type Values = Map<string, unknown>

export function settle(call: unknown): Values {
  let value = call
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value)
    } catch {
      throw new Refusal('ARGS_NOT_OBJECT')
    }
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Refusal('ARGS_NOT_OBJECT')
  const wrong: string[] = []
  const visit = (each: unknown) => {
    if (typeof each === 'number' && (Math.abs(each) > 2 ** 53 - 1 || Number.isNaN(each))) {
      if (!Number.isFinite(each) || each % 1 === 0) wrong.push('PARAM_TYPE')
    } else if (typeof each === 'object' && each !== null) {
      if (Object.getOwnPropertyNames(each).includes('__proto__')) wrong.push('PARAM_UNKNOWN')
      Object.values(each).forEach(visit)
    }
  }
  visit(value)
  if (wrong.length > 0) throw new Refusal(...wrong)
  return new Map(Object.entries(value))
}

export function admit(tool: WrittenCase, given: Values): { values: Values; coerced: string[] } {
  const schemas = tool.properties as Record<string, Record<string, unknown>>
  for (const name of given.keys()) if (!Object.keys(schemas).includes(name)) throw new Refusal('PARAM_UNKNOWN')
  const values: Values = new Map([...given].filter(([, value]) => value !== null))
  for (const name of tool.required ?? []) {
    if (values.has(name)) continue
    if (given.get(name) === null && schemas[name]?.type === undefined) values.set(name, null)
    else throw new Refusal('PARAM_MISSING')
  }
  const coerced: string[] = []
  for (const [name, value] of values) {
    const turned = turn(value, schemas[name]?.type as string | undefined, isSwitchAlone(tool, name))
    if (turned !== value) coerced.push(name)
    values.set(name, turned)
  }
  const wrong = [...values].flatMap(([name, value]) => misfits(value, schemas[name] ?? {}))
  if (wrong.length > 0) throw new Refusal(...wrong)
  return { values, coerced }
}

function isSwitchAlone(tool: WrittenCase, name: string): boolean {
  const kinds = tool.entries.flatMap(({ args = [] }) =>
    args.filter(({ param }) => param === name).map(({ kind }) => kind),
  )
  return kinds.length > 0 && kinds.every((kind) => kind === 'flagifboolean')
}

/** The three safe changes, and what a boolean flag reads besides. */
function turn(value: unknown, wanted: string | undefined, isSwitch: boolean): unknown {
  if (wanted === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return JSON.stringify(value)
  if ((wanted === 'number' || wanted === 'integer') && typeof value === 'string') {
    let parsed: unknown
    try {
      parsed = value.trim() === value ? JSON.parse(value) : value
    } catch {
      return value
    }
    if (typeof parsed !== 'number' || !Number.isFinite(parsed)) return value
    if (parsed % 1 === 0 && Math.abs(parsed) > Number.MAX_SAFE_INTEGER) return value
    return wanted === 'integer' && parsed % 1 !== 0 ? value : parsed
  }
  if (wanted !== 'boolean') return value
  if (value === 'true') return true
  if (value === 'false') return false
  if (isSwitch && typeof value === 'string' && ['true', 'false'].includes(value.toLowerCase()))
    return value.toLowerCase() === 'true'
  return isSwitch && typeof value === 'number' && value % 1 === 0 ? value !== 0 : value
}

function misfits(value: unknown, schema: Record<string, unknown>): string[] {
  const isOf: Record<string, boolean> = {
    string: typeof value === 'string',
    number: typeof value === 'number',
    integer: typeof value === 'number' && value % 1 === 0,
    boolean: typeof value === 'boolean',
  }
  if (typeof schema.type === 'string' && !isOf[schema.type]) return ['PARAM_TYPE']
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return ['ARGS_INVALID']
  if (typeof schema.maxLength === 'number' && typeof value === 'string' && [...value].length > schema.maxLength)
    return ['ARGS_INVALID']
  return typeof schema.minimum === 'number' && typeof value === 'number' && value < schema.minimum
    ? ['ARGS_INVALID']
    : []
}
