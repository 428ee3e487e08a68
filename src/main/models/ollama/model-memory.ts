import type { ModelFacts } from '#shared/model/model'
import type { OllamaModel, OllamaState } from '#shared/requests/requests'
import { showModel } from './models.ts'

const AT_ONCE = 4

type Shown = Awaited<ReturnType<typeof showModel>>

/** What `show` returned for each model, asked once for each digest. */
export interface ModelMemory {
  show(host: string, model: OllamaModel): Promise<Shown>
  /** Null if it cannot be asked now. */
  facts(host: string, model: OllamaModel): Promise<ModelFacts | null>
  /** Adds what each model can do. If none can chat, the state is `no-model`. */
  complete(ollama: OllamaState): Promise<OllamaState>
}

export function makeModelMemory(): ModelMemory {
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
    complete: async (ollama) => {
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
export const mayChat = ({ capabilities }: OllamaModel): boolean => capabilities?.includes('completion') ?? true
