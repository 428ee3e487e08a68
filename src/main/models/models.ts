import type { Patience } from '#main/models/ollama/guarded-fetch'
import { checkHost, DEFAULT_HOST } from '#main/models/ollama/host'
import { makeModelMemory, mayChat } from '#main/models/ollama/model-memory'
import { deleteModel, listModels, unloadModel } from '#main/models/ollama/models'
import { pullModel } from '#main/models/ollama/pull'
import type { Tick } from '#shared/facts'
import { message } from '#shared/messages/message'
import { type ModelFacts, type ModelProblem, type PullState, RECOMMENDED } from '#shared/model/model'
import type { OllamaModel, OllamaState } from '#shared/requests/requests'
import { type CompareMeanings, type Embed, makeMeanings } from './meanings.ts'
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
  /** Ollama's usual address. */
  defaultHost?: string
  /** For a look, which is repeated soon. */
  patience?: Patience
}

/** The model for a turn. */
export type ModelConnection =
  | { ok: true; host: string; model: string; facts: ModelFacts | null; isLoaded: boolean; digest?: string }
  | { ok: false; model: string; problem: ModelProblem }

type Done = { ok: true } | { ok: false; problem: ModelProblem }

export interface Models extends Pulls {
  /** Why the host may not be contacted, or null. */
  obstacle(): ModelProblem | null
  /** What Ollama has, or why it cannot be asked. */
  look(): Promise<OllamaState>
  show(name: string): Promise<{ ok: true; facts: ModelFacts } | { ok: false; problem: ModelProblem }>
  /** The requested model, else the default. */
  meet(wanted: string, signal: AbortSignal): Promise<ModelConnection>
  compareMeanings: CompareMeanings
  embed: Embed
  unload(name: string): Promise<Done>
  remove(name: string): Promise<Done>
}

type Unreachable = Extract<OllamaState, { state: 'unreachable' }>

// A computer busy with a model answers late, and meanwhile the person sees nothing happen.
const CALM = { firstByteMs: 15_000, betweenLinesMs: 15_000 }

export function makeModels(ports: ModelPorts): Models {
  const memory = makeModelMemory()
  const obstacle = () => findObstacle(ports.host(), ports.plainHosts())
  const pulls = makePulls({ host: ports.host, tick: ports.tick, obstacle })

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

  const allowed = async <T extends { ok: true }>(act: () => Promise<T | { ok: false; problem: ModelProblem }>) => {
    const problem = obstacle()
    return problem ? ({ ok: false, problem } as const) : act()
  }

  return {
    ...pulls,
    obstacle,
    look,
    ...makeMeanings(look),
    meet,
    show: (name) =>
      allowed(async () => {
        const host = ports.host()
        const { models } = { models: [] as OllamaModel[], ...(await listModels(host)) }
        const found = findModel(models, name) ?? { name, bytes: 0, parameters: '', quantization: '', isLoaded: false }
        return memory.show(host, found)
      }),
    unload: (name) => allowed(() => unloadModel(ports.host(), name)),
    remove: (name) => allowed(() => deleteModel(ports.host(), name)),
  }
}

/** Null once the person stops. The request continues for the next time. */
function unlessStopped<T>(asked: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(null)
    const stop = () => resolve(null)
    signal.addEventListener('abort', stop, { once: true })
    asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

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
  if (await isInstalled()) {
    return { ...ollama, message: message('ollama-not-running', { host }) }
  }
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

interface PullPorts {
  host(): string
  tick(tick: Tick): void
  /** Why the host may not be contacted, or null. */
  obstacle(): ModelProblem | null
}

interface Pulls {
  /** Starts or continues a download, one at a time for each model. */
  pull(model: string): PullState
  /** False if none was running; resolves once it has stopped. */
  cancelPull(model: string): Promise<boolean>
  /** The running ones, and how the others ended. */
  pulls(): PullState[]
  /** Resolves with the outcome; null if there was none. */
  pulled(model: string): Promise<PullState | null>
  stopPulls(): Promise<void>
}

export function makePulls({ host, tick, obstacle }: PullPorts): Pulls {
  const work = makeModelWork<PullState>({
    start: (model) => ({ model, state: 'running', step: '', layers: [], bytes: 0, doneBytes: 0 }),
    told: (pull) => tick({ tick: 'pull', chat: null, ...pull }),
    async work(model, signal, note) {
      const problem = obstacle() ?? (await fetchModel(host(), model, signal, note))
      if (!problem) return note({ state: 'done' })
      return note(problem.code === 'STOPPED' ? { state: 'stopped' } : { state: 'failed', problem })
    },
  })
  return {
    pull: work.begin,
    cancelPull: work.stop,
    pulls: work.list,
    pulled: work.ended,
    stopPulls: work.stopAll,
  }
}

async function fetchModel(
  host: string,
  model: string,
  signal: AbortSignal,
  note: (change: Partial<PullState>) => PullState,
): Promise<ModelProblem | null> {
  const outcome = await pullModel(host, model, {
    signal,
    onProgress: ({ step, layers, bytes, doneBytes }) => void note({ step, layers, bytes, doneBytes }),
  })
  return outcome.ok ? null : outcome.problem
}
