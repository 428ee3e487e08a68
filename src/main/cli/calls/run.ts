import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { openView } from '#main/calls/open-view'
import type { CallToPlan } from '#main/calls/plan-alone'
import type { CallOutcome } from '#main/calls/run-call'
import { makeDecider } from '#main/cli/ask-person'
import { EXIT, exitOf, type Problem } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import { describeHow } from '#main/cli/log/describe-fact'
import { askApp, noteTools, withCore } from '#main/cli/open'
import { noteError, type Printer, toLine, toPrintable } from '#main/cli/print'
import { filesOf } from '#main/ledger/home'
import type { Core } from '#main/open-core'
import { isFunction } from '#shared/call/describe-action'
import type { CallError, Plan, Run, Verdict } from '#shared/call/plan'
import { isObject, type Json } from '#shared/json'
import { describeCommand } from './print-plan.ts'
import { readCall } from './read-call.ts'

export const run = (invocation: Invocation): Promise<Output> =>
  runCall(invocation, readCall(invocation.words[0] ?? '', invocation.options))

/** One call from its plan to its record. Everything for people is printed as it comes. */
export async function runCall(invocation: Invocation, words: CallToPlan): Promise<Output> {
  const { printer, signal } = invocation
  // Checked first, so that a typing mistake creates no record.
  const unknown = await findUnknown(invocation, words.tool)
  if (unknown) return refuse(printer, {}, unknown)
  const inApp = await runInApp(invocation, words)
  if (inApp) return inApp
  const output = makeOutput(printer)
  const work = async (core: Core) => {
    const silence = core.listen((push) => {
      if (push.kind === 'fact' && push.fact.type === 'run.started')
        printer.aside(describeCommand(push.fact.plan, printer.paintNote))
      // The end of the call reports itself; only trouble outside any chat is printed here.
      if (push.kind === 'tick' && push.tick.tick === 'trouble' && push.tick.chat === null)
        printer.note(toLine(push.tick.message))
    })
    const call = { ...words, caller: { kind: 'person' } as const, chat: null, call: randomUUID() }
    const done = await core.runCall({ ...call, signal, output: output.show }).finally(silence)
    return conclude(invocation, done, output.end)
  }
  return withCore(invocation, work, makeDecider(invocation))
}

/** Runs the call in the open app, which asks in its window. Null if no app is open. */
async function runInApp(invocation: Invocation, { tool, args, timeoutMs }: CallToPlan) {
  const { cwd: folder, options, printer } = invocation
  // The app does not know skills that are named on this line.
  if (options.skills !== undefined) return null
  const output = makeOutput(printer)
  const told = (event: Json) => {
    if (isObject(event)) output.show(event.stream === 'stderr' ? 'stderr' : 'stdout', String(event.text))
  }
  const params = { tool, args: args as Json, folder, ...(timeoutMs !== undefined && { timeoutMs }) }
  const outcome = await askApp<CallOutcome>(invocation, 'run', () => params, told)
  if (!outcome) return null
  if (options['allow-scripts'])
    printer.note('--allow-scripts did not count: in the open app, only what was allowed there counts.')
  if (outcome.run && outcome.plan) printer.aside(describeCommand(outcome.plan, printer.paintNote))
  return conclude(invocation, outcome, output.end, outcome.error)
}

async function findUnknown(invocation: Invocation, tool: string): Promise<CallError | null> {
  if (existsSync(filesOf(invocation.home).database)) return null
  const view = await openView(invocation, { ok: true, ledger: null })
  const found = view.registry().find(tool)
  if (found.ok || found.error.code !== 'TOOL_UNKNOWN') return null
  await noteTools(invocation, view)
  return found.error
}

function conclude(
  { printer, signal }: Invocation,
  { plan, verdict, run, succeeded, error }: CallOutcome,
  end: (run: Run) => void,
  unanswered: Problem = NEEDS_APPROVAL,
): Output {
  const known = { ...(plan && { plan }), ...(verdict && { verdict }) }
  if (error) return refuse(printer, known, error.code === 'NOT_ANSWERED' && !signal.aborted ? unanswered : error)
  if (!run) return refuse(printer, known, { code: 'FAILED', message: 'the call ended without a run' })
  end(run)
  // A function returns its result separately from what it prints.
  if (plan?.action.kind === 'process' && isFunction(plan.action)) printResult(printer, run.result)
  const ok = succeeded === true
  printer.aside(printer.paintNote(ok ? 'dim' : 'red', describeEnd(run)))
  for (const { pid, command } of run.survivors) printer.note(`still running: ${pid} ${toLine(command)}`)
  return { json: { ok, ...known, run }, lines: [], exit: ok ? EXIT.done : EXIT.failed }
}

function printResult(printer: Printer, result: Json | undefined): void {
  if (result === undefined) return
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2)
  for (const line of text.split('\n')) printer.line(toPrintable(line))
}

const NEEDS_APPROVAL = {
  code: 'NOT_ANSWERED',
  message: 'this needs approval, and nobody is here to give it. Look at it with skillet plan, then run it with --yes.',
} as const

function refuse(printer: Printer, known: { plan?: Plan; verdict?: Verdict }, error: Problem): Output {
  if (known.plan && !printer.isInteractive) printer.aside(describeCommand(known.plan, printer.paintNote))
  noteError(printer, error)
  return { json: { ok: false, ...known, error }, lines: [], exit: exitOf(error.code) }
}

function describeEnd(run: Run): string {
  const { ms, truncated, stdoutBytes, stderrBytes } = run
  const kept = truncated
    ? `, ${stdoutBytes + stderrBytes} bytes, of which the record keeps the beginning and the end`
    : ''
  return toLine(`${describeHow(run)}, ${ms} ms${kept}`)
}

type Chunk = (stream: 'stdout' | 'stderr', text: string) => void

/**
 * Prints a command's output. A terminal gets it as it comes, without control characters; a file or a pipe gets the
 * recorded output at the end.
 */
function makeOutput(printer: Printer): { show: Chunk; end(run: Run): void } {
  let endsLine = true
  const show: Chunk = (stream, text) => {
    if (!printer.isTerminal || printer.isJson || text === '') return
    const printable = toPrintable(text)
    endsLine = printable.endsWith('\n')
    printer.raw(stream === 'stderr' ? printer.paint('dim', printable) : printable)
  }
  const end = ({ stdout, stderr }: Run) => {
    if (printer.isTerminal) {
      if (!endsLine) printer.raw('\n')
      return
    }
    printer.raw(stdout)
    if (stderr !== '' && !printer.isJson) printer.rawNote(stderr)
  }
  return { show, end }
}
