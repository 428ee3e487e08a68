import { openView } from '#main/calls/open-view'
import { notRun } from '#main/calls/plan-alone'
import { readStreams } from '#main/calls/read-output'
import { describePlan } from '#main/cli/calls/print-plan'
import { readCall } from '#main/cli/calls/read-call'
import { runCall } from '#main/cli/calls/run'
import { fail, need } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import { withRecord } from '#main/cli/open'
import { alignColumns, type Paint, paintDiff, toLine, toPrintable } from '#main/cli/print'
import { comparePlans, type Difference, isSame } from '#main/gate/compare-plans'
import type { Ledger } from '#main/ledger/open-ledger'
import type { ResolverResult } from '#main/runners/process/values'
import { diffLines } from '#main/trust/diff-lines'
import type { Plan, ResolverStep } from '#shared/call/plan'
import { describeMoment, describeRow } from './describe-fact.ts'
import { type CallRecord, findCall } from './facts.ts'

export const logShow = (invocation: Invocation): Promise<Output> =>
  withRecord(invocation, async (ledger) => {
    const { paint, isTerminal } = invocation.printer
    const { requested, started, finished, facts } = await findCall(ledger, invocation.words[0])
    const { stdout, stderr } = await readStreams(ledger, finished)
    const { call, tool, args, at } = requested
    const asked = facts.findLast((fact) => fact.type === 'approval.asked')
    const plan = started?.plan ?? asked?.plan
    const verdict = asked?.verdict ?? { kind: 'run' as const, reason: '' }
    const describeText = (title: string, text: string | null) =>
      text ? ['', paint('dim', `${title}:`), (isTerminal ? toPrintable(text) : text).trimEnd()] : []
    const lines = [
      ...(plan ? describePlan(plan, verdict, paint) : []),
      '',
      ...facts.map((fact) => describeRow(fact, `  ${paint('dim', describeMoment(fact.at))}`)),
      ...describeText('output', stdout),
      ...describeText('error output', stderr),
    ]
    const json = { run: started?.run ?? null, call, tool, args, at, ...(plan && { plan }), stdout, stderr, facts }
    return { json, lines }
  })

export const logDiff = (invocation: Invocation): Promise<Output> =>
  withRecord(invocation, async (ledger) => {
    const { paint } = invocation.printer
    const [left, right] = invocation.words
    const [before, after] = [await findRun(ledger, left), await findRun(ledger, right)]
    const differences = compareRuns(before.record, after.record)
    const stdout = diffLines(before.stdout, after.stdout)
    const stderr = diffLines(before.stderr, after.stderr)
    const same = differences.length === 0 && stdout?.length === 0 && stderr?.length === 0
    const lines = [
      ...(same ? [paint('green', NOTHING_DIFFERS)] : []),
      ...describeDifferences(differences),
      ...describeChanges('output', stdout, paint),
      ...describeChanges('error output', stderr, paint),
    ]
    const runs = [before, after].map(({ record }) => record.started?.run)
    return { json: { runs, same, differences, stdout, stderr }, lines }
  })

const NOTHING_DIFFERS = 'nothing differs'

async function findRun(ledger: Ledger | null, word?: string) {
  const record = await findCall(ledger, word)
  if (!record.started) return fail('USAGE', `${word} was not started, so there is no run to compare.`)
  const { stdout, stderr } = await readStreams(ledger, record.finished)
  return { record, stdout: stdout ?? '', stderr: stderr ?? '' }
}

function compareRuns(before: CallRecord, after: CallRecord): Difference[] {
  const plans = before.started && after.started ? comparePlans(before.started.plan, after.started.plan) : []
  const ends = (['exitCode', 'signal', 'timedOut', 'canceled', 'truncated'] as const).flatMap((field) => {
    const [was, is] = [before.finished?.[field] ?? null, after.finished?.[field] ?? null]
    return was === is ? [] : [{ field, was, is }]
  })
  return [...plans, ...ends]
}

function describeDifferences(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return []
  const rows = differences.flatMap(({ field, was, is }) => [
    [field, 'was', toLine(JSON.stringify(was) ?? '')],
    ['', 'is', toLine(JSON.stringify(is) ?? '')],
  ])
  return ['differs:', ...alignColumns(rows).map((line) => `  ${line}`)]
}

function describeChanges(title: string, changes: string[] | null, paint: Paint): string[] {
  if (changes?.length === 0) return []
  const lines = changes ? paintDiff(changes, paint) : ['  almost every line differs']
  return ['', paint('dim', `${title}:`), ...lines]
}

export const logReplay = (invocation: Invocation): Promise<Output> =>
  withRecord(invocation, async (ledger) => {
    const { words, options, printer } = invocation
    const { requested, started, facts } = await findCall(ledger, words[0])
    const before = started?.plan ?? facts.findLast((fact) => fact.type === 'approval.asked')?.plan
    const call = { ...readCall(requested.tool, options), args: requested.args }
    const view = await openView(invocation, { ok: true, ledger })
    const { plan, verdict } = need(await view.plan(call, (step) => recallValue(before, step)))
    const differences = before === undefined ? [] : comparePlans(before, plan)
    const nothing =
      before === undefined
        ? ['nothing was planned then, so there is nothing to compare']
        : differences.length === 0
          ? [printer.paint('green', NOTHING_DIFFERS)]
          : []
    const lines = [...describePlan(plan, verdict, printer.paint), ...nothing, ...describeDifferences(differences)]
    if (!options.yes) return { json: { ok: true, differences, plan, verdict }, lines }
    for (const line of lines) printer.line(line)
    const { json, ...came } = await runCall(invocation, call)
    return { json: { differences, ...json }, ...came }
  })

/** Reuses what the resolver returned then; nothing is started to find out what it would return now. */
function recallValue(before: Plan | undefined, { param, argv }: ResolverStep): ResolverResult {
  const known = before?.resolvers.find((step) => step.param === param && isSame(step.argv, argv))
  if (known === undefined) return notRun()
  return { outcome: known.outcome, value: known.value, ...(known.note !== undefined && { note: known.note }) }
}
