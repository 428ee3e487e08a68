import type { SkillFile } from '#main/formats/format'
import { BINARY_NAME } from '#main/formats/names'
import { inside, type Place, report } from '#main/formats/place'
import { isObject, type Json, type JsonObject, toText } from '#shared/json'
import { HTTP_METHODS, type HttpMethod, type HttpSpec } from '#shared/skill/http-spec'
import type { McpServer, NamedText, SecretText } from '#shared/skill/mcp-server'
import type { SharedItem } from '#shared/skill/skill'
import type { CodeRuntime, McpRuntime, ProgramRuntime, Runtime } from '#shared/skill/tool'
import type { Engine } from './executors.ts'
import type { Item } from './item.ts'

interface Making {
  place: Place
  item: Item
  engine: Engine
  config: JsonObject
  params: readonly string[]
  files: ReadonlyMap<string, SkillFile>
  skill: string
  /** Finds another file by its identity. */
  find(id: string): SharedItem | null
  /** It declares that it needs the network. */
  network: boolean
}

/** How the tool runs. Null and a diagnostic if it cannot. */
export function makeRuntime(making: Making): Runtime | null {
  const { item, engine, config } = making
  const kind = typeof config.command === 'string' && engine !== 'docker' && engine !== 'http' ? 'command' : engine
  if (kind === 'docker') return makeDocker(making)
  if (kind === 'http') return makeHttp(making)
  if (kind === 'mcp') return makeMcp(making)
  if (typeof config.command === 'string') return makeProgram(making)
  if (item.language === 'bash') return makeCode(making, 'bash', 'script')
  if (item.language === 'python') return makePython(making)
  if (item.language === 'node') return makeNode(making)
  return report(making.place, 'warning', 'NO_RUNTIME', 'rye-nothing-to-run', 'rye-add-command')
}

const lackFunction = ({ place }: Making): null =>
  report(place, 'warning', 'NO_RUNTIME', 'rye-no-function', 'rye-add-function')

function makePython(making: Making): CodeRuntime | null {
  const { item, engine } = making
  const isScript = engine === 'python/script' || engine === 'command' || (engine === 'python' && item.runsItself)
  const canBeCalled = item.functions.has('execute') || item.functions.has('main')
  if (!isScript && !canBeCalled) return lackFunction(making)
  if (!isScript) return makeCode(making, 'python', 'function')
  return makeCode(making, 'python', 'script', item.text.includes('--params') ? 'params' : undefined)
}

