import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { checkHost, DEFAULT_HOST } from '#main/models/ollama/host'
import { deleteModel, listModels, showModel, unloadModel } from '#main/models/ollama/models'
import { pullModel } from '#main/models/ollama/pull'
import type { Patience } from '#main/models/ollama/talk-to'
import { findBinary } from '#main/runners/process/find-binary'
import type { Tick } from '#shared/facts'
import { message } from '#shared/messages/message'
import { type ModelFacts, type ModelProblem, type PullState, RECOMMENDED } from '#shared/model/model'
import { orAbort } from '#shared/or-abort'
import type { OllamaModel, OllamaState } from '#shared/requests/requests'
import { makeMeanings, type Readers } from './meanings.ts'
import { makeModelWork } from './model-work.ts'

export interface ModelPorts {
  host(): string
  /** Hosts to which the person allows unencrypted prompts. */
  plainHosts(): readonly string[]
  tick(tick: Tick): void
  /** The model of the latest turn on record; empty if there was none. */
  lastUsed?(): string
  /** Whether Ollama is installed, running or not. */
  isInstalled(): Promise<boolean>
  defaultHost?: string
  /** For a look, which is repeated soon. */
  patience?: Patience
  /** Those whom reading texts by their meaning would keep waiting. */
  readers?: Readers
}

export type ModelConnection =
  | { ok: true; host: string; model: string; facts: ModelFacts | null; isLoaded: boolean; digest?: string }
  | { ok: false; model: string; problem: ModelProblem }

type Failed = { ok: false; problem: ModelProblem }

export type Models = ReturnType<typeof makeModels>

type Unreachable = Extract<OllamaState, { state: 'unreachable' }>

// A computer busy with a model answers late, and meanwhile the person sees nothing happen.
const CALM = { firstByteMs: 15_000, betweenLinesMs: 15_000 }

export function makeModels(ports: ModelPorts) {
  const memory = makeModelMemory()
  /** Why the host may not be contacted, or null. */
  const obstacle = () => findObstacle(ports.host(), ports.plainHosts())

  const choose = (ollama: OllamaState) =>
    ollama.state === 'ready' ? chooseModel(ollama.models, ports.lastUsed?.() ?? '') : undefined
  const explain = async (ollama: Unreachable): Promise<Unreachable> =>
    ollama.cause === 'not-running' ? explainSilence(ollama, ports) : ollama

  async function look(): Promise<OllamaState> {
    const host = ports.host()
    const problem = obstacle()
    if (problem) {
      const { code, message } = problem
      return { state: 'unreachable', host, code, message, cause: 'needs-consent', isElsewhere: true }
    }
    const ollama = await listModels(host, ports.patience ? { patience: ports.patience } : {})
    if (ollama.state === 'unreachable') return explain(ollama)
    const complete = await memory.complete(ollama)
    const chosen = choose(complete)
    return complete.state === 'ready' && chosen ? { ...complete, byDefault: chosen.name } : complete
  }

  /** The requested model, else the default. */
  async function meet(wanted: string, signal: AbortSignal): Promise<ModelConnection> {
    const host = ports.host()
    const problem = obstacle()
    if (problem) return { ok: false, model: wanted, problem }
    const listed = await listModels(host, { signal, patience: CALM })
    if (listed.state === 'unreachable') {
      const { code = 'OLLAMA_UNREACHABLE', message } = await explain(listed)
      return { ok: false, model: wanted, problem: { code, message } }
    }
    if (listed.state === 'too-old') {
      return { ok: false, model: wanted, problem: { code: 'OLLAMA_TOO_OLD', message: listed.message } }
    }
    const takes = async (found: OllamaModel | undefined, model: string): Promise<ModelConnection> => {
      const facts = found ? await unlessStopped(memory.facts(host, found), signal) : null
      const { isLoaded = false, digest } = found ?? {}
      return { ok: true, host, model, facts, isLoaded, ...(digest !== undefined && { digest }) }
    }
    if (wanted !== '') return takes(findModel(listed.models, wanted), wanted)
    const ollama = (await unlessStopped(memory.complete(listed), signal)) ?? listed
    const chosen = choose(ollama)
    return chosen ? takes(chosen, chosen.name) : { ok: false, model: '', problem: describeLack(ollama) }
  }

  async function allowed<T extends { ok: true }>(act: () => Promise<T | Failed>): Promise<T | Failed> {
    const problem = obstacle()
    return problem ? { ok: false, problem } : act()
  }

  return {
    pulls: makePulls({ host: ports.host, tick: ports.tick, obstacle }),
    obstacle,
    look,
    ...makeMeanings(look, ports.readers),
    meet,
    show: (name: string) =>
      allowed(async () => {
        const host = ports.host()
        const { models } = { models: [] as OllamaModel[], ...(await listModels(host)) }
        const found = findModel(models, name) ?? { name, bytes: 0, parameters: '', quantization: '', isLoaded: false }
        return memory.show(host, found)
      }),
    unload: (name: string) => allowed(() => unloadModel(ports.host(), name)),
    remove: (name: string) => allowed(() => deleteModel(ports.host(), name)),
  }
}

/** Null once the person stops. The request continues for the next time. */
const unlessStopped = <T>(asked: Promise<T>, signal: AbortSignal): Promise<T | null> =>
  orAbort(asked, signal).catch((error: unknown) => {
    if (signal.aborted) return null
    throw error
  })

/** Unencrypted prompts need the person's consent. */
export function findObstacle(host: string, plainHosts: readonly string[]): ModelProblem | null {
  if (checkHost(host).kind !== 'elsewhere-plain' || plainHosts.includes(host)) return null
  return { code: 'HOST_NEEDS_CONSENT', message: message('plain-http-elsewhere', { host }) }
}

