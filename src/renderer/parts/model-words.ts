import type { OllamaModel } from '#shared/calls'
import type { PullState } from '#shared/model'
import { formatBytes, formatCount } from './figures.ts'
import type { IconName } from './icon.tsx'

export interface CapabilityWord {
  icon: IconName
  word: string
}

const WORDS: Record<string, CapabilityWord> = {
  tools: { icon: 'tools', word: 'tools' },
  thinking: { icon: 'think', word: 'thinking' },
  vision: { icon: 'vision', word: 'pictures' },
}

/** What the model can do beyond talking; null where the server was not asked or did not tell. */
export function capabilityWords({ capabilities }: Pick<OllamaModel, 'capabilities'>): CapabilityWord[] | null {
  if (!capabilities) return null
  return Object.keys(WORDS).flatMap((name) => (capabilities.includes(name) ? [WORDS[name] as CapabilityWord] : []))
}

export function canChat({ capabilities }: Pick<OllamaModel, 'capabilities'>): boolean {
  return !capabilities || capabilities.includes('completion')
}

/** What a person should know before choosing it, or null. */
export function cautionOf(model: OllamaModel): string | null {
  if (!canChat(model)) return 'Made for something else, such as embeddings: it cannot chat.'
  if (model.capabilities && !model.capabilities.includes('tools')) {
    return 'Knows no tools of its own: Skillet gives it one at a time, and asks about each.'
  }
  return null
}

/** `4.0B · Q4_K_M · 2.6 GB · trained for 40 960 tokens` */
export function figuresOf({ parameters, quantization, bytes, contextLength }: OllamaModel): string {
  const trained = contextLength ? `trained for ${formatCount(contextLength)} tokens` : ''
  return [parameters, quantization, formatBytes(bytes), trained].filter(Boolean).join(' · ')
}

export function loadedWords({ loadedContext }: OllamaModel): string {
  return loadedContext ? `loaded · ${formatCount(loadedContext)} tokens` : 'loaded'
}

export function shareOf({ bytes, doneBytes }: { bytes: number; doneBytes: number }): number {
  return bytes > 0 ? Math.min(1, doneBytes / bytes) : 0
}

/** One line about a fetch, in words. */
export function pullLine(pull: PullState): string {
  const far = pull.bytes > 0 ? `${formatBytes(pull.doneBytes)} of ${formatBytes(pull.bytes)}` : ''
  switch (pull.state) {
    case 'running':
      return far || 'Asking the registry'
    case 'done':
      return 'Complete'
    case 'stopped':
      return far ? `Stopped at ${far}. What is here is kept.` : 'Stopped.'
    case 'failed':
      return pull.problem?.message ?? 'It failed, and Ollama did not say why.'
  }
}
