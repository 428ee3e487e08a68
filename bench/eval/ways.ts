import type { TurnInput } from '#main/agent/turn'
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

const turn = (name: string, title: string, limits: Pick<TurnInput, 'tiers' | 'structured'> = {}): Way => ({
  name,
  title,
  checksCalls: true,
  ask: (asked, run) => takeTurn(asked, run, limits),
})

export const WAYS: readonly Way[] = [
  { name: 'plain', title: 'plain client', checksCalls: false, ask: askPlainly },
  turn('turn', 'our turn'),
  turn('native', '  native calls alone', { tiers: new Set(['native']) }),
  turn('content', '  JSON in text alone', { tiers: new Set(['content']) }),
  turn('xml', '  <tool_call> alone', { tiers: new Set(['xml']) }),
  turn('choose', '  choose, then fill, alone', { tiers: new Set(['structured']), structured: 'choose' }),
  turn('enum', '  choose and fill at once', { tiers: new Set(['structured']), structured: 'enum' }),
]
