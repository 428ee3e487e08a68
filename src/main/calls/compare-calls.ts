import { comparePlans } from '#main/gate/compare-plans'
import type { Ledger } from '#main/ledger/open-ledger'
import { diffLines, findEdits } from '#main/trust/diff-lines'
import type { CallComparison } from '#shared/requests/record-requests'
import { readRows } from './activity.ts'
import { readStreams } from './read-output.ts'

/** How much of each stream is compared, and how much of the difference is returned. */
const MOST_CHARACTERS = 500_000
const MOST_LINES = 4000
const LONGEST_LINE = 2000

/** Null if the record has no such call. */
export async function compareCalls(ledger: Ledger, one: string, other: string): Promise<CallComparison | null> {
  const [left, right] = [await readCall(ledger, one), await readCall(ledger, other)]
  if (!left || !right) return null
  const streams = [left.stdout, right.stdout, left.stderr, right.stderr]
  const differences = left.plan && right.plan ? comparePlans(left.plan, right.plan) : []
  const [stdout, stderr] = [compareTexts(left.stdout, right.stdout), compareTexts(left.stderr, right.stderr)]
  return {
    ...{ left: left.row, right: right.row, argv: alignElements(left.row.argv, right.row.argv) },
    differs: differences.flatMap(({ field }) => (field === 'argv' ? [] : [field])),
    ...{ stdout, stderr },
    isShortened:
      streams.some(({ length }) => length > MOST_CHARACTERS) ||
      [stdout, stderr].some((lines) => lines !== null && lines.length >= MOST_LINES),
  }
}

async function readCall(ledger: Ledger, call: string) {
  const facts = await ledger.read({ calls: [call], types: ['approval.asked', 'run.started', 'run.finished'] })
  const [row] = await readRows(ledger, [call])
  if (!row) return null
  const planned = facts.findLast((fact) => fact.type === 'run.started' || fact.type === 'approval.asked')
  const finished = facts.findLast((fact) => fact.type === 'run.finished')
  const { stdout, stderr } = await readStreams(ledger, finished)
  return { row, plan: planned?.plan ?? null, stdout: stdout ?? '', stderr: stderr ?? '' }
}

function compareTexts(before: string, now: string): string[] | null {
  const [was, is] = [before, now].map((text) => text.slice(0, MOST_CHARACTERS)) as [string, string]
  const lines = diffLines(was, is)
  return lines?.slice(0, MOST_LINES).map((line) => line.slice(0, LONGEST_LINE)) ?? null
}

/** Puts elements that exist on one side only next to their counterparts. */
function alignElements(left: readonly string[], right: readonly string[]): CallComparison['argv'] {
  // Without edits, they are paired by their positions.
  const all = (sign: '-' | '+', texts: readonly string[]) => texts.map((text) => ({ sign, text }))
  const edits = findEdits([...left], [...right]) ?? [...all('-', left), ...all('+', right)]
  const pairs: CallComparison['argv'] = []
  let gone: string[] = []
  let come: string[] = []
  const settle = () => {
    for (let at = 0; at < Math.max(gone.length, come.length); at += 1) pairs.push(toPair(gone[at], come[at]))
    gone = []
    come = []
  }
  for (const { sign, text } of edits) {
    if (sign === '-') gone.push(text)
    else if (sign === '+') come.push(text)
    else {
      settle()
      pairs.push({ left: text, right: text })
    }
  }
  settle()
  return pairs
}

const toPair = (left: string | undefined, right: string | undefined) => ({
  ...(left !== undefined && { left }),
  ...(right !== undefined && { right }),
})
