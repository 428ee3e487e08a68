import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { CallOutcome } from '#main/calls/run-call'
import { makeDecider } from '#main/cli/ask-person'
import { type ErrorCode, EXIT, type ExitCode, exitOf } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { noteTools, openOwn } from '#main/cli/open'
import { noteError, type Printer, printError } from '#main/cli/print'
import { toLine, toPrintable } from '#main/cli/printable'
import { filesOf } from '#main/ledger/home'
import { openView } from '#main/open-view'
import { connectToApp } from '#main/programs/connect'
import { isFunction } from '#shared/call/describe-action'
import type { CallError, Plan, Run, Verdict } from '#shared/call/plan'
import { isObject, type Json } from '#shared/json'
import { type Message, textOf } from '#shared/messages/message'
import { describeCommand } from './print-plan.ts'
import { type CallWords, readCall } from './read-call.ts'

/** Plans a call, asks if needed, runs it and records it. */
export async function run(invocation: Invocation): Promise<ExitCode> {
  const { words, options, printer } = invocation
  const read = readCall(words[0] ?? '', options)
  if (!read.ok) return printError(printer, { code: 'USAGE', message: read.message })
  const { code, document } = await runCall(invocation, read.call)
  printer.json(document)
  return code
}

export interface RunDocument {
  ok: boolean
  plan?: Plan
  verdict?: Verdict
  run?: Run
  error?: { code: ErrorCode; message: Message | string; path?: string }
}

/** One call from its plan to its record. Prints everything for people; the caller prints the JSON. */
export async function runCall(
  invocation: Invocation,
  words: CallWords,
): Promise<{ code: ExitCode; document: RunDocument }> {
  const { printer, signal } = invocation
  // Checked first, so that a typing mistake creates no record.
  const unknown = await findUnknown(invocation, words.tool)
  if (unknown) return fail(invocation, {}, unknown)
  const inApp = await runInApp(invocation, words)
  if (inApp) return inApp
  const opened = await openOwn(invocation, makeDecider(invocation))
  if (!opened.ok) return fail(invocation, {}, opened.error)
  const { core } = opened
  const output = makeOutput(printer)
  const silence = core.listen((push) => {
    if (push.kind === 'fact' && push.fact.type === 'run.started')
      printer.aside(describeCommand(push.fact.plan, printer.paintNote))
    // The end of the call reports itself; only trouble outside any chat is printed here.
    if (push.kind === 'tick' && push.tick.tick === 'trouble' && push.tick.chat === null)
      printer.note(toLine(push.tick.message))
  })
  try {
    const done = await core.runCall({
      ...words,
      caller: { kind: 'person' },
      chat: null,
      call: randomUUID(),
      signal,
      output: output.show,
    })
    return conclude(invocation, done, output.end)
  } finally {
    silence()
    await core.close()
  }
}

/**
 * Runs the call in the open app, which owns the record and the secrets and asks in its window. Null if no app is open.
 */
async function runInApp(invocation: Invocation, { tool, args, timeoutMs }: CallWords) {
  const { home, folder, options, printer, signal } = invocation
  // The app does not know skills that are named on this line.
  const app = options.skills === undefined ? await connectToApp(home) : null
  if (!app) return null
  const output = makeOutput(printer)
  printer.aside('Skillet is open: it runs this, and asks in its window where it must.')
  try {
    const told = (event: Json) => {
      if (isObject(event)) output.show(event.stream === 'stderr' ? 'stderr' : 'stdout', String(event.text))
    }
    const params = { tool, args: args as Json, folder, ...(timeoutMs !== undefined && { timeoutMs }) }
    const outcome = (await app.ask('run', params, { signal, told })) as unknown as CallOutcome
    if (outcome.run && outcome.plan) printer.aside(describeCommand(outcome.plan, printer.paintNote))
    return conclude(invocation, outcome, output.end, outcome.error)
  } catch (error) {
    return fail({ printer }, {}, { code: 'FAILED', message: (error as Error).message })
  } finally {
    app.close()
  }
}

async function findUnknown(invocation: Invocation, tool: string): Promise<CallError | null> {
  const { home, folder: cwd, skills } = invocation
  if (existsSync(filesOf(home).database)) return null
  const { view } = await openView({ home, cwd, skills }, { ok: true, ledger: null })
  const found = view.registry().find(tool)
  if (found.ok || found.error.code !== 'TOOL_UNKNOWN') return null
  await noteTools(invocation, view)
  return found.error
}

function conclude(
  { printer, signal }: Invocation,
  { plan, verdict, run, succeeded, error }: CallOutcome,
  end: (run: Run) => void,
  unanswered: RunDocument['error'] = NEEDS_APPROVAL,
): { code: ExitCode; document: RunDocument } {
  const known = { ...(plan && { plan }), ...(verdict && { verdict }) }
  if (error) return fail({ printer }, known, error.code === 'NOT_ANSWERED' && !signal.aborted ? unanswered : error)
  if (!run) return fail({ printer }, known, { code: 'FAILED', message: 'the call ended without a run' })
  end(run)
  // A function returns its result separately from what it prints.
  if (plan?.action.kind === 'process' && isFunction(plan.action)) printResult(printer, run.result)
  const ok = succeeded === true
  printer.aside(printer.paintNote(ok ? 'dim' : 'red', describeEnd(run)))
  for (const { pid, command } of run.survivors) printer.note(`still running: ${pid} ${toLine(command)}`)
  return { code: ok ? EXIT.done : EXIT.failed, document: { ok, ...known, run } }
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
    ? textOf(failure.message)
    : canceled
      ? 'stopped'
      : timedOut
        ? 'timed out'
        : signal !== null
          ? `ended by signal ${signal}`
          : exitCode === null
            ? 'done'
            : `exit ${exitCode}`
  const kept = truncated
    ? `, ${stdoutBytes + stderrBytes} bytes, of which the record keeps the beginning and the end`
    : ''
  return toLine(`${how}, ${ms} ms${kept}`)
}

type Chunk = (stream: 'stdout' | 'stderr', text: string) => void

/**
 * Prints a command's output. A terminal gets it as it comes, without control characters; a file or a pipe gets the
 * recorded output at the end.
 */
export function makeOutput(printer: Printer): { show: Chunk; end(run: Run): void } {
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
