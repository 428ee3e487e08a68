import { readStreams } from '#main/calls/read-output'
import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { type Printer, printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { comparePlans, type Difference } from '#main/gate/compare-plans'
import type { Ledger } from '#main/ledger/open-ledger'
import { diffLines } from '#main/trust/diff-lines'
import { describeDifferences } from './describe-differences.ts'
import { type CallRecord, findCall } from './facts.ts'
import { readRecord } from './open-record.ts'

interface Ran {
  record: CallRecord
  stdout: string
  stderr: string
}

/** Compares two runs: their plans, their ends, and what they printed. */
export function logDiff({ words, home, printer }: Invocation): Promise<ExitCode> {
  return readRecord(home, printer, async (ledger) => {
    const runs: Ran[] = []
    for (const word of words) {
      const found = await findRun(ledger, word)
      if (typeof found === 'string') return printError(printer, { code: 'USAGE', message: found })
      runs.push(found)
    }
    const [before, after] = runs as [Ran, Ran]
    const differences = compareRuns(before.record, after.record)
    const stdout = diffLines(before.stdout, after.stdout)
    const stderr = diffLines(before.stderr, after.stderr)
    const isSame = differences.length === 0 && stdout?.length === 0 && stderr?.length === 0
    const ids = runs.map(({ record }) => record.started?.run)
    printer.json({ runs: ids, same: isSame, differences, stdout, stderr })
    if (isSame) printer.line(printer.paint('green', 'nothing differs'))
    for (const line of describeDifferences(differences)) printer.line(line)
    printLines(printer, 'output', stdout)
    printLines(printer, 'error output', stderr)
    return EXIT.done
  })
}

async function findRun(ledger: Ledger | null, word: string): Promise<Ran | string> {
  const found = await findCall(ledger, word)
  if (!found.ok) return found.message
  const { record } = found
  if (ledger === null || !record.started) return `${word} was not started, so there is no run to compare.`
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

const LOOKS: Record<string, 'red' | 'green'> = { '-': 'red', '+': 'green' }

/** The lines that differ, with some context. */
function printLines(printer: Printer, title: string, changes: string[] | null): void {
  if (changes?.length === 0) return
  printer.line()
  printer.line(printer.paint('dim', `${title}:`))
  if (changes === null) printer.line('  nearly every line is another')
  for (const change of changes ?? []) {
    const look = LOOKS[change.charAt(0)]
    const line = toLine(change)
    printer.line(look ? printer.paint(look, line) : printer.paint('dim', line))
  }
}
