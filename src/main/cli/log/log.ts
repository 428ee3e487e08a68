import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { openToRead } from '#main/calls/open-view'
import { readStreams } from '#main/calls/read-output'
import { EXIT, type ExitCode, fail } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import { withRecord } from '#main/cli/open'
import { countOf, noteError } from '#main/cli/print'
import { writeFile } from '#main/data-folder/write-file'
import type { Ledger } from '#main/ledger/open-ledger'
import { toDocument } from '#shared/call/to-document'
import type { Fact } from '#shared/facts'
import { withRemedy } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'
import { describeMoment, describeRow } from './describe-fact.ts'
import { listFacts } from './facts.ts'

export async function log(invocation: Invocation): Promise<ExitCode> {
  const { home, options, printer } = invocation
  const since = options.since === undefined ? undefined : readSince(options.since, new Date())
  if (since === null)
    return fail(
      'USAGE',
      `--since ${options.since}: give a date such as 2026-03-05, a time such as 2026-03-05T14:00, or 90m, 12h, 7d.`,
    )
  const filter = { ...options, ...(since !== undefined && { since }) }
  return withRecord(invocation, async (ledger) => {
    let count = 0
    for await (const fact of ledger === null ? [] : listFacts(ledger, filter)) {
      if (printer.isClosed()) break
      count++
      printer.json(fact)
      const place = printer.paint('dim', `${String(fact.seq).padStart(6)}  ${describeMoment(fact.at)}`)
      printer.line(describeRow(fact, place))
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
  // JavaScript would take 30 February for 2 March.
  if (!new Date(said.slice(0, 10)).toJSON()?.startsWith(said.slice(0, 10))) return null
  // A date alone would mean midnight in Greenwich; the person means midnight here.
  const moment = new Date(isDate ? `${said}T00:00` : said)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

export const logSearch = (invocation: Invocation): Promise<ExitCode> =>
  log({ ...invocation, options: { ...invocation.options, search: invocation.words.join(' ') } })

export async function logVerify({ home, printer }: Invocation): Promise<Output> {
  const opened = await openToRead(home)
  if (!opened.ok) {
    const error = { code: 'RECORD_FAILED' as const, message: withRemedy(opened) }
    noteError(printer, error)
    return { json: { facts: 0, ok: false, error }, lines: [], exit: EXIT.failed }
  }
  const { ledger } = opened
  const found = ledger === null ? { ok: true, facts: 0 } : await ledger.verify()
  await ledger?.close()
  const count = countOf(found.facts, 'fact')
  if (found.ok) return { json: found, lines: [printer.paint('green', `${count}: the chain is whole`)] }
  const where = found.firstBad === undefined ? '' : `fact ${found.firstBad}: `
  const lines = [
    printer.paint('red', `${where}${textOf(found.reason ?? 'the chain is broken')}`),
    `${count} before it are as they were recorded. A backup can be restored in Settings.`,
  ]
  return { json: found, lines, exit: EXIT.failed }
}

/** Writes the whole record as lines of JSON, each finished run with its output. Leaves no partial file. */
export function logExport(invocation: Invocation): Promise<Output> {
  const file = resolve(invocation.here, invocation.words[0] ?? '')
  if (existsSync(file)) fail('USAGE', `${file} is there already. Name a file that is not.`)
  return withRecord(invocation, async (ledger) => {
    let facts = 0
    async function* lines() {
      for await (const fact of ledger === null ? [] : listFacts(ledger, {})) {
        invocation.signal.throwIfAborted()
        yield `${JSON.stringify(toDocument(await withOutput(fact, ledger)))}\n`
        facts++
      }
    }
    try {
      await writeFile(file, lines())
    } catch (error) {
      const { syscall, message } = error as NodeJS.ErrnoException
      if (syscall === undefined) throw error
      fail('FAILED', `${file} could not be written: ${message}`)
    }
    return { json: { ok: true, facts, file }, lines: [`${countOf(facts, 'fact')} in ${file}`] }
  })
}

const withOutput = async (fact: Fact, ledger: Ledger | null) =>
  fact.type === 'run.finished' && ledger ? { ...fact, ...(await readStreams(ledger, fact)) } : fact
