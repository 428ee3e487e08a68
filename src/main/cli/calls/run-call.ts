import { randomUUID } from 'node:crypto'
import type { Decision } from '#main/calls/approvals'
import { openRules } from '#main/calls/open-rules'
import { RULE_TYPES } from '#main/calls/rules'
import { type CallOutcome, makeRunCall } from '#main/calls/run-call'
import { askPerson } from '#main/cli/ask-person'
import { type ErrorCode, EXIT, type ExitCode, exitOf } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { openRecord } from '#main/cli/log/open-record'
import { makeOutput } from '#main/cli/output'
import { noteError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { findFresh, type Stock } from '#main/cli/skills/stock'
import type { Plan, Run, Verdict } from '#shared/call/plan'
import { type Message, textOf } from '#shared/messages/message'
import { describeCommand, describePlan } from './print-plan.ts'
import type { CallWords } from './read-call.ts'

export interface RunDocument {
  ok: boolean
  plan?: Plan
  verdict?: Verdict
  run?: Run
  error?: { code: ErrorCode; message: Message | string; path?: string }
}

/** One call from the plan to the record. Everything for people is printed; the document is left to the caller. */
export async function runCall(
  invocation: Invocation,
  { registry, machine, areScriptsOff }: Stock,
  words: CallWords,
): Promise<{ code: ExitCode; document: RunDocument }> {
  const { home, printer, signal, options } = invocation
  const found = registry.find(words.tool)
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
    const rules = openRules(ledger, told, ({ message }) => printer.note(textOf(message)))
    const runCall = makeRunCall({
      record: async (facts, texts) => {
        for (const fact of await ledger.append(facts, texts)) rules.take(fact)
        for (const fact of facts)
          if (fact.type === 'run.started') printer.aside(describeCommand(fact.plan, printer.paintNote))
      },
      tick: () => {},
      find: (name) => findFresh(registry, name),
      areScriptsOff: () => areScriptsOff,
      machine,
      decide,
      rules,
    })
    const done = await runCall({ ...words, chat: null, call: randomUUID(), signal, output: output.show })
    return conclude(invocation, done, output.end)
  } finally {
    await ledger.close()
  }
}

function conclude(
  { printer, signal }: Invocation,
  { plan, verdict, run, succeeded, error }: CallOutcome,
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
  error: { code: ErrorCode; message: Message | string; path?: string },
): { code: ExitCode; document: RunDocument } {
  if (known.plan && !printer.isInteractive) printer.aside(describeCommand(known.plan, printer.paintNote))
  noteError(printer, error)
  return {
    code: exitOf(error.code),
    document: { ok: false, ...known, error },
  }
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
