import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client, ProgressCallback, Transport } from '@modelcontextprotocol/client'
import type { Skill as ServedSkill } from '@modelcontextprotocol/client/ext/skills'
import type { TimeLimit } from '#main/runners/process/time-limit'
import type { ServerCall } from '#main/runners/runner'
import { fitsForm, readQuestion, type ServerQuestion } from '#shared/call/question'
import { isDeeper, isObject, type Json, type JsonObject, toText } from '#shared/json'
import type { Message } from '#shared/messages/message'

/** Why a server cannot be used, as an error that passes through the package. */
export class Failure extends Error {
  readonly why: Message
  constructor(why: Message, options?: ErrorOptions) {
    super(why.code, options)
    this.why = why
  }
}

/** The server wants a sign-in. By what the package's errors look like, because it is loaded late. */
export const isSignedOut = (error: unknown) =>
  error instanceof Error && (error.name === 'UnauthorizedError' || ('status' in error && error.status === 401))

/** What the server answered is refused. Its code is a server's own, because the connection still works. */
export class Refused extends Error {
  readonly code = -32603
}

/** What a server offers, unchecked. */
export interface ServerList {
  instructions?: string
  tools: JsonObject[]
  prompts: JsonObject[]
  resources: JsonObject[]
  /** From the Skills extension, with a digest for every file. */
  skills?: JsonObject[]
}

/** While somebody is asked, `hold` stops the server's clock. */
interface CallOptions extends Pick<ServerCall, 'signal' | 'progress' | 'sample'>, Pick<TimeLimit, 'hold'> {
  ask(question: Omit<ServerQuestion, 'server' | 'host'>, signal: AbortSignal): Promise<JsonObject | null>
  /** Also by a question. */
  answered?(): void
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

const LONGEST_MS = 2 ** 31 - 1
const MOST_PAGES = 64
const DEEPEST = 500
/** How often one call may be answered by another question. */
const MOST_ROUNDS = 10
/** Before a busy server is asked again. */
const AGAIN_MS = 250
const INFO = { name: 'skillet', version: '0.1.0' }

export type Connection = Awaited<ReturnType<typeof connect>>

/** Rejects if nothing answers like a server. */
export async function connect(transport: Transport, options: ConnectOptions) {
  // Loaded with the first server, so the app's start does not pay for it.
  const [{ Client }, { CfWorkerJsonSchemaValidator }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/client/validators/cf-worker'),
  ])
  const { roots, maySample } = options
  const onChanged = () => options.listChanged()
  const client = new Client(INFO, {
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: options.probeMs } },
    capabilities: { elicitation: { form: {} }, ...(roots && { roots: {} }), ...(maySample && { sampling: {} }) },
    // A question in the result of a call is answered below, where that call is known.
    inputRequired: { autoFulfill: false },
    jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
    listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
  })
  const calls = new Set<CallOptions>()
  const ofStream = new AsyncLocalStorage<CallOptions>()
  const listRoots = () => ({ roots: (roots ?? []).map((path) => ({ uri: toUri(path) })) })
  /** The person's or the model's answer to what a server asks during a call, whose clock stands still meanwhile. */
  const answer = async (method: string, params: JsonObject, call: CallOptions, isUnsure: boolean): Promise<Input> => {
    if (method === 'elicitation/create') return answerElicitation(params, call, isUnsure).finally(call.hold())
    if (method === 'roots/list' && roots) return listRoots()
    if (method !== 'sampling/createMessage' || !maySample) throw new Refused(`${method} is not allowed.`)
    const text = await call.sample(readSampling(params)).finally(call.hold())
    return { model: 'local', role: 'assistant', content: { type: 'text', text } }
  }
  /** Over HTTP a request comes in the stream of its call. A program of the older era does not say which call it means. */
  const answerAny = async (method: string, params: unknown) => {
    const own = ofStream.getStore()
    const [call = own] = own ? [own] : calls
    if (!call) throw new Error('Only while one of its tools is called.')
    return answer(method, params as JsonObject, call, !own && calls.size > 1)
  }
  const [elicit, sampling] = ['elicitation/create', 'sampling/createMessage'] as const
  client.setRequestHandler(elicit, async ({ params }) => (await answerAny(elicit, params)) as Elicited)
  if (roots) client.setRequestHandler('roots/list', listRoots)
  if (maySample)
    client.setRequestHandler(sampling, async ({ params }) => (await answerAny(sampling, params)) as Sampled)
  await client.connect(transport, {
    timeout: options.connectMs,
    ...(options.isLegacy && { prior: { kind: 'legacy' } }),
  })
  // In the older era the package would lose a whole result for one odd field.
  const callTool = async (...[params, how]: Parameters<Client['callTool']>) =>
    client.getProtocolEra() === 'legacy'
      ? ask(client, 'tools/call', params, how)
      : checkDepth((await client.callTool(params, how)) as unknown as JsonObject)
  return {
    async list(): Promise<ServerList> {
      const offers = client.getServerCapabilities()
      const instructions = client.getInstructions()
      const tools = offers?.tools ? await listTools(client) : []
      const prompts = offers?.prompts ? await listLeniently(client, 'prompts/list', 'prompts') : []
      const resources = offers?.resources ? await listLeniently(client, 'resources/list', 'resources') : []
      const skills = offers?.extensions?.[SKILLS] ? await listSkills(client) : []
      const more = { ...(instructions && { instructions }), ...(skills.length > 0 && { skills }) }
      return checkDepth({ ...more, tools, prompts, resources })
    },
    async call({ name: named, inputSchema }: JsonObject, args: JsonObject, call: CallOptions): Promise<JsonObject> {
      const name = toText(named)
      const how = {
        ...{ signal: call.signal, timeout: LONGEST_MS, allowInputRequired: true },
        // Without its output schema, because a result that does not fit is still the tool's result.
        toolDefinition: { name, inputSchema: inputSchema as never },
        onprogress: tellNow(call.progress),
      }
      calls.add(call)
      try {
        let params = { name, arguments: args }
        for (let round = 0; round < MOST_ROUNDS; round += 1) {
          const result = await ofStream.run(call, () => callTool(params, how))
          call.answered?.()
          if (result.resultType !== 'input_required') return result
          const { inputRequests, requestState } = result
          const asked = Object.entries(isObject(inputRequests) ? inputRequests : {})
          if (asked.length === 0) await wait(AGAIN_MS, undefined, { signal: call.signal })
          const inputResponses: Record<string, Input> = {}
          for (const [key, each] of asked) {
            const { method, params = {} } = isObject(each) ? each : {}
            inputResponses[key] = await answer(toText(method), isObject(params) ? params : {}, call, false)
          }
          const state = requestState === undefined ? {} : { requestState }
          params = { name, arguments: args, ...(asked.length > 0 && { inputResponses }), ...state }
        }
        throw new Refused(`It asked more than ${MOST_ROUNDS} times.`)
      } finally {
        calls.delete(call)
      }
    },
    prompt: (name: string, args: JsonObject) => askOnce(client, 'prompts/get', { name, arguments: args }),
    resource: (uri: string) => askOnce(client, 'resources/read', { uri }),
    /** Checks the file against its entry; rejects if they differ. */
    skillFile: async (entry: ServedSkill, uri: string) => (await (await skillsOf(client)).read(entry, uri)).bytes,
    /** Resolves when a server of the newer era no longer tells of changes, so its list may be out of date. */
    lost: client.autoOpenedSubscription?.closed ?? new Promise<never>(() => {}),
    isLegacy: () => client.getProtocolEra() === 'legacy',
    close: () => client.close(),
  }
}

