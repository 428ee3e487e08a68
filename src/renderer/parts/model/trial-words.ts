import { formatCount } from '#renderer/parts/ui/figures.ts'
import { say, type Text } from '#shared/messages/say'
import { bestOf, type ModelTrial, type TrialWay, type WayScore } from '#shared/model/model-settings'
import type { OllamaModel } from '#shared/requests/requests'
import { KEPT } from './model-words.ts'

const WAYS: Record<TrialWay, Text> = {
  protocol: 'Native tool calls',
  choose: 'Pick a tool, then fill it in',
  enum: 'Pick and fill in at once',
}

/** `Right tool 7 of 8 · right arguments 6 of 7 · quiet 3 of 4` */
export function scoreLine({ way, asked, picked, fitted, askedForNothing, quiet }: WayScore) {
  const line = [
    say('correct tool {done} of {whole}', { done: picked, whole: asked }),
    say('correct arguments {done} of {whole}', { done: fitted, whole: picked }),
    say('no unnecessary call {done} of {whole}', { done: quiet, whole: askedForNothing }),
  ].join(' · ')
  return { title: say(WAYS[way]), line }
}

/** It says that it takes tools, and called none. */
export const callsNothing = ({ scores }: ModelTrial): boolean =>
  scores.some(({ way, called }) => way === 'protocol' && called === 0)

/** What follows from it, in a sentence. */
export function verdictOf(trial: ModelTrial, { settings }: Pick<OllamaModel, 'settings'>): string {
  if (callsNothing(trial) && !settings?.pieceByPiece) {
    return say('Made no tool calls on its own. Guiding it step by step may work better.')
  }
  if (settings?.pieceByPiece || trial.best !== 'protocol') {
    return say('Skillet uses what worked best: {way}.', { way: say(WAYS[betterOf(trial)]) })
  }
  const { asked, picked } = trial.scores.find(({ way }) => way === 'protocol') ?? { asked: 0, picked: 0 }
  return picked >= asked * 0.75
    ? say('Good at calling tools.')
    : say('Often picks the wrong tool. Check its requests carefully.')
}

function betterOf({ best, scores }: ModelTrial): TrialWay {
  if (best !== 'protocol') return best
  return bestOf(scores.filter(({ way }) => way !== 'protocol'))?.way ?? 'choose'
}

/** What is set and what came of the trial, on one line; empty where there is neither. */
export function setupLine({ settings, trial }: Pick<OllamaModel, 'settings' | 'trial'>): string {
  const { context, keepAlive, think, pieceByPiece } = settings ?? {}
  const best = trial?.scores.find(({ way }) => way === trial.best)
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
