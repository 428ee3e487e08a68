// What the conformance suite runs as the client: our own modules, which list and call whatever the server at the given
// address offers. `node test/conformance/client-driver.ts URL`.
import { makeTimeLimit } from '#main/runners/process/time-limit'
import { openServer } from '#main/servers/open-server'
import type { SignInPorts, SignInRecord } from '#main/servers/sign-in'
import { isObject, type Json, type JsonObject } from '#shared/json'
import type { McpServer } from '#shared/skill/mcp-server'

const METADATA_URL = 'https://conformance-test.local/client-metadata.json'
const url = process.argv.at(-1) ?? ''
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? ''
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as JsonObject
const server: McpServer = { skill: 'conformance', name: scenario, start: { kind: 'address', url, headers: [] } }
const machine = {
  wrap: () => null,
  forCall: () => {
    throw new Error('an address starts nothing')
  },
}
let kept: SignInRecord | null = null
const { client_id: id, client_secret: password } = context
/** A person who agrees at once, in a browser that shows nothing. */
const signIn = async (): Promise<SignInPorts> => ({
  ...{ redirectUrl: 'http://localhost:3000/callback', clientMetadataUrl: METADATA_URL },
  read: async () => kept,
  write: async (record) => {
    kept = record
  },
  authorize: async (url) => {
    const answer = await fetch(url, { redirect: 'manual' })
    const location = answer.headers.get('location')
    return location === null ? null : new URL(location).searchParams
  },
  ...(typeof id === 'string' && {
    client: { client_id: id, ...(typeof password === 'string' && { client_secret: password }) },
  }),
})
const opened = await openServer(
  { server, binary: null, cwd: null, secrets: [], confinement: undefined },
  async () => null,
  { machine, record: async () => undefined, legacy: new Set(), signIn },
)
const { tools } = await opened.list()
const limit = makeTimeLimit()
for (const [tool, args] of chooseCalls(tools)) {
  await opened.connection
    .call(tool, args, {
      ...{
        signal: AbortSignal.timeout(20_000),
        progress: () => undefined,
        hold: limit.hold,
        sample: async () => 'an answer',
      },
      ask: async ({ schema }) => fill(schema) as JsonObject,
    })
    .catch((error: unknown) => console.error(String(error)))
}
await opened.close()

function chooseCalls(offered: readonly JsonObject[]): [JsonObject, JsonObject][] {
  const { toolCalls } = context
  if (!Array.isArray(toolCalls)) return offered.map((tool) => [tool, fill(tool.inputSchema) as JsonObject])
  return toolCalls.filter(isObject).flatMap(({ name, arguments: args }) => {
    const tool = offered.find((each) => each.name === name)
    return tool ? [[tool, isObject(args) ? args : {}]] : []
  })
}

/** Some value that fits; what may be left out is, unless it has a default. */
function fill(schema: Json | undefined): Json {
  if (!isObject(schema)) return null
  if (schema.default !== undefined) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null
  if (schema.type === 'object') {
    const required = Array.isArray(schema.required) ? schema.required : []
    const properties = Object.entries(isObject(schema.properties) ? schema.properties : {})
    const wanted = properties.filter(
      ([name, each]) => required.includes(name) || (isObject(each) && each.default !== undefined),
    )
    return Object.fromEntries(wanted.map(([name, each]) => [name, fill(each)]))
  }
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return true
  return schema.type === 'string' ? 'text' : 5
}
