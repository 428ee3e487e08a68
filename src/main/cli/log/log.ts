import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { printError } from '#main/cli/print'
import { describeFact, describeMoment } from './describe-fact.ts'
import { listFacts } from './facts.ts'
import { readRecord } from './open-record.ts'
import { readSince } from './read-since.ts'

/** The record, oldest first: one fact a line. */
export async function log({ home, options, printer }: Invocation): Promise<ExitCode> {
  const { chat, tool, search } = options
  const since = options.since === undefined ? undefined : readSince(options.since, new Date())
  if (since === null) {
    const message = `--since ${options.since}: give a date such as 2026-03-05, a time such as 2026-03-05T14:00, or 90m, 12h, 7d.`
    printError(printer, { code: 'USAGE', message })
    return EXIT.usage
  }
  const filter = {
    ...(chat !== undefined && { chat }),
    ...(tool !== undefined && { tool }),
    ...(since !== undefined && { since }),
    ...(search !== undefined && { search }),
  }
  return readRecord(home, printer, async (ledger) => {
    let count = 0
    for await (const fact of ledger === null ? [] : listFacts(ledger, filter)) {
      if (printer.isClosed()) break
      count++
      printer.json(fact)
      const place = printer.paint('dim', `${String(fact.seq).padStart(6)}  ${describeMoment(fact.at)}`)
      printer.line(`${place}  ${fact.type.padEnd(17)}  ${describeFact(fact)}`)
    }
    if (count === 0) printer.aside(ledger === null ? `nothing is on record in ${home}` : 'nothing on record fits')
    return EXIT.done
  })
}
