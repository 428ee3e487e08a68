import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  McpServer,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from '@modelcontextprotocol/server'
import { SkillCatalog, type SkillFiles, SkillsExtension } from '@modelcontextprotocol/server/ext/skills'
import { nodeSkillFiles } from '@modelcontextprotocol/server/ext/skills/node'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { isObject, type JsonObject } from '#shared/json'
import { NotPaired, type Offer, type ProgramPort } from './program-port.ts'

const INSTRUCTIONS =
  'Tools of skills that a person trusts on this computer. The person may be asked before a tool runs, and may say no.'

const HEARTBEAT_MS = 15_000
const MOST_MIB = STDIO_DEFAULT_MAX_BUFFER_SIZE / 2 ** 20

/** A server of the Model Context Protocol, in both eras, for one program. */
export function makeFactory(port: ProgramPort, version: string): McpServerFactory {
  const skills = makeSkills(port)
  return () => {
    const mcp = new McpServer(
      { name: 'skillet', title: 'Skillet', version },
      { capabilities: { tools: { listChanged: true } }, instructions: INSTRUCTIONS },
    )
    skills.attach(mcp)
    mcp.server.setRequestHandler('tools/list', async () => {
      const { tools } = await port.offer().catch(explain)
      return {
        tools: tools.map(({ name, description, params }) => ({
          ...{ name, description },
          inputSchema: { ...params, type: 'object' as const },
        })),
      }
    })
    mcp.server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken
      let progress = 0
      const told = (message: string) => {
        if (progressToken === undefined) return
        const params = { progressToken, progress: ++progress, message }
        // A finished call gets no more progress.
        mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
      }
      let last = ''
      const io = {
        signal: mcpReq.signal,
        told: (message: string) => {
          last = message
          told(message)
        },
      }
      // Most programs give up on what is silent for a minute, and a person may think for longer.
      const beat = setInterval(() => told(last), HEARTBEAT_MS)
      const called = port.call(params.name, (params.arguments ?? {}) as JsonObject, io)
      const { text, ok, result } = await called.catch(explain).finally(() => clearInterval(beat))
      return {
        content: [{ type: 'text' as const, text }],
        ...(isObject(result) && { structuredContent: result }),
        ...(!ok && { isError: true }),
      }
    })
    return mcp
  }
}

/** A clear message instead of an internal error. */
function explain(error: unknown): never {
  if (error instanceof NotPaired) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message)
  throw error
}

/** Serves the program that started this process, until it closes standard input. */
export async function serveOverStdio(port: ProgramPort, version: string, signal: AbortSignal): Promise<void> {
  const make = makeFactory(port, version)
  let server: Server | null = null
  let known = ''
  const broken = Promise.withResolvers<never>()
  const onerror = ({ message }: Error) => {
    if (message.includes('maximum size')) broken.reject(new Error(`A message is longer than ${MOST_MIB} MiB.`))
  }
  const begin: McpServerFactory = async (context) => {
    const mcp = await make(context)
    server = 'server' in mcp ? mcp.server : mcp
    return mcp
  }
  const handle = serveStdio(begin, { onerror })
  const tellChanges = async () => {
    const now = JSON.stringify(await port.offer())
    if (now === known) return
    known = now
    await server?.sendToolListChanged()
    await server?.sendResourceListChanged()
  }
  // A program that is not connected or paired yet learns of changes with its next request.
  port.onChange(() => void tellChanges().catch(() => undefined))
  const ends = [once(process.stdin, 'close'), once(process.stdin, 'end'), once(signal, 'abort')]
  await Promise.race([...ends, broken.promise]).finally(async () => {
    await handle.close()
    await port.close()
  })
}

const BASE = 'skill://'

interface Shown {
  catalog: SkillCatalog
  read(path: string): Promise<Uint8Array>
}

/** Serves the trusted skills by the protocol's extension; read when a program first asks. */
export function makeSkills(port: Pick<ProgramPort, 'offer' | 'onChange'>): SkillsExtension {
  let shown: Promise<Shown> | null = null
  port.onChange(() => {
    shown = null
  })
  const show = () => {
    shown ??= port.offer().then(({ skills }) => readSkills(skills))
    return shown
  }
  return new SkillsExtension({
    onWarning: () => {},
    source: {
      list: async () => ({ skills: [...(await show()).catalog.entries] }),
      listResources: async () =>
        (await show()).catalog.entries.map(({ uri, frontmatter: { name, description } }) => ({
          ...{ uri, name, description, mimeType: 'text/markdown' },
        })),
      get: async (uri) => (await show()).catalog.entries.find((each) => each.uri === uri),
      async read(uri) {
        const { catalog, read } = await show()
        const listed = catalog.entries
          .flatMap(({ resources }) => (resources === 'dynamic' ? [] : resources))
          .find((each) => each.uri === uri)
        if (!listed) return undefined
        const bytes = await read(decodeURIComponent(uri.slice(BASE.length)))
        // A file that changed since it was listed is refused.
        if (`sha256:${hash('sha256', bytes)}` !== listed.digest) throw new Error(`${uri} has changed`)
        return isText(bytes) ? { text: Buffer.from(bytes).toString('utf8') } : { bytes }
      },
    },
  })
}

const isText = (bytes: Uint8Array) => !bytes.includes(0) && Buffer.from(bytes).toString('utf8').indexOf('\ufffd') < 0

/** Skills by name. Skills whose name the extension does not allow are left out. */
async function readSkills(skills: Offer['skills']): Promise<Shown> {
  const dirs = new Map(skills.map(({ name, dir }) => [name, dir]))
  const split = (path: string): [dir: string | undefined, inside: string] => {
    const [name = '', ...rest] = path.split('/')
    return [dirs.get(name), rest.join('/')]
  }
  const files: SkillFiles = {
    async list(path) {
      if (path === '') return [...dirs.keys()].map((name) => ({ name, kind: 'directory' }))
      const [dir, inside] = split(path)
      return dir === undefined ? [] : nodeSkillFiles(dir).list(inside)
    },
    async read(path) {
      const [dir, inside] = split(path)
      if (dir === undefined) throw new Error(`there is no ${path}`)
      return nodeSkillFiles(dir).read(inside)
    },
  }
  return { catalog: await SkillCatalog.load(files, { onWarning: () => {} }), read: files.read }
}
