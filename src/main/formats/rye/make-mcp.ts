import { inside, report } from '#main/formats/place'
import { isObject, type Json, type JsonObject } from '#shared/json'
import type { McpServer, NamedText, SecretText } from '#shared/skill/mcp-server'
import type { McpRuntime } from '#shared/skill/tool'
import type { Making } from './build-tool.ts'

/**
 * A tool of a server that another file defines. Its schema is in the reviewed file, so the server's list is not
 * compared.
 */
export function makeMcp({ place, config, skill, find, network }: Making): McpRuntime | null {
  const { server: id, tool_name: tool } = config
  const found = typeof id === 'string' ? find(id) : null
  const start = found && typeof tool === 'string' ? readStart(found.fields.config, network) : null
  if (found && start && typeof tool === 'string') {
    return { kind: 'mcp', server: { skill, name: found.id.replaceAll('/', '_'), start }, tool, listed: '' }
  }
  const server = typeof id === 'string' ? id : ''
  const at = inside(inside(place, 'config'), 'server')
  return report(at, 'error', 'EXECUTOR', 'rye-server-missing', 'rye-write-server', { server })
}

function readStart(config: Json | undefined, network: boolean): McpServer['start'] | null {
  if (!isObject(config ?? null)) return null
  const { url, headers, command, args = [], env } = config as JsonObject
  if (typeof url === 'string') return { kind: 'address', url, headers: readTexts(headers) }
  if (typeof command !== 'string' || !Array.isArray(args)) return null
  return { kind: 'command', command, args: args.map(String), env: readTexts(env), folders: [], network }
}

function readTexts(value: Json | undefined): NamedText[] {
  const entries = isObject(value ?? null) ? Object.entries(value as JsonObject) : []
  return entries.map(([name, text]) => ({ name, value: splitSecrets(String(text)) }))
}

/** `${NAME}` is a secret of that name. The environment is never used. */
const splitSecrets = (text: string): SecretText =>
  text.split(/(\$\{[A-Za-z_]\w*\})/).flatMap((part): SecretText => {
    const secret = /^\$\{(\w+)\}$/.exec(part)?.[1]
    return secret !== undefined ? [{ secret }] : part === '' ? [] : [{ text: part }]
  })
