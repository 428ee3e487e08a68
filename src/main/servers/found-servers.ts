import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { readFile } from '#main/skills/read-file'
import { isObject, type Json, type JsonObject } from '#shared/json'
import type { FoundServer } from '#shared/skill/mcp-server'
import { type Addition, isServer, lineOfEntry, toAddition } from './add-servers.ts'

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
    return isObject(value) ? value : {}
  } catch {
    // A file that its own program cannot read contains no servers.
    return {}
  }
}

const STRINGS_AND_COMMENTS = /"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const STRINGS_AND_LAST_COMMAS = /"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g

/** JSON with comments and trailing commas, as editors write it. */
function parseLoosely(text: string): Json {
  const keepStrings = (piece: string) => (piece.startsWith('"') ? piece : '')
  const bare = text.replace(/^\uFEFF/, '').replace(STRINGS_AND_COMMENTS, keepStrings)
  return JSON.parse(bare.replace(STRINGS_AND_LAST_COMMAS, keepStrings)) as Json
}

/** Goose's extensions that are servers. For a key in goose's own store, the person is asked. */
function listExtensions(root: JsonObject): JsonObject {
  const extensions = Object.entries(under('extensions')(root)).flatMap(([name, given]) => {
    if (!isObject(given)) return []
    const { cmd, args = [], envs, env_keys: keys, uri, headers } = given
    const kept = Array.isArray(keys) ? keys.map((key) => [String(key), `\${secret:${name}.${String(key)}}`]) : []
    const env = { ...Object.fromEntries(kept), ...(isObject(envs) && envs) }
    return [
      [name, typeof uri === 'string' ? { url: uri, headers: headers ?? {} } : { command: cmd ?? null, args, env }],
    ]
  })
  return Object.fromEntries(extensions)
}
