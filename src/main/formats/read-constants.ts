import { createRequire } from 'node:module'
import type { ParseResult } from '@babel/parser'
import type { Json, JsonObject } from '#shared/json'

type Program = ParseResult['program']
type Statement = Program['body'][number]
type Node = { type: string; loc?: { start: { line: number } } | null }

export interface Constant {
  line: number
  /** Absent if it is not a literal: then only running the file could tell. */
  value?: Json
}

/** What a JavaScript or TypeScript file declares, read without running it. */
export interface SourceReading {
  /** Top-level constants; the last one of a name counts. */
  constants: ReadonlyMap<string, Constant>
  /** Names of its functions, at the top level or exported. */
  functions: ReadonlySet<string>
  hasDefault: boolean
  /** The block comment at its start. */
  comment: string | null
  /** Modules that it imports by a literal name. */
  imports: readonly string[]
}

export type SourceFault = { line: number; problem: string }

const DEEPEST = 64

/** Reads a module by its syntax only. Never throws. */
export function readConstants(source: string, language: 'js' | 'ts'): SourceReading | { fault: SourceFault } {
  try {
    // Loaded with the first code: it takes more memory than all bundled skills, which have none.
    const { parse } = createRequire(import.meta.url)('@babel/parser') as typeof import('@babel/parser')
    const { program, comments } = parse(source, {
      sourceType: 'module',
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      allowUndeclaredExports: true,
      plugins: language === 'ts' ? ['typescript', 'decorators-legacy'] : [],
    })
    const first = comments?.find((comment) => comment.type === 'CommentBlock')
    const begins = first !== undefined && (first.start ?? 0) <= (program.body[0]?.start ?? Number.MAX_SAFE_INTEGER)
    return { ...readStatements(program.body), comment: begins ? first.value : null }
  } catch (error) {
    const { loc, message } = error as { loc?: { line: number }; message: string }
    return { fault: { line: loc?.line ?? 1, problem: message.replace(/\s*\(\d+:\d+\)$/, '') } }
  }
}

function readStatements(body: readonly Statement[]): Omit<SourceReading, 'comment'> {
  const constants = new Map<string, Constant>()
  const functions = new Set<string>()
  const imports: string[] = []
  let hasDefault = false
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') imports.push(statement.source.value)
    if (statement.type === 'ExportDefaultDeclaration') hasDefault = true
    if (statement.type === 'ExportNamedDeclaration') hasDefault ||= statement.specifiers.some(isDefault)
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type === 'FunctionDeclaration' && declared.id) functions.add(declared.id.name)
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init, loc } of declared.declarations) {
      if (id.type !== 'Identifier') continue
      if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression') functions.add(id.name)
      const value = init ? toLiteral(init, 0) : undefined
      constants.set(id.name, { line: loc?.start.line ?? 1, ...(value !== undefined && { value }) })
    }
  }
  return { constants, functions, hasDefault, imports }
}

/** `export { work as default }` */
const isDefault = ({ exported }: { exported: { name?: string; value?: string } }) =>
  (exported.name ?? exported.value) === 'default'

/** The value of a literal; undefined if any part is not literal. */
function toLiteral(node: Node, depth: number): Json | undefined {
  if (depth > DEEPEST) return undefined
  // Narrowed by hand, because the parser's union has two hundred members.
  const each = node as Node & Record<string, unknown>
  const inner = (key: string) => toLiteral(each[key] as Node, depth + 1)
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return each.value as Json
    case 'NullLiteral':
      return null
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'ParenthesizedExpression':
      return inner('expression')
    case 'TemplateLiteral':
      return (each.expressions as Node[]).length === 0 ? textOfTemplate(each.quasis as Quasi[]) : undefined
    case 'UnaryExpression':
      return negate(each.operator, inner('argument'))
    case 'BinaryExpression':
      return join(each.operator, inner('left'), inner('right'))
    case 'ArrayExpression':
      return toList(each.elements as (Node | null)[], depth)
    case 'ObjectExpression':
      return toObject(each.properties as Property[], depth)
    default:
      return undefined
  }
}

type Quasi = { value: { cooked?: string | null } }
type Property = Node & { computed?: boolean; key: Node & { name?: string; value?: unknown }; value: Node }

const textOfTemplate = ([quasi]: Quasi[]): string | undefined => quasi?.value.cooked ?? undefined

const negate = (operator: unknown, value: Json | undefined): Json | undefined =>
  operator === '-' && typeof value === 'number' ? -value : undefined

/** A text joined from literals is a literal too. */
const join = (operator: unknown, left: Json | undefined, right: Json | undefined): Json | undefined =>
  operator === '+' && typeof left === 'string' && typeof right === 'string' ? left + right : undefined

function toList(elements: readonly (Node | null)[], depth: number): Json[] | undefined {
  const values = elements.map((element) => (element ? toLiteral(element, depth + 1) : undefined))
  return values.every((value) => value !== undefined) ? values : undefined
}

function toObject(properties: readonly Property[], depth: number): JsonObject | undefined {
  const entries: [string, Json][] = []
  for (const { type, computed, key, value } of properties) {
    if (type !== 'ObjectProperty' || computed) return undefined
    const name = key.name ?? (typeof key.value === 'string' || typeof key.value === 'number' ? String(key.value) : null)
    const literal = toLiteral(value, depth + 1)
    if (name === null || name === '__proto__' || literal === undefined) return undefined
    entries.push([name, literal])
  }
  return Object.fromEntries(entries)
}
