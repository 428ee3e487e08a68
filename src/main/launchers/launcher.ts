import type { Grants, ProcessAction } from '#shared/call/action'
import type { JsonObject } from '#shared/json'

/** What an interpreter runs: a reviewed file, or code inside one. */
export interface Entry {
  path: string
  /** Of the whole file. */
  sha256: string
  /** The code itself. Deno receives it as text; the others read the file and compare its hash. */
  code: string
  /** If the name of the file does not tell. */
  language?: 'javascript' | 'typescript'
}

export interface LaunchOptions {
  /** `function`: calls a function of the file, which returns JSON. `script`: runs the file, which prints. */
  mode: 'function' | 'script'
  /** The folder the tool works in. */
  project: string
  /**
   * How a script receives its arguments as well: as `--params JSON --project-path FOLDER`, as `--name value` each, or
   * as these words.
   */
  argv?: 'params' | 'options' | readonly string[]
  /** Enforced by Deno itself; the others need a sandbox for it. */
  grants?: Pick<Grants, 'read' | 'write' | 'hosts' | 'inner'>
  /** Deno limits the heap of its engine. */
  memoryMb?: number
  /** What a function in Deno receives besides its arguments. */
  context?: JsonObject
  /** It may make requests while it runs and receives its secrets when it starts; see `Opening`. */
  opens?: boolean
}

/** The second line that such a program reads. The key marks its requests and its result. */
export interface Opening {
  /** Random for each run. */
  key: string
  secrets: Readonly<Record<string, string>>
  /** What the tool reads as `context.request`. */
  request: JsonObject
}

/** Everything needed to start it, made without looking at the disk. */
export interface Launch {
  args: string[]
  stdin: string
  /** Added to the environment that every program gets. */
  env: Readonly<Record<string, string>>
  /** `result`: a separate pipe, the output, or the line of output with this mark. */
  entry: Pick<NonNullable<ProcessAction['entry']>, 'launcher' | 'path' | 'sha256' | 'result'>
}

/** For the wrappers of Node and Deno: ends a run early, and converts values to JSON. `end` is their own. */
export const FAIL = `const fail = (code, values) => end(stringify({ ...values, ok: false, code }), 1)
const plain = (_, value) => {
  if (typeof value === 'number' && value - value !== 0) throw new TypeError('the number ' + value)
  return value instanceof Set ? [...value] : value instanceof Map ? Object.fromEntries(value) : value
}`

/** A job is loaded from a data: address. */
const DATA_ADDRESS = String.raw`/data:(?:application|text)\/\w+;(?:base64|charset=utf-8),\S*?(?=:\d+:\d+|\s|$)/g`

/** Reports what was thrown, with the path of the file instead of the address that it was loaded from. */
export const tellThrown = (address = DATA_ADDRESS, path = 'job.path') => String.raw`catch (error) {
  const isObject = typeof error === 'object' && error !== null
  const write = () => { try { return stringify(error) } catch { return String(error) } }
  const { name = typeof error, message = isObject ? write() : String(error), stack = '' } = isObject ? error : {}
  const clean = (text) => String(text).replaceAll(/\x1b\[[0-9;]*m/g, '').replaceAll(${address}, () => ${path})
  const isOurs = (line) => /data:application|\[eval|node:internal|ext:/.test(line)
  const frames = clean(stack).split('\n').filter((line) => /^ +at /.test(line) && !isOurs(line))
  fail('threw', { name: String(name), message: clean(message), stack: frames.join('\n') })
}`

/** The end of the wrappers for Node and Deno: the value as JSON, or why it cannot be. */
export const GIVE_RESULT = String.raw`if (typeof value === 'function' || typeof value === 'symbol') fail('not-json', { reason: 'a ' + typeof value })
let document
try {
  document = stringify({ ok: true, value: value ?? null }, plain)
} catch (error) {
  fail('not-json', { reason: String(error?.message).split('\n')[0] })
}
end(document, 0)
`
