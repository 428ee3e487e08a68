import type { CallStyle } from '#shared/model/model-settings'
import { askPlainly } from './ask-plainly.ts'
import type { Attempted } from './judge.ts'
import type { Asked, RunCall } from './run-tasks.ts'
import { takeTurn } from './take-turn.ts'

/** One way of getting a task done with a model. */
export interface Way {
  name: string
  title: string
  /** A plain client hands on every call there is a tool for; our turn only what satisfies the schema. */
  checksCalls: boolean
  ask(asked: Asked, run: RunCall): Promise<Omit<Attempted, 'attempts'>>
}

const turn = (name: string, title: string, style?: CallStyle): Way => ({
  name,
  title,
  checksCalls: true,
  ask: (asked, run) => takeTurn(asked, run, style),
})

export const WAYS: readonly Way[] = [
  { name: 'plain', title: 'plain client', checksCalls: false, ask: askPlainly },
  turn('turn', 'our turn'),
  turn('compact', '  tools as lines', 'compact'),
  turn('native', '  tools of the protocol', 'native'),
  turn('choose', '  choose, then fill', 'choose'),
]
