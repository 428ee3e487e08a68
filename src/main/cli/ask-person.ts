import { createInterface } from 'node:readline/promises'
import type { CallPorts } from '#main/calls/run-call'
import { describePlan } from '#main/cli/calls/print-plan'
import type { Plan, Verdict } from '#shared/call/plan'
import type { Invocation } from './invocation.ts'
import { toLine } from './printable.ts'

/** Only a plain yes counts. Null if the wait was ended. */
export async function askPerson(
  question: string,
  { stdin, stderr }: Pick<Invocation, 'stdin' | 'stderr'>,
  signal: AbortSignal,
): Promise<boolean | null> {
  // Not as a terminal: in raw mode Ctrl-C would not reach us as a signal.
  const lines = createInterface({ input: stdin, output: stderr, terminal: false })
  const ended = new AbortController()
  lines.on('close', () => ended.abort())
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: AbortSignal.any([signal, ended.signal]) })
    return /^(y|yes)$/i.test(answer.trim())
  } catch (error) {
    if (signal.aborted || ended.signal.aborted) return null
    throw error
  } finally {
    lines.close()
  }
}

/** Asks on this terminal; null if nobody is at it. */
export const askHere = (invocation: Invocation): AskPerson | null =>
  invocation.printer.isInteractive ? (question, signal) => askPerson(question, invocation, signal) : null

/** Null if the wait was ended or nobody is there to answer. */
export type AskPerson = (question: string, signal: AbortSignal) => Promise<boolean | null>

export interface Decider {
  decide: CallPorts['decide']
  /** Something needed approval and nobody was there. */
  wasMissed(): boolean
}

/** How the closed folders of a call would have to be opened; null if none is closed. */
function accessOf({ closed = [] }: Plan): 'read' | 'write' | null {
  if (!closed.some(({ param }) => param !== undefined)) return null
  return closed.some(({ access }) => access === 'write') ? 'write' : 'read'
}

/** Asks one question at a time, whatever else runs. */
export function makeDecider(
  { options, printer }: Pick<Invocation, 'options' | 'printer'>,
  ask: AskPerson | null,
): Decider {
  let before: Promise<unknown> = Promise.resolve()
  let isMissed = false

  async function askAbout(ask: AskPerson, plan: Plan, verdict: Verdict, signal: AbortSignal): Promise<boolean | null> {
    if (signal.aborted) return null
    for (const line of describePlan(plan, verdict, printer.paintNote)) printer.note(line)
    const access = accessOf(plan)
    if (access === null) return ask('Run this?', signal)
    const folders = [...new Set(plan.closed?.map(({ folder }) => toLine(folder)))].join(', ')
    return ask(`Open ${folders} to ${access === 'read' ? 'read' : 'change'}, until this ends?`, signal)
  }

  return {
    wasMissed: () => isMissed,
    decide: async (_call, plan, verdict, signal) => {
      if (options.yes) return { decision: 'once', by: 'flag' }
      if (ask === null) {
        isMissed = true
        return null
      }
      const asked = before.then(() => askAbout(ask, plan, verdict, signal))
      before = asked.catch(() => undefined)
      const answer = await asked
      const access = accessOf(plan)
      if (answer && access) return { decision: 'open', access, by: 'person' }
      return answer === null ? null : { decision: answer ? 'once' : 'deny', by: 'person' }
    },
  }
}
