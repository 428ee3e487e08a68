import { notRun } from '#main/calls/plan-alone'
import { describePlan } from '#main/cli/calls/print-plan'
import { readCall } from '#main/cli/calls/read-call'
import { runCall } from '#main/cli/calls/run'
import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { printError } from '#main/cli/print'
import { comparePlans, isSame } from '#main/gate/compare-plans'
import { openView } from '#main/open-view'
import type { ResolverResult } from '#main/runners/process/values'
import type { Plan, ResolverStep } from '#shared/call/plan'
import { describeDifferences } from './describe-differences.ts'
import { findCall } from './facts.ts'
import { readRecord } from './open-record.ts'

/** Plans a recorded call again, shows what differs, and runs it only if asked to. */
export function logReplay(invocation: Invocation): Promise<ExitCode> {
  const { words, options, home, folder: cwd, skills, printer } = invocation
  return readRecord(home, printer, async (ledger) => {
    const found = await findCall(ledger, words[0] ?? '')
    const read = readCall(found.ok ? found.record.requested.tool : '', options)
    if (!found.ok || !read.ok)
      return printError(printer, {
        code: 'USAGE',
        message: found.ok ? (read as { message: string }).message : found.message,
      })
    const { requested, started, facts } = found.record
    const before = started?.plan ?? facts.findLast((fact) => fact.type === 'approval.asked')?.plan
    const call = { ...read.call, args: requested.args }
    const { view } = await openView({ home, cwd, skills }, { ok: true, ledger })
    const planned = await view.plan(call, (step) => recallValue(before, step))
    if (!planned.ok) return printError(printer, planned.error)
    const { plan, verdict } = planned
    const differences = before === undefined ? [] : comparePlans(before, plan)
    for (const line of describePlan(plan, verdict, printer.paint)) printer.line(line)
    if (before === undefined) printer.line('nothing was planned then, so there is nothing to compare')
    else if (differences.length === 0) printer.line(printer.paint('green', 'nothing differs'))
    else for (const line of describeDifferences(differences)) printer.line(line)
    if (!options.yes) {
      printer.json({ ok: true, differences, plan, verdict })
      return EXIT.done
    }
    const { code, document } = await runCall(invocation, call)
    printer.json({ differences, ...document })
    return code
  })
}

/** Reuses what the resolver returned then; nothing is started to find out what it would return now. */
function recallValue(before: Plan | undefined, { param, argv }: ResolverStep): ResolverResult {
  const known = before?.resolvers.find((step) => step.param === param && isSame(step.argv, argv))
  if (known === undefined) return notRun()
  return { outcome: known.outcome, value: known.value, ...(known.note !== undefined && { note: known.note }) }
}
