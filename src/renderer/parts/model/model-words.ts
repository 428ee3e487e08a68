import { countOf, formatBytes, formatCount } from '#renderer/parts/ui/figures.ts'
import type { IconName } from '#renderer/parts/ui/icon.tsx'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { PullState } from '#shared/model/model'
import type { KeepAlive } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'

const WORDS: Record<string, { icon: IconName; word: Text }> = {
  tools: { icon: 'tools', word: 'tools' },
  thinking: { icon: 'think', word: 'thinking' },
  vision: { icon: 'vision', word: 'pictures' },
}

/** What the model can do besides chatting; null if unknown. */
export function capabilityWords({ capabilities }: Pick<OllamaModel, 'capabilities'>) {
  if (!capabilities) return null
  return Object.entries(WORDS)
    .filter(([name]) => capabilities.includes(name))
    .map(([, { icon, word }]) => ({ icon, word: say(word) }))
}

export const KEPT: Record<KeepAlive | '', Text> = {
  '': 'Ollama default',
  '5m': '5 minutes',
  '1h': '1 hour',
  always: 'Until Ollama quits',
  none: 'Unload after each answer',
}

export function canChat({ capabilities }: Pick<OllamaModel, 'capabilities'>): boolean {
  return !capabilities || capabilities.includes('completion')
}

/** What a person should know before choosing it, or null. */
export function cautionOf(model: OllamaModel): string | null {
  if (!canChat(model)) return say('Can’t chat. Made for other tasks, such as embeddings.')
  if (model.capabilities && !model.capabilities.includes('tools')) {
    return say('No tool support; Skillet guides it step by step.')
  }
  return null
}

/** `4.0B · Q4_K_M · 2.6 GB · up to 40,960 tokens` */
export function figuresOf({ parameters, quantization, bytes, contextLength }: OllamaModel): string {
  const trained = contextLength ? say('up to {count} tokens', { count: formatCount(contextLength) }) : ''
  return [parameters, quantization, formatBytes(bytes), trained].filter(Boolean).join(' · ')
}

/** `4.0B · 2.6 GB` */
export function shortFigures({ parameters, bytes }: OllamaModel): string {
  return [parameters, formatBytes(bytes)].filter(Boolean).join(' · ')
}

export function loadedWords({ loadedContext }: Pick<OllamaModel, 'loadedContext'>): string {
  return loadedContext ? `${say('loaded')} · ${countOf(loadedContext, 'token', 'tokens')}` : say('loaded')
}

export function shareOf({ bytes, doneBytes }: { bytes: number; doneBytes: number }): number {
  return bytes > 0 ? Math.min(1, doneBytes / bytes) : 0
}

/** One line about a download. */
export function pullLine(pull: PullState): string {
  const [done, whole] = [formatBytes(pull.doneBytes), formatBytes(pull.bytes)]
  const far = pull.bytes > 0 ? say('{done} of {whole}', { done, whole }) : ''
  switch (pull.state) {
    case 'running':
      return far || say('Contacting the registry')
    case 'done':
      return say('Downloaded')
    case 'stopped':
      return far ? say('Stopped at {far}. You can resume later.', { far }) : say('Stopped.')
    case 'failed':
      return pull.problem ? sayMessage(pull.problem.message) : say('Failed. Ollama gave no reason.')
  }
}
