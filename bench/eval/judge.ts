import { matchesArgv } from './match-argv.ts'
import type { Attempt, Command } from './stage.ts'
import type { Outcome, Step, Task } from './task.ts'

/** How the model's turn ended: `answered`, a limit, or the code of a problem. */
export interface Attempted {
  /** What the server said it took, where it did. */
  figures?: { promptTokens: number; readTokens: number; firstCallMs: number }
  attempts: readonly Attempt[]
  ending: string
  /** Every answer of the model as it wrote it. */
  replies?: readonly string[]
  /** What the model said at last. */
  answer: string
}

export type Judgement = { done: true } | { done: false; why: string }

/** A look around beside what was asked is no fault; more than this is guessing. */
const MOST_ASIDE = 2

export function isAccepted(step: Step, command: Command): boolean {
  return step.accept.some((outcome) => fits(outcome, command))
}

function fits({ argv, cwd = '.', stdin }: Outcome, command: Command): boolean {
  return (
    matchesArgv(argv, command.argv) &&
    command.cwd === cwd &&
    (stdin === undefined ? command.stdin === null : stdin.test(command.stdin ?? ''))
  )
}

/** What the model reads of the latest of these commands. */
export function outputOf({ steps }: Task, commands: readonly Command[]): string {
  const latest = commands.at(-1)
  const { taken } = follow(steps, commands)
  return (latest && steps.slice(0, taken).findLast((step) => isAccepted(step, latest))?.output) ?? '(no output)'
}

/** What a call of a step's tool prints if it names another thing; null where it names the right one. */
export function failureOf({ steps }: Task, { tool, command }: Attempt): string | null {
  if (!command || steps.some((step) => isAccepted(step, command))) return null
  return steps.find(({ accept }) => accept.some(({ call }) => call.tool === tool))?.elsewhere ?? null
}

/** How many steps the commands took, in their order, and what ran beside them. */
function follow(steps: readonly Step[], commands: readonly Command[]): { taken: number; aside: Command[] } {
  let taken = 0
  const aside: Command[] = []
  for (const command of commands) {
    const step = steps[taken]
    if (step && isAccepted(step, command)) taken += 1
    else aside.push(command)
  }
  return { taken, aside }
}

/** By the commands that would run alone; what the model says counts only where nothing is to run, and then that it speaks. */
export function judgeTask({ steps }: Task, { attempts, ending, answer }: Attempted): Judgement {
  const commands = attempts.flatMap(({ command }) => (command ? [command] : []))
  const fail = (why: string): Judgement => ({ done: false, why })
  if (steps.length === 0) {
    if (commands.length > 0) return fail('ran a command')
    // An answer that the limit of this measurement cut off is one all the same.
    if (ending !== 'answered' && ending !== 'length') return fail(ending)
    return answer.trim() === '' ? fail('said nothing') : { done: true }
  }
  const { taken, aside } = follow(steps, commands)
  if (aside.some(({ changesThings }) => changesThings)) return fail('changed something else')
  if (taken === steps.length) return aside.length > MOST_ASIDE ? fail('ran too much') : { done: true }
  if (taken > 0) return fail('half done')
  if (attempts.length === 0) return fail(ending === 'answered' ? 'no call' : ending)
  const tools = new Set(steps.flatMap(({ accept }) => accept.map(({ call }) => call.tool)))
  const meant = attempts.filter(({ tool }) => tools.has(tool))
  if (meant.length === 0) return fail('wrong tool')
  return fail(meant.some(({ command }) => command) ? 'wrong arguments' : 'arguments refused')
}

/** Whether any call was of a tool that could have led there. */
export function choseRightTool({ steps }: Task, attempts: readonly Attempt[]): boolean {
  const [first] = steps
  return first === undefined
    ? attempts.length === 0
    : first.accept.some(({ call }) => attempts.some(({ tool }) => tool === call.tool))
}