/** Nothing answers on this computer: Ollama is not installed, not running, or listens elsewhere. */
async function explainSilence(
  ollama: Unreachable,
  { isInstalled, defaultHost = DEFAULT_HOST }: ModelPorts,
): Promise<Unreachable> {
  const { host } = ollama
  if (host !== defaultHost) {
    const usual = await listModels(defaultHost)
    if (usual.state !== 'unreachable') {
      return {
        ...{ ...ollama, cause: 'wrong-port', foundAt: defaultHost },
        message: message('ollama-at-other-address', { host, other: defaultHost }),
      }
    }
  }
  if (await isInstalled()) return { ...ollama, message: message('ollama-not-running', { host }) }
  return { ...ollama, message: message('ollama-not-installed', { host }), cause: 'not-installed' }
}

function describeLack(ollama: OllamaState): ModelProblem {
  const others = ollama.state === 'no-model' ? (ollama.others ?? []) : []
  if (others.length === 0) return { code: 'NO_MODEL', message: message('no-model-yet') }
  const models = others.map(({ name }) => name).join(', ')
  return { code: 'MODEL_NOT_FOR_CHAT', message: message('no-chat-model', { models }) }
}

/**
 * The last used model, else the recommended one, else the first by name that takes tools, else the first. Ollama's own
 * order changes with every download, so it does not count.
 */
export function chooseModel(models: readonly OllamaModel[], lastUsed: string): OllamaModel | undefined {
  const able = models.filter(mayChat)
  return findModel(able, lastUsed) ?? findModel(able, RECOMMENDED.name) ?? able.toSorted(compare)[0]
}

const findModel = (models: readonly OllamaModel[], name: string): OllamaModel | undefined =>
  models.find((model) => model.name === name || model.name === `${name}:latest`)

const compare = (a: OllamaModel, b: OllamaModel): number =>
  Number(takesTools(b)) - Number(takesTools(a)) || (a.name < b.name ? -1 : 1)

const takesTools = ({ capabilities }: OllamaModel): boolean => capabilities?.includes('tools') ?? false

export const makePulls = ({
  host,
  tick,
  obstacle,
}: Pick<ModelPorts, 'host' | 'tick'> & { obstacle(): ModelProblem | null }) =>
  makeModelWork<PullState>({
    start: (model) => ({ model, state: 'running', step: '', layers: [], bytes: 0, doneBytes: 0 }),
    told: (pull) => tick({ tick: 'pull', chat: null, ...pull }),
    async work(model, signal, note) {
      const stopped = obstacle()
      const pulled = stopped ? null : await pullModel(host(), model, { signal, onProgress: note })
      const problem = stopped ?? (pulled?.ok === false ? pulled.problem : null)
      if (!problem) return note({ state: 'done' })
      return note(problem.code === 'STOPPED' ? { state: 'stopped' } : { state: 'failed', problem })
    },
  })

const AT_ONCE = 4

type Shown = Awaited<ReturnType<typeof showModel>>

/** What `show` returned for each model, asked once for each digest. */
function makeModelMemory() {
  const known = new Map<string, Promise<Shown>>()

  async function show(host: string, { name, digest }: OllamaModel): Promise<Shown> {
    if (digest === undefined) return showModel(host, name)
    const key = `${host} ${name} ${digest}`
    const answer = known.get(key) ?? showModel(host, name)
    known.set(key, answer)
    const shown = await answer
    if (!shown.ok) known.delete(key)
    return shown
  }

  /** Null if it cannot be asked now. */
  async function facts(host: string, model: OllamaModel): Promise<ModelFacts | null> {
    const shown = await show(host, model)
    return shown.ok ? shown.facts : null
  }

  async function completeOne(host: string, model: OllamaModel): Promise<OllamaModel> {
    const found = await facts(host, model)
    if (found === null) return model
    const { capabilities, contextLength } = found
    return { ...model, capabilities, contextLength }
  }

  return {
    show,
    facts,
    /** Adds what each model can do. If none can chat, the state is `no-model`. */
    async complete(ollama: OllamaState): Promise<OllamaState> {
      if (ollama.state !== 'ready') return ollama
      const models: OllamaModel[] = []
      for (let from = 0; from < ollama.models.length; from += AT_ONCE) {
        const some = ollama.models.slice(from, from + AT_ONCE)
        models.push(...(await Promise.all(some.map((model) => completeOne(ollama.host, model)))))
      }
      if (models.some(mayChat)) return { ...ollama, models }
      return { ...ollama, state: 'no-model', models: [], others: models }
    },
  }
}

/** If nobody knows, asking the model will tell. */
const mayChat = ({ capabilities }: OllamaModel): boolean => capabilities?.includes('completion') ?? true

/** Where Ollama's own installers put it, whatever PATH says. */
const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['/Applications/Ollama.app', join(homedir(), 'Applications', 'Ollama.app'), '/opt/homebrew/bin/ollama'],
  linux: ['/usr/local/bin/ollama', '/usr/bin/ollama', '/snap/bin/ollama', join(homedir(), '.local', 'bin', 'ollama')],
  win32: [join(process.env.LOCALAPPDATA ?? homedir(), 'Programs', 'Ollama', 'ollama.exe')],
}

export async function isOllamaInstalled(
  searchPath: string[],
  places: readonly string[] = PLACES[process.platform] ?? [],
): Promise<boolean> {
  return (await findBinary('ollama', searchPath)).ok || places.some((place) => existsSync(place))
}
