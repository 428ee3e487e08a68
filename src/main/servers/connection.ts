import type { Client, ProgressCallback, Transport } from '@modelcontextprotocol/client'
import type { Skill as ServedSkill } from '@modelcontextprotocol/client/ext/skills'
import { fitsForm, readQuestion, type ServerQuestion } from '#shared/call/question'
import { isObject, type Json, type JsonObject } from '#shared/json'

/** What a server offers, unchecked. */
export interface ServerList {
  instructions?: string
  tools: JsonObject[]
  prompts: JsonObject[]
  resources: JsonObject[]
  /** From the Skills extension, with a digest for every file. */
  skills?: JsonObject[]
}

export interface CallOptions {
  signal: AbortSignal
  progress(text: string): void
  ask(question: Omit<ServerQuestion, 'server' | 'host'>, signal: AbortSignal): Promise<JsonObject | null>
  /** Rejects where the model gives no answer. */
  sample(request: Sampling): Promise<string>
  /** A person is being asked, which does not count as the server's time. Returns a function that resumes the clock. */
  hold(): () => void
}

export interface Connection {
  list(): Promise<ServerList>
  call(tool: JsonObject, args: JsonObject, options: CallOptions): Promise<JsonObject>
  prompt(name: string, args: JsonObject): Promise<JsonObject>
  resource(uri: string): Promise<JsonObject>
  /** Checks the file against its entry; rejects if they differ. */
  skillFile(entry: ServedSkill, uri: string): Promise<Uint8Array>
  isLegacy(): boolean
  close(): Promise<void>
}

export interface ConnectOptions {
  /** A program that ignores the probe belongs to the older era; over HTTP silence means an outage. */
  probeMs: number
  connectMs: number
  /** It is known to use the era with a handshake. */
  isLegacy: boolean
  /** The folders it was granted, where it may know them. */
  roots: readonly string[] | null
  /** It may ask the model. */
  maySample: boolean
  /** It reports that its offer has changed. */
  listChanged(): void
}

export interface Sampling {
  instructions: string
  text: string
}

const LONGEST_MS = 2 ** 31 - 1
const MOST_PAGES = 64
const INFO = { name: 'skillet', version: '0.1.0' }

/** Rejects if nothing answers like a server. */
export async function connect(transport: Transport, options: ConnectOptions): Promise<Connection> {
  // Loaded with the first server, so the app's start does not pay for it.
  const [{ Client }, { CfWorkerJsonSchemaValidator }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/client/validators/cf-worker'),
  ])
  const onChanged = () => options.listChanged()
  const client = new Client(INFO, {
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: options.probeMs } },
    capabilities: {
      elicitation: { form: {} },
      ...(options.roots && { roots: {} }),
      ...(options.maySample && { sampling: {} }),
    },
    jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
  })
  const calls = new Set<CallOptions>()
  /** It asks in the middle of a call, and the call's time stands still; without one nobody is asked. */
  const during = async <T>(act: (call: CallOptions) => Promise<T>): Promise<T> => {
    const [call] = calls
    if (!call) throw new Error('Only while one of its tools is called.')
    return act(call).finally(call.hold())
  }
  client.setRequestHandler('elicitation/create', ({ params }) =>
    during((call) => answerElicitation(params as unknown as JsonObject, call)),
  )
  const { roots } = options
  if (roots)
    client.setRequestHandler('roots/list', async () => ({ roots: roots.map((path) => ({ uri: toUri(path) })) }))
  if (options.maySample) {
    client.setRequestHandler('sampling/createMessage', ({ params }) =>
      during(async (call) => {
        const text = await call.sample(readSampling(params as unknown as JsonObject))
        return { model: 'local', role: 'assistant' as const, content: { type: 'text' as const, text } }
      }),
    )
  }
  await client.connect(transport, {
    timeout: options.connectMs,
    ...(options.isLegacy && { prior: { kind: 'legacy' } }),
  })
  return {
    list: async () => {
      const offers = client.getServerCapabilities()
      const instructions = client.getInstructions()
      const [tools, prompts, resources] = [
        offers?.tools ? await listTools(client) : [],
        offers?.prompts ? await listLeniently(client, 'prompts/list', 'prompts') : [],
        offers?.resources ? await listLeniently(client, 'resources/list', 'resources') : [],
      ]
      const skills = offers?.extensions?.[SKILLS] ? await listSkills(client) : []
      const more = { ...(instructions && { instructions }), ...(skills.length > 0 && { skills }) }
      return { ...more, tools, prompts, resources }
    },
    call: async ({ name: named, inputSchema }, args, call) => {
      const name = String(named)
      calls.add(call)
      try {
        const result = await client.callTool(
          { name, arguments: args },
          {
            ...{ signal: call.signal, timeout: LONGEST_MS },
            // Without its output schema, because a result that does not fit is still the tool's result.
            toolDefinition: { name, inputSchema: inputSchema as never },
            onprogress: tellNow(call.progress),
          },
        )
        return result as unknown as JsonObject
      } finally {
        calls.delete(call)
      }
    },
    prompt: async (name, args) =>
      (await client.getPrompt({ name, arguments: args as Record<string, string> })) as unknown as JsonObject,
    resource: async (uri) => (await client.readResource({ uri })) as unknown as JsonObject,
    skillFile: async (entry, uri) => (await (await skillsOf(client)).read(entry, uri)).bytes,
    isLegacy: () => client.getProtocolEra() === 'legacy',
    close: () => client.close(),
  }
}

