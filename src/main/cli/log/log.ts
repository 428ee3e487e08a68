import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { countOf, printError } from '#main/cli/print'
import { openToRead } from '#main/open-view'
import { withRemedy } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'
import { describeFact, describeMoment } from './describe-fact.ts'
import { listFacts } from './facts.ts'
import { readRecord } from './open-record.ts'

/** Prints the record, oldest first, one fact per line. */
export async function log({ home, options, printer }: Invocation): Promise<ExitCode> {
  const { chat, tool, search } = options
  const since = options.since === undefined ? undefined : readSince(options.since, new Date())
  if (since === null) {
    const message = `--since ${options.since}: give a date such as 2026-03-05, a time such as 2026-03-05T14:00, or 90m, 12h, 7d.`
    return printError(printer, { code: 'USAGE', message })
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

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Turns a date, a time or an age such as `2h` into a time of the record. Null if it is none of these. */
export function readSince(said: string, now: Date): string | null {
  const ago = /^(\d{1,6})([smhdw])$/.exec(said)
  if (ago) return new Date(now.getTime() - Number(ago[1]) * (UNITS[ago[2] as string] as number)).toISOString()
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(said)
  if (!isDate && !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(said)) return null
  // A date alone would mean midnight in Greenwich; the person means midnight here.
  const moment = new Date(isDate ? `${said}T00:00` : said)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** Prints the facts with these words, oldest first. */
export function logSearch(invocation: Invocation): Promise<ExitCode> {
  const search = invocation.words.join(' ')
  return log({ ...invocation, words: [], options: { ...invocation.options, search } })
}

export async function logVerify({ home, printer }: Invocation): Promise<ExitCode> {
  const opened = await openToRead(home)
  if (!opened.ok) return printError(printer, { code: 'RECORD_FAILED', message: withRemedy(opened) }, { facts: 0 })
  const { ledger } = opened
  const found = ledger === null ? { ok: true, facts: 0 } : await ledger.verify()
  await ledger?.close()
  printer.json(found)
  if (found.ok) printer.line(printer.paint('green', `${countOf(found.facts, 'fact')}: the chain is whole`))
  else {
    const where = found.firstBad === undefined ? '' : `fact ${found.firstBad}: `
    printer.line(printer.paint('red', `${where}${textOf(found.reason ?? 'the chain is broken')}`))
    printer.line(
      `${countOf(found.facts, 'fact')} before it are as they were recorded. A backup can be restored in Settings.`,
    )
  }
  return found.ok ? EXIT.done : EXIT.failed
}
