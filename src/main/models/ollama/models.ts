import { isObject, type JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import type { ModelFacts, ModelProblem, ModelProblemCode } from '#shared/model/model'
import type { OllamaCause, OllamaModel, OllamaState } from '#shared/requests/requests'
import { isThisComputer } from './host.ts'
import { StreamError } from './problems.ts'
import { toCount } from './read-answer.ts'
import { type Outcome, type Patience, talkTo } from './talk-to.ts'

const QUICK = { firstByteMs: 3000, betweenLinesMs: 3000 }
const CALM = { firstByteMs: 60_000, betweenLinesMs: 60_000 }
// Ollama's own assumption if a model does not say.
const UNKNOWN_CONTEXT = 4096

/** For this session: a name that was remote once stays remote. */
const known = new Set<string>()

const keyOf = (host: string, name: string) => `${host} ${name}`

/** A cloud model keeps these fields even under another name. */
function noteRemote(host: string, name: string, model: { remote_host?: unknown; remote_model?: unknown }): void {
  if (model.remote_host || model.remote_model) known.add(keyOf(host, name))
}

/** Whether the server says that another computer runs the model. */
export const runsElsewhere = (host: string, name: string): boolean => known.has(keyOf(host, name))

/** What Ollama has now. Never rejects. */
export async function listModels(
  host: string,
  { signal, patience = QUICK }: { signal?: AbortSignal; patience?: Patience } = {},
): Promise<OllamaState> {
  const terms = { patience, ...(signal && { signal }) }
  const elsewhere = isThisComputer(host) ? {} : { isElsewhere: true as const }
  const outcome = await talkTo(host, terms, async (client): Promise<OllamaState> => {
    const { version } = asObject(await client.version())
    if (typeof version !== 'string') throw notOllama()
    if (isTooOld(version)) {
      const why = message('ollama-too-old', { version, needed: OLDEST_OLLAMA })
      return { state: 'too-old', host, version, message: why, models: [], ...elsewhere }
    }
    const [listed, loaded] = await Promise.all([client.list(), client.ps()])
    const models = readList(listed)
    for (const model of models) noteRemote(host, toText(model.name), model)
    if (models.length === 0) return { state: 'no-model', host, version, models: [], ...elsewhere }
    const inMemory = readList(loaded)
    return { state: 'ready', host, version, models: models.map((model) => describe(model, inMemory)), ...elsewhere }
  })
  if (outcome.ok) return outcome.value
  const { problem } = outcome
  const cause = causeOf(problem.code, host)
  return { state: 'unreachable', host, ...problem, ...(cause && { cause }), ...elsewhere }
}

const CAUSES: Partial<Record<ModelProblemCode, OllamaCause>> = {
  NOT_OLLAMA: 'other-program',
  OLLAMA_REDIRECTED: 'other-program',
  STREAM_BROKEN: 'other-program',
  STREAM_TOO_LARGE: 'other-program',
  STREAM_SILENT: 'silent',
  OLLAMA_ERROR: 'failing',
}

function causeOf(code: ModelProblemCode, host: string): OllamaCause | undefined {
  if (code === 'OLLAMA_UNREACHABLE') return isThisComputer(host) ? 'not-running' : 'wrong-host'
  return CAUSES[code]
}

/** What one model is and can do. Never rejects. */
export async function showModel(
  host: string,
  name: string,
): Promise<{ ok: true; facts: ModelFacts } | { ok: false; problem: ModelProblem }> {
  const outcome = await talkTo(host, { patience: CALM, model: name }, async (client) => {
    const [shown, listed] = await Promise.all([client.show({ model: name }), client.list()])
    noteRemote(host, name, asObject(shown))
    return readFacts(name, asObject(shown), readList(listed))
  })
  return outcome.ok ? { ok: true, facts: outcome.value } : outcome
}

/** Frees the memory of a model. Never rejects. */
export const unloadModel = (host: string, model: string): Promise<Outcome<void>> =>
  talkTo(host, { patience: CALM, model }, async (client) => {
    await client.generate({ model, prompt: '', keep_alive: 0 })
  })

/** Never rejects. */
export const deleteModel = (host: string, model: string): Promise<Outcome<void>> =>
  talkTo(host, { patience: CALM, model }, async (client) => {
    await client.delete({ model })
  })

/** The server need not keep the package's types, so every field is checked. */
function asObject(value: unknown): JsonObject {
  if (isObject(value)) return value
  throw notOllama()
}

const notOllama = () => new StreamError('NOT_OLLAMA', message('not-ollama'))

function readList(answer: unknown): JsonObject[] {
  const { models } = asObject(answer)
  if (models === null) return []
  if (!Array.isArray(models)) throw notOllama()
  return models.filter(isObject).filter(({ name }) => typeof name === 'string' && name !== '')
}

function describe(model: JsonObject, inMemory: JsonObject[]): OllamaModel {
  const name = toText(model.name)
  const loaded = inMemory.find((other) => other.name === name)
  // The context it really runs with; an old server does not say.
  const loadedContext = toCount(loaded?.context_length)
  return {
    name,
    ...readDetails(model),
    isLoaded: loaded !== undefined,
    ...(typeof model.digest === 'string' && model.digest !== '' && { digest: model.digest }),
    ...(loadedContext > 0 && { loadedContext }),
  }
}

function readDetails(model: JsonObject): Pick<OllamaModel, 'bytes' | 'parameters' | 'quantization'> {
  const details: JsonObject = isObject(model.details) ? model.details : {}
  return {
    bytes: toCount(model.size),
    parameters: toText(details.parameter_size),
    quantization: toText(details.quantization_level),
  }
}

function readFacts(name: string, shown: JsonObject, listed: JsonObject[]): ModelFacts {
  const details: JsonObject = isObject(shown.details) ? shown.details : {}
  const info: JsonObject = isObject(shown.model_info) ? shown.model_info : {}
  const family = toText(info['general.architecture']) || toText(details.family)
  const inList = listed.find((model) => model.name === name || model.name === `${name}:latest`)
  const template = toText(shown.template)
  const contextBytes = contextBytesOf(info, family)
  return {
    name,
    capabilities: readCapabilities(shown.capabilities, template),
    contextLength: toCount(info[`${family}.context_length`]) || UNKNOWN_CONTEXT,
    ...readDetails({ details, size: inList?.size ?? 0 }),
    ...(contextBytes > 0 && { contextBytes }),
    family,
    ...(template !== '' && { template }),
  }
}

/** Keys and values of all layers, two bytes each. */
function contextBytesOf(info: JsonObject, family: string): number {
  const read = (name: string) => toCount(info[`${family}.${name}`])
  const heads = read('attention.head_count')
  const size = read('attention.key_length') || (heads > 0 ? read('embedding_length') / heads : 0)
  return 2 * 2 * read('block_count') * (read('attention.head_count_kv') || heads) * size
}

/** Servers before 0.6.4 do not say; then the template shows whether tools have a place. */
function readCapabilities(told: unknown, template: string): string[] {
  if (Array.isArray(told)) return told.filter((capability) => typeof capability === 'string')
  return template.includes('.Tools') ? ['completion', 'tools'] : ['completion']
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The first version that takes a JSON Schema as `format`, which we need. */
const OLDEST_OLLAMA = '0.5.0'

/** A self-built Ollama calls itself 0.0.0; it and unknown versions count as new. */
function isTooOld(text: string): boolean {
  const [, version] = /^v?(\d+\.\d+(?:\.\d+)?)/.exec(text) ?? []
  if (version === undefined || /^[0.]+$/.test(version)) return false
  return version.localeCompare(OLDEST_OLLAMA, 'en', { numeric: true }) < 0
}
