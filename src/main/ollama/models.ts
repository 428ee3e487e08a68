import { Ollama } from 'ollama'
import type { OllamaState } from '#shared/calls'
import { explain } from './chat.ts'
import { guardFetch } from './guarded-fetch.ts'

const LOOK_MS = 3000

/** What Ollama has at this moment. Never rejects. */
export async function listModels(host: string): Promise<OllamaState> {
  const patience = { firstByteMs: LOOK_MS, betweenBytesMs: LOOK_MS }
  const client = new Ollama({ host, fetch: guardFetch(AbortSignal.timeout(LOOK_MS), patience) })
  try {
    const [{ version }, { models }, loaded] = await Promise.all([client.version(), client.list(), client.ps()])
    if (!Array.isArray(models) || typeof version !== 'string') throw new TypeError('not Ollama')
    if (models.length === 0) return { state: 'no-model', host, version, models: [] }
    const inMemory = new Set(loaded.models.map(({ name }) => name))
    return {
      state: 'ready',
      host,
      version,
      models: models.map(({ name, size, details }) => ({
        name,
        bytes: size,
        parameters: details?.parameter_size ?? '',
        quantization: details?.quantization_level ?? '',
        isLoaded: inMemory.has(name),
      })),
    }
  } catch (error) {
    return { state: 'unreachable', host, message: explain(error, host).message }
  }
}
