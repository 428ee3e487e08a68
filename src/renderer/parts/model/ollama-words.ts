import { say } from '#shared/messages/say'
import type { OllamaState } from '#shared/requests/requests'

export interface OllamaWords {
  look: 'good' | 'waiting' | 'bad' | 'unknown'
  line: string
}

/** One line about the model server. `isReady`: the model has read the beginning of the next message. */
export function ollamaLine(ollama: OllamaState | null, model: string, isReady = false): OllamaWords {
  if (!ollama) return { look: 'unknown', line: say('Looking for Ollama') }
  if (ollama.state === 'unreachable') return { look: 'bad', line: say('Ollama is not reachable') }
  const { version } = ollama
  if (ollama.state === 'too-old') return { look: 'bad', line: say('Ollama {version} is too old', { version }) }
  if (ollama.state === 'no-model') return { look: 'waiting', line: `Ollama ${version} · ${say('no model yet')}` }
  const inMemory = ollama.models.filter(({ isLoaded }) => isLoaded).map(({ name }) => name)
  // By default the server forgets after a few minutes what it has read.
  if (isReady && inMemory.includes(model)) {
    return { look: 'good', line: `Ollama ${version} · ${say('{model} ready', { model })}` }
  }
  const [loaded] = inMemory
  const standing = loaded ? say('{model} loaded', { model: loaded }) : model || say('ready')
  return { look: 'good', line: `Ollama ${version} · ${standing}` }
}

/** The model that would answer. */
export function modelInUse(ollama: OllamaState | null, chosen: string): string {
  return chosen || (ollama?.state === 'ready' ? (ollama.byDefault ?? '') : '')
}
