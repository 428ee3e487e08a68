import { quote } from '#main/formats/place'
import { isObject, type JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { type SharedItem, SPACES, type Space } from '#shared/skill/skill'

/** What finally runs a tool. */
export type Engine = (typeof ALIASES)[keyof typeof ALIASES]

/** Every name for an engine in the documents and in the program they describe. */
const ALIASES = {
  ...({ python: 'python', python_runtime: 'python', python_script_runtime: 'python' } as const),
  ...({ 'python/function': 'python/function', python_function_runtime: 'python/function' } as const),
  ...({ 'python/script': 'python/script' } as const),
  ...({ node: 'node', 'node/node': 'node', node_runtime: 'node' } as const),
  ...({ bash: 'bash', 'bash/bash': 'bash', bash_runtime: 'bash' } as const),
  ...({ subprocess: 'command', execute: 'command', http_client: 'http', http: 'http', docker: 'docker' } as const),
  ...({ 'mcp/http': 'mcp', 'mcp/stdio': 'mcp', mcp_http_runtime: 'mcp', mcp_stdio_runtime: 'mcp' } as const),
}

/** Names from the program that this format comes from. */
const SYSTEM = /^rye\/core\/(?:runtimes|primitives)\//

export const engineOf = (id: string): Engine | null => {
  const name = id.replace(SYSTEM, '')
  return Object.hasOwn(ALIASES, name) ? ALIASES[name as keyof typeof ALIASES] : null
}

export type ItemsOfSpaces = Readonly<Record<Space, ReadonlyMap<string, SharedItem>>>

type Chain =
  | { ok: true; engine: Engine; names: string[]; config: JsonObject }
  | { ok: false; code: 'NO_RUNTIME' | 'EXECUTOR'; problem: Message; remedy: Message }

const DEEPEST_CHAIN = 10

/** Follows a tool's executors to its engine. The tool's own configuration wins over that of its runtimes. */
export function followChain(item: SharedItem, space: Space, spaces: ItemsOfSpaces): Chain {
  const names = [item.id]
  const configs = [configOf(item)]
  let at: { item: SharedItem; space: Space } = { item, space }
  for (;;) {
    const { executor_id: id } = at.item.fields
    if (id === null) return refuseChain('NO_RUNTIME', message('rye-no-runtime', { id: quote(at.item.id) }))
    if (typeof id !== 'string')
      return refuseChain('EXECUTOR', message('rye-executor-missing', { id: quote(at.item.id) }))
    const engine = engineOf(id)
    if (engine !== null) return { ok: true, engine, names: [...names, id], config: Object.assign({}, ...configs) }
    const found = findItem(id, at.space, spaces)
    if (!found) return explainMissing(id, at.space, spaces)
    if (names.includes(id))
      return refuseChain('EXECUTOR', message('rye-chain-cycle', { chain: [...names, id].join(' → ') }))
    if (names.length >= DEEPEST_CHAIN)
      return refuseChain('EXECUTOR', message('rye-chain-deep', { most: DEEPEST_CHAIN }))
    names.push(id)
    configs.unshift(configOf(found.item))
    at = found
  }
}

const configOf = ({ fields: { config } }: SharedItem): JsonObject => (isObject(config) ? config : {})

/** Searches the nearest space first, and none before the tool's own. */
export function findItem(id: string, from: Space, spaces: ItemsOfSpaces): { item: SharedItem; space: Space } | null {
  for (const space of SPACES.slice(SPACES.indexOf(from))) {
    const item = spaces[space].get(id)
    if (item) return { item, space }
  }
  return null
}

function explainMissing(id: string, from: Space, spaces: ItemsOfSpaces): Chain {
  const higher = SPACES.slice(0, SPACES.indexOf(from)).find((space) => spaces[space].has(id))
  if (higher) return refuseChain('EXECUTOR', message('rye-space-border', { id: quote(id), from, space: higher }))
  return refuseChain('NO_RUNTIME', message('rye-executor-unknown', { id: quote(id) }))
}

const refuseChain = (code: 'NO_RUNTIME' | 'EXECUTOR', problem: Message): Chain => ({
  ...{ ok: false, code, problem },
  remedy: message('rye-name-runtime'),
})