function makeNode(making: Making): CodeRuntime | null {
  const { item } = making
  if (!item.runsItself) {
    const canBeCalled = ['execute', 'default', 'main'].some((name) => item.functions.has(name))
    const isCommon = /\bmodule\.exports\b|\bexports\./.test(item.text)
    return canBeCalled || isCommon ? makeCode(making, 'node', 'function') : lackFunction(making)
  }
  if (/\byargs\b/.test(item.text)) return makeCode(making, 'node', 'script', 'options')
  const takesParams = /--params|['"]?params['"]?\s*:\s*\{/.test(item.text)
  return makeCode(making, 'node', 'script', takesParams ? 'params' : undefined)
}

function makeCode(
  { item, files }: Making,
  launcher: CodeRuntime['launcher'],
  mode: CodeRuntime['mode'],
  argv?: CodeRuntime['argv'],
): CodeRuntime {
  const { file, sha256 } = item
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const isBeside = (name: string) => ['.py', '/__init__.py'].some((end) => files.has(`${folder}${name}${end}`))
  return {
    ...{ kind: 'code', launcher, entry: { file, sha256 }, mode },
    ...(argv && { argv }),
    ...(item.imports.some((name) => !isBeside(name)) && { importsPackages: true }),
  }
}

/**
 * A command line from the tool's configuration. A script next to the file, or the file itself, belongs to the skill.
 */
function makeProgram(making: Making): ProgramRuntime | null {
  const { item, config, files } = making
  const program = config.command === 'python' ? 'python3' : toText(config.command)
  const args = listTexts(making, 'args', config.args)
  const env = readEnv(making)
  if (args === null || env === null) return null
  if (!BINARY_NAME.test(program)) {
    const at = configAt(making, 'command')
    return report(at, 'error', 'BINARY_NAME', 'rye-command-not-name', 'write-program-name-alone', { program })
  }
  // The file's own path fills a whole argument only.
  tellUnknown(making, namesIn(args.filter((arg) => arg !== '{tool_path}')), FOLDERS)
  const folder = item.file.slice(0, item.file.lastIndexOf('/') + 1)
  const fileOf = (arg = '') => (arg === '{tool_path}' ? item.file : `${folder}${arg.replace(/^(?:\.\/)+/, '')}`)
  const index = args.findIndex((arg) => files.has(fileOf(arg)))
  const file = fileOf(args[index])
  const script = files.get(file)
  return {
    ...{ kind: 'program', program, args },
    ...(Object.keys(env).length > 0 && { env }),
    ...(script && { script: { index, file, sha256: script.sha256 } }),
  }
}

const FOLDERS = ['project_path', 'tool_dir']
const IMAGE = /^[a-z0-9][\w./:@-]{0,254}$/

/** Entry point, names of the environment, image, command and arguments, in this order. No network unless granted. */
function makeDocker(making: Making): ProgramRuntime | null {
  const { config, network } = making
  const { image, entrypoint, command } = config
  const args = listTexts(making, 'args', config.args)
  const env = Array.isArray(config.env) ? {} : (readEnv(making) ?? {})
  const names = Array.isArray(config.env) ? listTexts(making, 'env', config.env) : Object.keys(env)
  if (typeof image !== 'string' || !IMAGE.test(image) || args === null || names === null) {
    return report(configAt(making, 'image'), 'error', 'FIELD_TYPE', 'rye-image-missing', 'rye-write-image')
  }
  tellUnknown(making, namesIn([entrypoint ?? null, command ?? null, ...args]), FOLDERS)
  return {
    ...{ kind: 'program', program: 'docker', image },
    args: [
      ...['run', '--rm', '-i', '--network', network ? 'bridge' : 'none'],
      ...(typeof entrypoint === 'string' ? ['--entrypoint', entrypoint] : []),
      ...names.flatMap((name) => ['--env', name]),
      image,
      ...(typeof command === 'string' ? [command] : []),
      ...args,
    ],
    ...(Object.keys(env).length > 0 && { env }),
    ...(Array.isArray(config.env) && { passes: names.filter((name) => ENV_NAME.test(name)) }),
  }
}

const configAt = ({ place }: Making, name: string): Place => inside(inside(place, 'config'), name)

function listTexts(making: Making, at: string, value: Json | undefined): string[] | null {
  const list = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
  if (list.every((each) => typeof each === 'string' || typeof each === 'number')) return list.map(toText)
  return report(configAt(making, at), 'error', 'FIELD_TYPE', 'rye-list-of-texts', 'rye-write-list-of-texts')
}

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

function readEnv(making: Making): Record<string, string> | null {
  const { env = {} } = making.config
  if (Array.isArray(env)) {
    reportEnv(inside(making.place, 'config'), 'warning')
    return {}
  }
  const isGood =
    isObject(env) && Object.entries(env).every(([name, value]) => ENV_NAME.test(name) && typeof value !== 'object')
  if (isGood) return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, toText(value)]))
  return reportEnv(inside(making.place, 'config'), 'error')
}

const reportEnv = (config: Place, severity: 'error' | 'warning') =>
  report(inside(config, 'env'), severity, 'FIELD_TYPE', 'rye-env-not-texts', 'rye-write-env')

const namesIn = (value: Json): string[] =>
  [...JSON.stringify(value).matchAll(/\{([\w.-]+)\}/g)].map(([, name = '']) => name)

