import type { JsonObject } from '#shared/json'

/** One element of an argument list, or some of them. */
export type Part =
  | string
  | RegExp
  /** The same place, however it is written: a.txt, ./a.txt, a.txt/. */
  | { path: string }
  | { maybe: Part[] }
  | { oneOf: Part[][] }
  | { anyOrder: Part[][] }
  /** Whatever stands there, also nothing. */
  | { anything: true }

/** A command that does what was asked, and one call that leads to it. */
export interface Outcome {
  call: { tool: string; args: JsonObject }
  argv: Part[]
  /** Relative to the working folder; the working folder itself unless said otherwise. */
  cwd?: string
  stdin?: RegExp
}

export interface Step {
  accept: Outcome[]
  /** What the command would print. */
  output: string
  /** What the model reads of the command if it names another thing, such as a container that is not there. */
  elsewhere?: string
}

export const KINDS = [
  'single',
  'arguments',
  'steps',
  'talk',
  'safe',
  'later',
  'pairs',
  'german',
  'python',
  'unseen',
  'fresh',
  'practice',
  'held-out',
  'newest',
  'further',
  'once',
  'last',
  'extra',
] as const
export type Kind = (typeof KINDS)[number]

export const KIND_TITLES: Record<Kind, string> = {
  single: 'single call',
  arguments: 'right arguments',
  steps: 'two steps',
  talk: 'no tool',
  safe: 'safe, do it',
  later: 'later',
  pairs: 'two at once',
  german: 'German',
  python: 'in Python',
  unseen: 'unseen',
  fresh: 'fresh',
  practice: 'practice',
  'held-out': 'held out',
  newest: 'newest',
  further: 'further',
  once: 'once',
  last: 'last',
  extra: 'extra',
}

export interface Task {
  kind: Kind
  /** In the words people use. */
  request: string
  /** Commands in their order; none where no command may run. */
  steps: Step[]
}

export const path = (text: string): Part => ({ path: text })
export const maybe = (...parts: Part[]): Part => ({ maybe: parts })
export const either = (...parts: Part[]): Part => ({ oneOf: parts.map((part) => [part]) })
export const anyOrder = (...groups: Part[][]): Part => ({ anyOrder: groups })
export const ANYTHING: Part = { anything: true }

type Placed = Pick<Outcome, 'cwd' | 'stdin'>

export const outcome = (tool: string, args: JsonObject, argv: Part[], placed: Placed = {}): Outcome => ({
  call: { tool, args },
  argv,
  ...placed,
})

/** With a guessed name, the command of this step prints this, as the program would. */
export const orElse = (elsewhere: string, step: Step): Step => ({ ...step, elsewhere })

export const step = (output: string, ...accept: Outcome[]): Step => ({ accept, output })

export const task = (kind: Kind, request: string, ...steps: Step[]): Task => ({ kind, request, steps })
