import { formatCount } from '#renderer/parts/ui/figures.ts'
import { say, type Text } from '#shared/messages/say'
import type { CallStyle, ModelTrial, StyleScore } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'
import { KEPT } from './model-words.ts'

const STYLES: Record<CallStyle, Text> = {
  compact: 'Tools as a list in its instructions',
  native: 'By its own calls',
  choose: 'Choosing, then filling in',
}

/** `Right tool 7 of 8 · right arguments 6 of 7 · quiet 3 of 4` */
export function scoreLine({ style, asked, picked, fitted, askedForNothing, quiet }: StyleScore) {
  const line = [
    say('right tool {done} of {whole}', { done: picked, whole: asked }),
    say('right arguments {done} of {whole}', { done: fitted, whole: picked }),
    say('no call where none was needed {done} of {whole}', { done: quiet, whole: askedForNothing }),
  ].join(' · ')
  return { title: say(STYLES[style]), line }
}

/** What follows from it, in a sentence. */
export function verdictOf({ best, scores }: ModelTrial): string {
  const { asked, picked } = scores.find(({ style }) => style === best) ?? { asked: 0, picked: 0 }
  if (picked < asked * 0.75) return say('It often calls the wrong tool. Look closely at what it asks for.')
  return say('It calls tools well. Chats use what did best: {style}.', { style: say(STYLES[best]) })
}

/** What is set and what came of the trial, on one line; empty where there is neither. */
export function setupLine({ settings, trial }: Pick<OllamaModel, 'settings' | 'trial'>): string {
  const { context, keepAlive, think, pieceByPiece } = settings ?? {}
  const best = trial?.scores.find(({ style }) => style === trial.best)
  return [
    context ? say('context {count}', { count: formatCount(context) }) : '',
    keepAlive ? say(KEPT[keepAlive]) : '',
    think === 'off' ? say('does not think') : '',
    pieceByPiece ? say('asked piece by piece') : '',
    best ? say('right tool {done} of {whole}', { done: best.picked, whole: best.asked }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
