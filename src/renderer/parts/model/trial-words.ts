import { formatCount } from '#renderer/parts/ui/figures.ts'
import { say, type Text } from '#shared/messages/say'
import type { CallStyle, ModelTrial, StyleScore } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'
import { KEPT } from './model-words.ts'

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

/** The conclusion, in a sentence. */
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
