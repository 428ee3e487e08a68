import { existsSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { holderOf } from '#main/calls/callable'
import { writeFile } from '#main/data-folder/write-file'
import { MCP_FILE } from '#main/formats/mcp/read-mcp'
import type { KeyStore } from '#main/secrets/key-store'
import { explainError, readFile } from '#main/skills/read-file'
import { type Answer, refuse, type SkillPorts } from '#main/trust/change-skills'
import { isObject, type Json, type JsonObject, parseJson, toText } from '#shared/json'
import { message } from '#shared/messages/message'
import type { FoundServer } from '#shared/skill/mcp-server'

const LONGEST_TEXT = 100_000

type Keeping = { secrets: KeyStore }

/** For servers that a person typed or pasted. */
export async function addServers(text: string, ports: SkillPorts & Keeping): Promise<Answer<{ skills: string[] }>> {
  const additions = text.length > LONGEST_TEXT ? null : readAddition(text)
  return additions ? keepServers(additions, ports) : refuse('SERVER_UNREADABLE', message('server-text-unreadable'))
}

/**
 * Makes a skill of each server; none starts before it is reviewed. Secrets go to the key store, and the folder contains
 * only their names.
 */
export async function keepServers(
  additions: readonly Addition[],
  ports: SkillPorts & Keeping,
): Promise<Answer<{ skills: string[] }>> {
  const { home, secrets, restock } = ports
  const missing = secrets.missing()
  if (missing && additions.some((each) => each.secrets.length > 0)) return refuse('SERVER_UNREADABLE', missing)
  const skills: string[] = []
  for (const given of additions) {
    const skill = freeName(given.name, ports)
    const addition = skill === given.name ? given : renameSecrets(given, skill)
    try {
      await mkdir(join(home, 'skills', skill), { recursive: true, mode: 0o700 })
      // Its tools are named after it, so two servers of one name would have the same tools.
      const content = { mcpServers: { [skill]: addition.entry } }
      await writeFile(join(home, 'skills', skill, MCP_FILE), [`${JSON.stringify(content, null, 2)}\n`])
    } catch (error) {
      return refuse('SKILL_NOT_KEPT', message('subject-problem', { file: skill, problem: explainError(error) }))
    }
    skills.push(skill)
    await restock()
    const problem = await keepSecrets(skill, addition, ports)
    if (problem) return refuse('SERVER_UNREADABLE', problem)
  }
  return { ok: true, value: { skills } }
}

function freeName(name: string, { home, registry }: SkillPorts): string {
  const isTaken = (each: string) =>
    existsSync(join(home, 'skills', each)) || registry().skills.some((skill) => skill.name === each)
  if (!isTaken(name)) return name
  let count = 2
  while (isTaken(`${name}-${count}`)) count += 1
  return `${name}-${count}`
}

/** Each secret is granted to the server as written. A different command or address is a different server. */
async function keepSecrets(skill: string, addition: Addition, { registry, secrets }: SkillPorts & Keeping) {
  const server = registry().skills.find(({ name }) => name === skill)?.servers?.[0]
  for (const { name, value } of addition.secrets) {
    const problem = await secrets.set(name, value)
    if (problem) return problem
    if (server) await secrets.grant(name, holderOf(server))
  }
  return null
}

/** Another server of the same name keeps its own values. */
function renameSecrets({ name, entry, secrets }: Addition, skill: string): Addition {
  const renamed = secrets.map((secret) => ({ ...secret, name: nameSecret(skill, secret.name.slice(name.length + 1)) }))
  const text = secrets.reduce(
    (text, { name }, at) => text.replaceAll(placeOf(name), placeOf(renamed[at]?.name ?? name)),
    JSON.stringify(entry),
  )
  return { name, entry: JSON.parse(text) as JsonObject, secrets: renamed }
}

const placeOf = (secret: string) => `\${secret:${secret}}`

const nameSecret = (server: string, key: string) =>
  `${server}.${key}`
    .replace(/[^\w.-]/g, '_')
    .replace(/^[^A-Za-z_]/, '_')
    .slice(0, 64)

/** A server that a person named, in the form of mcp.json and without its secrets. */
interface Addition {
  name: string
  entry: JsonObject
  secrets: { name: string; value: string }[]
}

const SECRET_NAME = /key|token|secret|pass|auth|credential/i
const LISTS = ['mcpServers', 'servers', 'context_servers', 'mcp']
const KEPT = ['command', 'args', 'env', 'url', 'headers', 'folders', 'network']
/** These only fetch and start a package, so the package's name says more. */
const STARTERS = /^(?:npx|uvx|bunx|pnpx|node|python3?|deno|docker)$/

/** Reads an address, a command line, or another program's JSON. Null if it is none of these. */
export function readAddition(text: string): Addition[] | null {
  const given = text.trim()
  if (given === '') return null
  if (/^https?:\/\//i.test(given)) return [toAddition(nameOfAddress(given), { url: given })]
  const value = parseLoosely(given) ?? parseLoosely(`{${given}}`)
  if (!given.startsWith('{') && !isObject(value)) {
    const [command, ...args] = splitWords(given)
    return command === undefined ? null : [toAddition(nameOfCommand(command, args), { command, args })]
  }
  if (!isObject(value)) return null
  const list = LISTS.map((key) => value[key]).find(isObject) ?? (isServer(value) ? null : value)
  const entries = list === null ? [[nameOfEntry(value), value] as const] : Object.entries(list)
  const servers = entries.flatMap(([name, entry]) =>
    isObject(entry) && isServer(entry) ? [toAddition(name, entry)] : [],
  )
  return servers.length > 0 ? servers : null
}

/** On one line: what is started, or its address. */
const lineOfEntry = ({ url, command, args }: JsonObject): string =>
  typeof url === 'string' ? url : [command, ...(Array.isArray(args) ? args : [])].join(' ')

const isServer = ({ command, url, serverUrl }: JsonObject) =>
  [command, url, serverUrl].some((each) => typeof each === 'string')

function toAddition(named: string, given: JsonObject): Addition {
  const name =
    named
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+|-+$/g, '')
      .slice(0, 48) || 'server'
  const secrets: Addition['secrets'] = []
  const hide = (value: Json | undefined, isHeader: boolean): Json => {
    if (!isObject(value)) return {}
    const fields = Object.entries(value).map(([key, each]) => {
      const text = typeof each === 'string' ? each : toText(each)
      if (!(isHeader || SECRET_NAME.test(key)) || text === '' || text.includes('${')) return [key, text]
      const secret = nameSecret(name, key)
      const [, scheme = '', rest = text] = /^(Bearer |Basic |Token )?(.*)$/is.exec(text) ?? []
      secrets.push({ name: secret, value: rest })
      return [key, `${scheme}${placeOf(secret)}`]
    })
    return Object.fromEntries(fields)
  }
  const { serverUrl, ...rest } = given
  const entry: JsonObject = Object.fromEntries(Object.entries(rest).filter(([key]) => KEPT.includes(key)))
  if (typeof serverUrl === 'string') entry.url = serverUrl
  if (entry.env !== undefined) entry.env = hide(entry.env, false)
  if (entry.headers !== undefined) entry.headers = hide(entry.headers, true)
  // A folder among the arguments is where the server should work; the review shows it.
  const folders = Array.isArray(entry.args) ? entry.args.filter(isFolder) : []
  if (entry.folders === undefined && folders.length > 0) entry.folders = folders
  return { name, entry, secrets }
}

const isFolder = (arg: Json): arg is string =>
  typeof arg === 'string' && isAbsolute(arg) && arg.length > 1 && existsSync(arg) && statSync(arg).isDirectory()

function nameOfEntry({ name, command, args, url }: JsonObject): string {
  if (typeof name === 'string') return name
  if (typeof url === 'string') return nameOfAddress(url)
  return nameOfCommand(toText(command), Array.isArray(args) ? args.filter((each) => typeof each === 'string') : [])
}

const nameOfAddress = (url: string) => URL.parse(url)?.hostname.replace(/^(?:www|mcp|api)\./, '') ?? 'server'

function nameOfCommand(command: string, args: readonly string[]): string {
  const bare = (text: string) => text.split(/[\\/]/).at(-1) ?? ''
  const telling = STARTERS.test(bare(command)) ? args.find((each) => !each.startsWith('-')) : command
  return bare((telling ?? command).replace(/(.)@[^/@]*$/, '$1')).replace(/^(?:mcp-)?server-|\.\w+$/g, '')
}

/** Splits words as a shell would, without anything else that a shell does. */
function splitWords(line: string): string[] {
  const words = line.match(/(?:[^\s"']+|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? []
  return words.map((word) =>
    word.replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_all, double?: string, single?: string) => single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
    ),
  )
}

const MOST_BYTES = 1024 * 1024

export interface Computer {
  personHome: string
  env: NodeJS.ProcessEnv
  platform: NodeJS.Platform
}

/** The servers in other programs' configuration, read now. Their secrets stay in this process. */
export async function findServers(computer: Computer): Promise<(FoundServer & { addition: Addition })[]> {
  const found = await Promise.all(
    listConfigurations(computer).map(async ({ program, file, list }) => {
      const servers = list(await readConfiguration(file))
      return Object.entries(servers).flatMap(([name, entry]) => {
        if (!isObject(entry) || !isServer(entry)) return []
        const addition = toAddition(name, entry)
        const line = lineOfEntry(addition.entry)
        return [{ program, name, file, line, secrets: addition.secrets.map((secret) => secret.name), addition }]
      })
    }),
  )
  return found.flat()
}

const under =
  (key: string) =>
  (root: JsonObject): JsonObject =>
    isObject(root[key]) ? root[key] : {}

function listConfigurations({ personHome, env, platform }: Computer) {
  const roaming = env.APPDATA ?? join(personHome, 'AppData', 'Roaming')
  const linux = env.XDG_CONFIG_HOME || join(personHome, '.config')
  const support = { darwin: join(personHome, 'Library', 'Application Support'), win32: roaming }
  const config = support[platform as keyof typeof support] ?? linux
  const goose = platform === 'win32' ? join(roaming, 'Block', 'goose', 'config') : join(linux, 'goose')
  return [
    {
      program: 'Claude Desktop',
      file: join(config, 'Claude', 'claude_desktop_config.json'),
      list: under('mcpServers'),
    },
    { program: 'Cursor', file: join(personHome, '.cursor', 'mcp.json'), list: under('mcpServers') },
    { program: 'VS Code', file: join(config, 'Code', 'User', 'mcp.json'), list: under('servers') },
    { program: 'LM Studio', file: join(personHome, '.lmstudio', 'mcp.json'), list: under('mcpServers') },
    { program: 'goose', file: join(goose, 'config.yaml'), list: listExtensions },
  ]
}

async function readConfiguration(file: string): Promise<JsonObject> {
  const read = await readFile(file, MOST_BYTES)
  if (!read.ok) return {}
  const text = new TextDecoder().decode(read.bytes)
  try {
    const value = file.endsWith('.yaml') ? (parseYaml(text, { maxAliasCount: 10 }) as Json) : parseLoosely(text)
    // A file that its own program cannot read contains no servers.
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const STRINGS_AND_COMMENTS = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const STRINGS_AND_LAST_COMMAS = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g

/** JSON with comments and trailing commas, as editors write it; undefined if it is none. */
function parseLoosely(text: string): Json | undefined {
  const keepStrings = (piece: string) => (piece.startsWith('"') ? piece : '')
  const bare = text.replace(/^\uFEFF/, '').replace(STRINGS_AND_COMMENTS, keepStrings)
  return parseJson(bare.replace(STRINGS_AND_LAST_COMMAS, keepStrings))
}

/** Goose's extensions that are servers. For a key in goose's own store, the person is asked. */
function listExtensions(root: JsonObject): JsonObject {
  const extensions = Object.entries(under('extensions')(root)).flatMap(([name, given]) => {
    if (!isObject(given)) return []
    const { cmd, args = [], envs, env_keys: keys, uri, headers } = given
    const kept = Array.isArray(keys) ? keys.map((key) => [toText(key), `\${secret:${name}.${toText(key)}}`]) : []
    const env = { ...Object.fromEntries(kept), ...(isObject(envs) && envs) }
    const isAddress = typeof uri === 'string'
    return [[name, isAddress ? { url: uri, headers: headers ?? {} } : { command: cmd ?? null, args, env }]]
  })
  return Object.fromEntries(extensions)
}
