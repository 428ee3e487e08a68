import { countMarks, parseYaml } from '#main/formats/frontmatter'
import { readJson } from '#main/formats/json-scan'
import { quote } from '#main/formats/place'
import { readConstants } from '#main/formats/read-constants'
import { isObject, type Json, type JsonObject, mergeDeep, ownOf, parseJson } from '#shared/json'
import { asReported, type Message, message } from '#shared/messages/message'
import type { ConfigRequest } from '#shared/skill/tool'
import type { PythonAnswer, PythonFunction } from './python-reader.ts'

export type Language = 'python' | 'node' | 'yaml' | 'bash' | 'toml' | 'json'

/** If two files have the same identity, the first in this order counts. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  ...{ py: 'python', ts: 'node', mjs: 'node', js: 'node', cjs: 'node' },
  ...{ yaml: 'yaml', yml: 'yaml', sh: 'bash', toml: 'toml', json: 'json' },
}

interface Fault {
  line: number
  key: string
}

/** What one file of tools/ declares, under the field names of the YAML form. */
export interface Item {
  file: string
  /** Its path below tools/ without the extension. */
  id: string
  language: Language
  text: string
  sha256: string
  fields: JsonObject
  /** Fields whose value is not a literal: the line, and the place in the value. */
  faults: Readonly<Record<string, Fault>>
  annotated: readonly string[]
  /** Why the whole file is unusable. */
  fault?: Message
  /** For code: the functions that can be called. */
  functions: ReadonlyMap<string, PythonFunction | null>
  /** Modules that are not part of its language. */
  imports: readonly string[]
  /** It does its work when it is started. */
  runsItself: boolean
}

/** `__tool_description__` becomes `description`, `CONFIG_SCHEMA` becomes `config_schema`. */
export function fieldOf(name: string): string | null {
  if (/^(?:CONFIG|ENV_CONFIG|CONFIG_SCHEMA|CONFIG_RESOLVE)$/.test(name)) return name.toLowerCase()
  const inner = /^__([a-z]\w*?)__$/.exec(name)?.[1] ?? null
  return inner === 'tool_description' ? 'description' : inner
}

export type Source = Pick<Item, 'file' | 'id' | 'language' | 'text' | 'sha256'>

const NOTHING = {
  ...{ fields: {}, faults: {}, annotated: [], functions: new Map(), imports: [], runsItself: false },
} as const

const DIRECT = /^(?:doc|name|file|all|author|annotations)$/

type Named = Iterable<readonly [string, { line: number; value?: Json; key?: string }]>

/** By the names of fields; of a name without a value, why it has none. */
function readNamed(named: Named): Pick<Item, 'fields' | 'faults'> {
  const [fields, faults]: [JsonObject, Record<string, Fault>] = [{}, {}]
  for (const [name, { line, value, key = '' }] of named) {
    const field = fieldOf(name)
    if (field === null || DIRECT.test(field)) continue
    if (value === undefined) faults[field] = { line, key }
    else fields[field] = value
  }
  return { fields, faults }
}

export function fromPython(source: Source, answer: PythonAnswer): Item {
  if ('fault' in answer) return withProblem(source, quote(answer.fault.problem), answer.fault.line)
  return {
    ...{ ...source, ...NOTHING, ...readNamed(Object.entries({ ...answer.constants, ...answer.faults })) },
    annotated: answer.annotated.flatMap((name) => fieldOf(name) ?? []),
    functions: new Map(Object.entries(answer.functions)),
    imports: answer.imports,
    runsItself: answer.hasBlock,
  }
}

