import type { OllamaState } from '#shared/calls'

export interface OllamaWords {
  look: 'good' | 'waiting' | 'bad' | 'unknown'
  line: string
}

/** One line about the model server. */
export function ollamaLine(ollama: OllamaState | null, model: string): OllamaWords {
  if (!ollama) return { look: 'unknown', line: 'Looking for Ollama' }
  if (ollama.state === 'unreachable') return { look: 'bad', line: 'Ollama is not reachable' }
  if (ollama.state === 'too-old') return { look: 'bad', line: `Ollama ${ollama.version} is too old` }
  if (ollama.state === 'no-model') return { look: 'waiting', line: `Ollama ${ollama.version} · no model yet` }
  const loaded = ollama.models.find(({ isLoaded }) => isLoaded)?.name
  return { look: 'good', line: `Ollama ${ollama.version} · ${loaded ? `${loaded} loaded` : model || 'ready'}` }
}

/** What a chat would be answered by. */
export function modelInUse(ollama: OllamaState | null, chosen: string): string {
  if (chosen) return chosen
  return ollama?.state === 'ready' ? (ollama.models[0]?.name ?? '') : ''
}