/** The package refuses the whole list for one malformed tool; then the others are read without it. */
async function listTools(client: Client): Promise<JsonObject[]> {
  try {
    return (await client.listTools()).tools as unknown as JsonObject[]
  } catch (error) {
    // Each refusal sends the person to the browser again.
    if (isSignedOut(error)) throw error
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
    const { [key]: list, nextCursor } = await ask(client, method, params)
    if (Array.isArray(list)) found.push(...list.filter(isObject))
    cursor = nextCursor
    if (typeof cursor !== 'string') break
  }
  return found
}

const ANYTHING = {
  '~standard': { version: 1 as const, vendor: 'skillet', validate: (value: unknown) => ({ value }) },
}

/** Without the package's check, because the readers of these results expect anything. */
const ask = async (client: Client, method: string, params: object, how?: Parameters<Client['callTool']>[1]) =>
  checkDepth((await client.request({ method, params: { ...params } }, ANYTHING, how)) as JsonObject)

/** Outside of a call nobody answers its questions. */
async function askOnce(client: Client, method: string, params: object): Promise<JsonObject> {
  const result = await ask(client, method, params, { allowInputRequired: true })
  if (result.resultType === 'input_required') throw new Refused('It asks a question, which only its tools may do.')
  return result
}

/** What comes after this follows values by recursion. */
function checkDepth<T extends object>(value: T): T {
  if (isDeeper(value as JsonObject, DEEPEST)) throw new Refused(`It is nested more than ${DEEPEST} levels deep.`)
  return value
}

type Elicited =
  | { action: 'accept'; content: Record<string, string | number | boolean | string[]> }
  | { action: 'decline' }

type Sampled = { model: string; role: 'assistant'; content: { type: 'text'; text: string } }
type Input = Elicited | Sampled | { roots: { uri: string }[] }

/** Asks the person in the server's name, and checks the answer: nobody else does. */
async function answerElicitation(params: JsonObject, call: CallOptions, isUnsure: boolean): Promise<Elicited> {
  const question = readQuestion(params)
  const answer = await call.ask({ ...question, ...(isUnsure && { isUnsure }) }, call.signal)
  if (answer === null || question.refused || !fitsForm(answer, question.schema)) return { action: 'decline' }
  return { action: 'accept', content: answer as Extract<Elicited, { action: 'accept' }>['content'] }
}

const LONGEST_SAMPLING = 100_000

/** The texts of a conversation as one message; the model gets no tools and nothing of the chat. */
function readSampling({ messages, systemPrompt }: JsonObject): Parameters<ServerCall['sample']>[0] {
  const said = (Array.isArray(messages) ? messages : []).filter(isObject).flatMap(({ role, content }) => {
    const texts = [content].flat().flatMap((each) => (isObject(each) && typeof each.text === 'string' ? each.text : []))
    return role === 'assistant' ? texts.map((text) => `You answered: ${text}`) : texts
  })
  const instructions = typeof systemPrompt === 'string' ? systemPrompt : ''
  const text = said.join('\n\n')
  if (text.length + instructions.length > LONGEST_SAMPLING) throw new Refused('The request is too long.')
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
