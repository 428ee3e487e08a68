import { createInterface } from 'node:readline/promises'
import type { CallPorts } from '#main/calls/run-call'
import { describePlan } from '#main/cli/calls/print-plan'
import type { Plan, Verdict } from '#shared/call/plan'
import { makeQueue } from '#shared/queue'
import { askFields } from './ask-fields.ts'
import { fail } from './exits.ts'
import type { Invocation } from './invocation.ts'
import { toLine } from './print.ts'

type Terminal = Pick<Invocation, 'stdin' | 'stderr'>

/** Only a plain yes counts. Null if the wait was ended. */
export const askPerson = (question: string, terminal: Terminal, signal: AbortSignal) =>
  askYes((prompt, ended) => askLine(prompt, terminal, ended), question, signal)

/** Shows what it is about and asks. `--yes` answers; without a terminal nobody can be asked. */
export async function askFor(invocation: Invocation, lines: string[], question: string): Promise<boolean> {
  const { printer, options, signal } = invocation
  const isAsked = !options.yes && printer.isInteractive
  for (const line of lines) isAsked ? printer.note(line) : printer.aside(line)
  if (options.yes) return true
  const answer = isAsked ? await askPerson(question, invocation, signal) : null
  return (
    answer ??
    fail('NOT_ANSWERED', 'this must be confirmed, and nobody is here to do it. Look at it, then say it with --yes.')
  )
}

async function askYes(ask: AskLine, question: string, signal: AbortSignal): Promise<boolean | null> {
  const answer = await ask(`${question} [y/N] `, signal)
  return answer === null ? null : /^(y|yes)$/i.test(answer.trim())
}

async function askLine(prompt: string, { stdin, stderr }: Terminal, signal: AbortSignal): Promise<string | null> {
  // Not as a terminal: in raw mode Ctrl-C would not reach us as a signal.
  const lines = createInterface({ input: stdin, output: stderr, terminal: false })
  const ended = new AbortController()
  lines.on('close', () => ended.abort())
  try {
    return await lines.question(prompt, { signal: AbortSignal.any([signal, ended.signal]) })
  } catch (error) {
    if (signal.aborted || ended.signal.aborted) return null
    throw error
  } finally {
    lines.close()
  }
}

/** The next line that is typed; null if the wait was ended. */
export type AskLine = (prompt: string, signal: AbortSignal) => Promise<string | null>

export type Decider = ReturnType<typeof makeDecider>

/** How the closed folders of a call would have to be opened; null if none is closed. */
function accessOf({ closed = [] }: Plan): 'read' | 'write' | null {
  if (!closed.some(({ param }) => param !== undefined)) return null
  return closed.some(({ access }) => access === 'write') ? 'write' : 'read'
}

/** Asks one question at a time, whatever else runs. */
export function makeDecider(
  invocation: Pick<Invocation, 'options' | 'printer'> & Terminal,
  ask: AskLine | null = invocation.printer.isInteractive
    ? (prompt, signal) => askLine(prompt, invocation, signal)
    : null,
) {
  const { options, printer } = invocation
  const inTurn = makeQueue()
  let isMissed = false

  async function askAbout(ask: AskLine, plan: Plan, verdict: Verdict, signal: AbortSignal): Promise<boolean | null> {
    if (signal.aborted) return null
    for (const line of describePlan(plan, verdict, printer.paintNote)) printer.note(line)
    const access = accessOf(plan)
    if (access === null) return askYes(ask, 'Run this?', signal)
    const folders = [...new Set(plan.closed?.map(({ folder }) => toLine(folder)))].join(', ')
    return askYes(ask, `Open ${folders} to ${access === 'read' ? 'read' : 'change'}, until this ends?`, signal)
  }

  /** Answers the questions of servers. No option of the line answers one. */
  const answer: NonNullable<CallPorts['ask']> = async (_id, question, signal) => {
    if (ask) return inTurn(() => askFields(question, ask, printer, signal))
    printer.note(
      `skillet: the server ${toLine(question.server)} asks something, and nobody is here to answer: declined.`,
    )
    return null
  }

  const decide: CallPorts['decide'] = async (_call, plan, verdict, signal) => {
    if (options.yes) return { decision: 'once', by: 'flag' }
    if (ask === null) {
      isMissed = true
      return null
    }
    const answer = await inTurn(() => askAbout(ask, plan, verdict, signal))
    const access = accessOf(plan)
    if (answer && access) return { decision: 'open', access, by: 'person' }
    return answer === null ? null : { decision: answer ? 'once' : 'deny', by: 'person' }
  }

  /** `wasMissed`: something needed approval and nobody was there. */
  return { ask: answer, decide, wasMissed: () => isMissed }
}