/** Places that neither a parameter nor Skillet fills. */
function tellUnknown({ place, params }: Making, named: readonly string[], ours: readonly string[]): string[] {
  const unknown = [...new Set(named)].filter((name) => !params.includes(name) && !ours.includes(name))
  const names = unknown.join(', ')
  const at = inside(place, 'config')
  if (names !== '') report(at, 'warning', 'PARAM_NOT_IN_SCHEMA', 'rye-place-unknown', 'rye-declare-place', { names })
  return unknown
}

/** Places without a parameter stay as they are; `{request_id}` is filled for each call. */
function makeHttp(making: Making): Runtime | null {
  const { place, config, params } = making
  const { url, method = 'GET', headers = {}, body } = config
  const verb = toText(method).toUpperCase() as HttpMethod
  if (typeof url !== 'string' || !HTTP_METHODS.includes(verb) || !isObject(headers)) {
    const [at, methods] = [inside(place, 'config'), HTTP_METHODS.join(', ')]
    return report(at, 'error', 'FIELD_TYPE', 'rye-http-incomplete', 'rye-write-http', { methods })
  }
  const named = namesIn([url, headers, body ?? null])
  const unknown = tellUnknown(making, named, ['request_id'])
  const fixed = Object.fromEntries(unknown.map((name) => [name, `{${name}}`]))
  const hasOwnId = named.includes('request_id') && !params.includes('request_id')
  const spec: HttpSpec = {
    ...{ method: verb, url },
    headers: Object.entries(headers).map(([name, value]) => ({
      name,
      value: [{ text: [value].flat().map(toText).join() }],
    })),
    body: body === undefined || body === null ? { type: 'none' } : { type: 'json', value: body },
    ...(unknown.length > 0 && { fixed }),
    ...(hasOwnId && { callId: 'request_id' }),
  }
  return { kind: 'http', spec }
}

/**
 * A tool of a server that another file defines. Its schema is in the reviewed file, so the server's list is not
 * compared.
 */
function makeMcp({ place, config, skill, find, network }: Making): McpRuntime | null {
  const { server: id, tool_name: tool } = config
  const found = typeof id === 'string' ? find(id) : null
  const start = found && typeof tool === 'string' ? readStart(found.fields.config, network) : null
  const { env } = isObject(found?.fields.config) ? found.fields.config : {}
  if (start?.kind === 'command' && !isObject(env ?? {})) reportEnv(inside(inside(place, 'config'), 'server'), 'warning')
  if (found && start && typeof tool === 'string') {
    return { kind: 'mcp', server: { skill, name: found.id.replaceAll('/', '_'), start }, tool, listed: '' }
  }
  const server = typeof id === 'string' ? id : ''
  const at = inside(inside(place, 'config'), 'server')
  return report(at, 'error', 'EXECUTOR', 'rye-server-missing', 'rye-write-server', { server })
}

function readStart(config: Json | undefined, network: boolean): McpServer['start'] | null {
  if (!isObject(config)) return null
  const { url, headers, command, args = [], env } = config
  if (typeof url === 'string') return { kind: 'address', url, headers: readTexts(headers) }
  if (typeof command !== 'string' || !Array.isArray(args)) return null
  return { kind: 'command', command, args: args.map(toText), env: readTexts(env), folders: [], network }
}

const readTexts = (value: Json | undefined): NamedText[] =>
  Object.entries(isObject(value) ? value : {}).map(([name, text]) => ({
    name,
    value: splitSecrets([text].flat().map(toText).join()),
  }))

/** `${NAME}` is a secret of that name. The environment is never used. */
const splitSecrets = (text: string): SecretText =>
  text.split(/(\$\{[A-Za-z_]\w*\})/).flatMap((part): SecretText => {
    const secret = /^\$\{(\w+)\}$/.exec(part)?.[1]
    return secret !== undefined ? [{ secret }] : part === '' ? [] : [{ text: part }]
  })
