import { countOf, formatBytes, formatCount } from '#renderer/parts/ui/figures.ts'
import type { IconName } from '#renderer/parts/ui/icon.tsx'
import { say, sayMessage, type Text } from '#shared/messages/say'
import type { PullState } from '#shared/model/model'
import type { CallStyle, KeepAlive, ModelTrial, StyleScore } from '#shared/model/model-settings'
import type { OllamaModel, OllamaState } from '#shared/requests/requests'

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

interface OllamaWords {
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

const STYLES: Record<CallStyle, Text> = {
  compact: 'Tools listed in the instructions',
  native: 'Native tool calls',
  choose: 'Pick a tool, then fill it in',
}

/** `Right tool 7 of 8 · right arguments 6 of 7 · quiet 3 of 4` */
export function scoreLine({ style, asked, picked, fitted, askedForNothing, quiet }: StyleScore) {
  const line = [
    say('correct tool {done} of {whole}', { done: picked, whole: asked }),
    say('correct arguments {done} of {whole}', { done: fitted, whole: picked }),
    say('no unnecessary call {done} of {whole}', { done: quiet, whole: askedForNothing }),
  ].join(' · ')
  return { title: say(STYLES[style]), line }
}

export function verdictOf({ best, scores }: ModelTrial): string {
  const { asked, picked } = scores.find(({ style }) => style === best) ?? { asked: 0, picked: 0 }
  if (picked < asked * 0.75) return say('Often picks the wrong tool. Check its requests carefully.')
  return say('Good at calling tools. Skillet uses what worked best: {way}.', { way: say(STYLES[best]) })
}

/** Settings and trial result on one line; empty if there are none. */
export function setupLine({ settings, trial }: Pick<OllamaModel, 'settings' | 'trial'>): string {
  const { context, keepAlive, think, pieceByPiece } = settings ?? {}
  const best = trial?.scores.find(({ style }) => style === trial.best)
  return [
    context ? say('context {count}', { count: formatCount(context) }) : '',
    keepAlive ? say(KEPT[keepAlive]) : '',
    think === 'off' ? say('thinking off') : '',
    pieceByPiece ? say('guided step by step') : '',
    best ? say('correct tool {done} of {whole}', { done: best.picked, whole: best.asked }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
