import { readStreams } from '#main/calls/read-output'
import { describePlan } from '#main/cli/calls/print-plan'
import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { type Printer, printError } from '#main/cli/print'
import { toPrintable } from '#main/cli/printable'
import { describeFact, describeMoment } from './describe-fact.ts'
import { findCall } from './facts.ts'
import { readRecord } from './open-record.ts'

/** Everything about one call: what was requested, who decided, what ran and what it printed. */
export function logShow({ words, home, printer }: Invocation): Promise<ExitCode> {
  return readRecord(home, printer, async (ledger) => {
    const found = await findCall(ledger, words[0] ?? '')
    if (!found.ok) return printError(printer, { code: 'USAGE', message: found.message })
    const { requested, started, finished, facts } = found.record
    const { stdout, stderr } = await readStreams(ledger, finished)
    const { call, tool, args, at } = requested
    const asked = facts.findLast((fact) => fact.type === 'approval.asked')
    const plan = started?.plan ?? asked?.plan
    const verdict = asked?.verdict ?? { kind: 'run' as const, reason: '' }
    printer.json({ run: started?.run ?? null, call, tool, args, at, ...(plan && { plan }), stdout, stderr, facts })
    if (plan) for (const line of describePlan(plan, verdict, printer.paint)) printer.line(line)
    printer.line()
    for (const fact of facts) {
      const when = printer.paint('dim', describeMoment(fact.at))
      printer.line(`  ${when}  ${fact.type.padEnd(17)}  ${describeFact(fact)}`)
    }
    printText(printer, 'output', stdout)
    printText(printer, 'error output', stderr)
    return EXIT.done
  })
}

function printText(printer: Printer, title: string, text: string | null): void {
  if (text === null || text === '') return
  printer.line()
  printer.line(`${printer.paint('dim', `${title}:`)}`)
  printer.line(printer.isTerminal ? toPrintable(text).trimEnd() : text.trimEnd())
}