/** The package refuses the whole list for one malformed tool; then the others are read without it. */
async function listTools(client: Client): Promise<JsonObject[]> {
  try {
    return (await client.listTools()).tools as unknown as JsonObject[]
  } catch {
    return listLeniently(client, 'tools/list', 'tools')
  }
}

const SKILLS = 'io.modelcontextprotocol/skills'

async function skillsOf(client: Client) {
  const { SkillsClient } = await import('@modelcontextprotocol/client/ext/skills')
  return new SkillsClient(client, { skipInvalid: true })
}

async function listSkills(client: Client): Promise<JsonObject[]> {
  const { skills } = await (await skillsOf(client)).list()
  return skills.map(({ uri, frontmatter, resources }) => ({ uri, frontmatter, resources }) as unknown as JsonObject)
}

async function listLeniently(client: Client, method: string, key: string): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  let cursor: Json | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor: cursor as string }
    const answer = await client.request({ method, params }, ANYTHING)
    const list = isObject(answer) ? answer[key] : undefined
    if (Array.isArray(list)) found.push(...list.filter(isObject))
    cursor = isObject(answer) ? answer.nextCursor : undefined
    if (typeof cursor !== 'string') break
  }
  return found
}

const ANYTHING = {
  '~standard': {
    version: 1 as const,
    vendor: 'skillet',
    validate: (value: unknown) => ({ value: value as Json }),
  },
}

type Elicited =
  | { action: 'accept'; content: Record<string, string | number | boolean | string[]> }
  | { action: 'decline' }

/** Asks the person in the server's name, and checks the answer: nobody else does. */
async function answerElicitation(params: JsonObject, { ask, signal }: CallOptions): Promise<Elicited> {
  const question = readQuestion(params)
  const answer = await ask(question, signal)
  if (answer === null || question.refused || !fitsForm(answer, question.schema)) return { action: 'decline' }
  return { action: 'accept', content: answer as Extract<Elicited, { action: 'accept' }>['content'] }
}

const LONGEST_SAMPLING = 100_000

/** The texts of a conversation as one message; the model gets no tools and nothing of the chat. */
function readSampling({ messages, systemPrompt }: JsonObject): Sampling {
  const said = (Array.isArray(messages) ? messages : []).filter(isObject).flatMap(({ role, content }) =>
    [content]
      .flat()
      .filter(isObject)
      .flatMap(({ text }) => (typeof text === 'string' ? [role === 'assistant' ? `You answered: ${text}` : text] : [])),
  )
  const instructions = typeof systemPrompt === 'string' ? systemPrompt : ''
  const text = said.join('\n\n')
  if (text.length + instructions.length > LONGEST_SAMPLING) throw new Error('The request is too long.')
  return { instructions, text }
}

const PROGRESS_EVERY_MS = 100
const LONGEST_PROGRESS = 200

/** Limits progress messages of one call to a few per second. */
function tellNow(tell: (text: string) => void) {
  let next = 0
  return ({ progress, total, message = '' }: Parameters<ProgressCallback>[0]) => {
    if (performance.now() < next) return
    next = performance.now() + PROGRESS_EVERY_MS
    const amount = total === undefined ? String(progress) : `${progress}/${total}`
    tell(`${amount} ${message}`.trim().slice(0, LONGEST_PROGRESS))
  }
}

const toUri = (path: string) => `file://${path.split('/').map(encodeURIComponent).join('/')}`
