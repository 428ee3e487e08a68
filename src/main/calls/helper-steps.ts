import { runForValue, type ValueResult } from '#main/runners/process/run-helper'
import type { Plan, ResolverStep } from '#shared/call/plan'
import type { AppendFacts } from './journal.ts'
import type { Machine } from './machine.ts'

/** The call that a helper runs for, and where it is recorded. */
export interface HelperPorts {
  call: string
  chat: string | null
  signal: AbortSignal
  machine: Machine
  append: AppendFacts
}

/** Works out one value. Recorded before it starts, and confined if this system can. */
export function runResolver(step: ResolverStep, { call, append, ...at }: HelperPorts): Promise<ValueResult> {
  const conclude = ({ outcome, value, note }: ValueResult): ResolverStep => {
    return { ...step, outcome, value: outcome === 'resolved' ? value : step.value, ...(note !== undefined && { note }) }
  }
  return runForValue(
    { ...step, stdin: null },
    {
      ...placeOf(at),
      started: (path, run) => append([{ type: 'resolver.started', call, run, step, path }]),
      finished: (result, run, exitCode, ms) =>
        append([{ type: 'resolver.finished', call, run, step: conclude(result), exitCode, ms }]),
    },
  )
}

/** Reuses what the same step returned before the person was asked. */
export function recallResolver(before: Plan | undefined, { param, argv, sha256 }: ResolverStep) {
  const words = JSON.stringify(argv)
  return before?.resolvers.find(
    (step) => step.param === param && step.sha256 === sha256 && JSON.stringify(step.argv) === words,
  )
}

/** Lets the tool's own program read the output before the model does. */
export async function runPostProcess(
  merged: string,
  { postProcess: step }: Plan,
  { call, append, ...at }: HelperPorts,
): Promise<ValueResult | null> {
  if (step?.outcome !== 'not-run') return null
  return runForValue(
    { ...step, stdin: merged },
    {
      ...placeOf(at),
      started: (path, run) => append([{ type: 'postprocess.started', call, run, step, path }]),
      finished: ({ outcome, note }, run, exitCode, ms) => {
        const ended = { ...step, outcome, ...(note !== undefined && { note }) }
        return append([{ type: 'postprocess.finished', call, run, step: ended, exitCode, ms }])
      },
    },
  )
}

function placeOf({ machine, signal, chat }: Pick<HelperPorts, 'machine' | 'signal' | 'chat'>) {
  const { cwd, env } = machine.forCall(chat)
  return { searchPath: machine.searchPath, cwd, env, signal, confinement: machine.forHelper(chat), wrap: machine.wrap }
}