const BARE_MODULE = /\b(?:require\(|from|import)\s*(?:\(\s*)?['"](?!node:)([^.'"/][^'"]*)['"]/g

/** Signs of a module that does its work when it is started. */
const SELF_RUNNING = /process\.argv|\bparseArgs\b|require\.main|import\.meta\.main/

export function fromScript(source: Source): Item {
  const reading = readConstants(source.text, source.file.endsWith('.ts') ? 'ts' : 'js')
  if ('fault' in reading) return withProblem(source, quote(reading.fault.problem), reading.fault.line)
  const { fields, faults } = readNamed(reading.constants)
  const functions = new Map([...reading.functions].map((name) => [name, null]))
  if (reading.hasDefault) functions.set('default', null)
  return {
    ...{ ...source, ...NOTHING, faults, functions, fields: { ...readTags(reading.comment ?? ''), ...fields } },
    imports: [...source.text.matchAll(BARE_MODULE)].map(([, name = '']) => name),
    runsItself: SELF_RUNNING.test(source.text),
  }
}

/** The tags of a JSDoc comment. */
function readTags(comment: string): JsonObject {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
  const tags = lines.flatMap((line) => {
    const [, name = '', value = ''] = /^@([a-z_]+)\s+(.*)$/s.exec(line) ?? []
    return name === '' ? [] : [[name, value]]
  })
  return Object.fromEntries(tags) as JsonObject
}

/** Reads YAML, and JSON with the same fields. */
export function fromYaml(source: Source): Item {
  if (source.language === 'json') {
    const { value, diagnostics } = readJson(source.file, Buffer.from(source.text))
    const problem = diagnostics.find(({ severity }) => severity === 'error')?.message
    return problem ? withProblem(source, problem) : fromFields(source, value)
  }
  if (source.text.length > MOST_YAML_CHARS || countMarks(source.text) > MOST_MARKS) {
    return withProblem(source, message('rye-yaml-too-complex', { chars: MOST_YAML_CHARS, marks: MOST_MARKS }))
  }
  const outcome = parseYaml(source.text)
  return 'problem' in outcome ? withProblem(source, outcome.problem) : fromFields(source, outcome.value)
}

const TABLE = /^\[([\w-]+(?:\.[\w-]+){0,63})\]$/
const PAIR = /^(?:"([^"\\]+)"|([\w-]+))\s*=\s*(.+)$/

/** Reads the part of TOML that configuration uses: tables, and keys with a value on one line. */
export function fromToml(source: Source): Item {
  const fields: JsonObject = {}
  let table = fields
  for (const [index, text] of source.text.split('\n').entries()) {
    const line = text.trim()
    if (line === '' || line.startsWith('#')) continue
    const names = TABLE.exec(line)?.[1]?.split('.')
    if (names) {
      table = fields
      for (const name of names) table = openTable(table, name)
      continue
    }
    const [, quoted, plain, written = ''] = PAIR.exec(line) ?? []
    const name = quoted ?? plain
    const value = name === undefined || name === '__proto__' ? undefined : readTomlValue(written)
    if (name === undefined || value === undefined || Object.hasOwn(table, name)) {
      return withProblem(source, message('rye-toml-line'), index + 1)
    }
    table[name] = value
  }
  return { ...source, ...NOTHING, fields }
}

function openTable(table: JsonObject, name: string): JsonObject {
  const inner = ownOf(table, name)
  if (isObject(inner)) return inner
  const made: JsonObject = {}
  if (name !== '__proto__') table[name] = made
  return made
}

/** Undefined for any other kind of value, or one over several lines. */
function readTomlValue(written: string): Json | undefined {
  const literal = /^'([^']*)'\s*(?:#.*)?$/.exec(written)?.[1]
  if (literal !== undefined) return literal
  // Up to the first mark of a comment outside a text, or a text that is not closed.
  const [bare = ''] = /^(?:[^"#]+|"(?:[^"\\]|\\.)*")*/.exec(written) ?? []
  if (written.length > bare.length && written[bare.length] !== '#') return undefined
  return parseJson(bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*\])/g, (_, text) => text ?? ''))
}

const MOST_YAML_CHARS = 128 * 1024
const MOST_MARKS = 8000

function withProblem(source: Source, problem: Message | string, line?: number): Item {
  const whole = typeof problem === 'string' ? asReported(problem) : problem
  const fault = line === undefined ? whole : message('problem-in-line', { line, problem })
  return { ...source, ...NOTHING, fault }
}

const fromFields = (source: Source, fields: unknown): Item =>
  isObject(fields) ? { ...source, ...NOTHING, fields } : withProblem(source, message('rye-not-fields'))

/** Reads `# @version 1.0.0` and `# @param name:type required "what it is"`, or YAML between two lines `# ---`. */
export function fromShell(source: Source): Item {
  const header: string[] = []
  for (const line of source.text.split('\n')) {
    if (!/^(?:#|\s*$)/.test(line)) break
    header.push(line.replace(/^#!.*/, '').replace(/^# ?/, '').trimEnd())
  }
  const [start, end] = header.flatMap((line, index) => (line.trim() === '---' ? [index] : []))
  if (start !== undefined && end !== undefined) {
    const text = header.map((line, at) => (at > start && at < end ? line : '')).join('\n')
    return { ...fromYaml({ ...source, text }), text: source.text }
  }
  const fields: JsonObject = readTags(header.filter((line) => !line.startsWith('@param ')).join('\n'))
  const parameters = header.flatMap((line): Json[] => {
    const [, name, type = 'string', required, description = ''] =
      /^@param\s+([\w-]+)(?::(\w+))?(\s+required)?(?:\s+"?(.*?)"?)?$/s.exec(line) ?? []
    return name === undefined ? [] : [{ name, type, required: required !== undefined, description }]
  })
  return { ...source, ...NOTHING, fields: { ...fields, ...(parameters.length > 0 && { parameters }) } }
}

/** One configuration file; null if it has no fields. */
export function parseConfig(file: string, text: string): JsonObject | null {
  const language = LANGUAGES[file.slice(file.lastIndexOf('.') + 1)] ?? 'yaml'
  const source = { file, id: '', language, text, sha256: '' }
  const { fault, fields } = language === 'toml' ? fromToml(source) : fromYaml(source)
  return fault ? null : fields
}

/**
 * Merges the layers system, user and project; later layers win, and their `extends` is dropped, because the layer is
 * already merged. Missing layers are null.
 */
export function mergeConfig(mode: ConfigRequest['mode'], layers: readonly (JsonObject | null)[]): JsonObject {
  const found = layers.filter((layer) => layer !== null)
  if (mode === 'first_match') return found.at(-1) ?? {}
  return found.reduce<JsonObject>((base, layer) => mergeDeep(base, layer, 'extends'), {})
}
