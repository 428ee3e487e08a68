import { randomUUID } from 'node:crypto'
import type { Decision } from '#main/approvals'
import { type Dispatched, makeDispatch } from '#main/dispatch'
import { openRules } from '#main/open-rules'
import { RULE_TYPES } from '#main/rules'
import type { Plan, Run, Verdict } from '#shared/plan'
import { askPerson } from './ask-person.ts'
import { type ErrorCode, EXIT, type ExitCode, exitOf } from './exits.ts'
import type { Invocation } from './invocation.ts'
import { openRecord } from './open-record.ts'
import { makeOutput } from './output.ts'
import { noteError } from './print.ts'
import { describeCommand, describePlan } from './print-plan.ts'
import { toLine } from './printable.ts'
import type { CallWords } from './read-call.ts'
import { findFresh, type Stock } from './stock.ts'

export interface RunDocument {
  ok: boolean
  plan?: Plan
  verdict?: Verdict
  run?: Run
  error?: { code: ErrorCode; message: string; path?: string }
}

/** One call from the plan to the record. Everything for people is printed; the document is left to the caller. */
export async function runCall(
  invocation: Invocation,
  { shelf, machine, areScriptsOff }: Stock,
  words: CallWords,
): Promise<{ code: ExitCode; document: RunDocument }> {
  const { home, printer, signal, options } = invocation
  const found = shelf.find(words.tool)
  if (!found.ok && found.error.code === 'TOOL_UNKNOWN') return fail(invocation, {}, found.error)
  const opened = await openRecord(home, printer)
  if (!opened.ok) return fail(invocation, {}, { code: 'RECORD_FAILED', message: opened.message })
  const { ledger } = opened
  const output = makeOutput(printer)

  async function decide(_call: string, plan: Plan, verdict: Verdict, signal: AbortSignal): Promise<Decision | null> {
    if (options.yes) return { decision: 'once', by: 'flag' }
    if (!printer.isInteractive) return null
    for (const line of describePlan(plan, verdict, printer.paintNote)) printer.note(line)
    const answer = await askPerson('Run this?', invocation, signal)
    return answer === null ? null : { decision: answer ? 'once' : 'deny', by: 'person' }
  }

  try {
    const told = await ledger.read({ types: RULE_TYPES })
    const rules = openRules(ledger, told, ({ message }) => printer.note(message))
    const dispatch = makeDispatch({
      record: async (facts, texts) => {
        for (const fact of await ledger.append(facts, texts)) rules.take(fact)
        for (const fact of facts)
          if (fact.type === 'run.started') printer.aside(describeCommand(fact.plan, printer.paintNote))
      },
      tick: () => {},
      find: (name) => findFresh(shelf, name),
      areScriptsOff: () => areScriptsOff,
      machine,
      decide,
      rules,
    })
    const done = await dispatch({ ...words, chat: null, call: randomUUID(), signal, output: output.show })
    return conclude(invocation, done, output.end)
  } finally {
    await ledger.close()
  }
}

function conclude(
  { printer, signal }: Invocation,
  { plan, verdict, run, succeeded, error }: Dispatched,
  end: (run: Run) => void,
): { code: ExitCode; document: RunDocument } {
  const known = { ...(plan && { plan }), ...(verdict && { verdict }) }
  if (error) return fail({ printer }, known, error.code === 'NOT_ANSWERED' && !signal.aborted ? NEEDS_APPROVAL : error)
  if (!run) return fail({ printer }, known, { code: 'FAILED', message: 'the call ended without a run' })
  end(run)
  const ok = succeeded === true
  printer.aside(printer.paintNote(ok ? 'dim' : 'red', describeEnd(run)))
  for (const { pid, command } of run.survivors) printer.note(`still running: ${pid} ${toLine(command)}`)
  return { code: ok ? EXIT.done : EXIT.failed, document: { ok, ...known, run } }
}

const NEEDS_APPROVAL = {
  code: 'NOT_ANSWERED',
  message: 'this needs approval, and nobody is here to give it. Look at it with skillet plan, then run it with --yes.',
} as const

function fail(
  { printer }: Pick<Invocation, 'printer'>,
  known: Pick<RunDocument, 'plan' | 'verdict'>,
  error: { code: ErrorCode; message: string; path?: string },
): { code: ExitCode; document: RunDocument } {
  if (known.plan && !printer.isInteractive) printer.aside(describeCommand(known.plan, printer.paintNote))
  noteError(printer, error)
  return { code: exitOf(error.code), document: { ok: false, ...known, error } }
}

function describeEnd(run: Run): string {
  const { exitCode, signal, timedOut, canceled, failure, ms, truncated, stdoutBytes, stderrBytes } = run
  const how = failure
    ? failure.message
    : canceled
      ? 'stopped'
      : timedOut
        ? 'timed out'
        : signal !== null
          ? `ended by signal ${signal}`
          : `exit ${exitCode}`
  const kept = truncated
    ? `, ${stdoutBytes + stderrBytes} bytes, of which the record keeps the beginning and the end`
    : ''
  return toLine(`${how}, ${ms} ms${kept}`)
}
