import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readStreams } from '#main/calls/read-output'
import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { countOf, printError } from '#main/cli/print'
import { writeFile } from '#main/data-folder/write-file'
import type { Ledger } from '#main/ledger/open-ledger'
import { toDocument } from '#shared/call/to-document'
import type { Fact } from '#shared/facts'
import { listFacts } from './facts.ts'
import { readRecord } from './open-record.ts'

/** Writes the whole record as lines of JSON, each finished run with its output. Leaves no partial file. */
export async function logExport({ words, cwd, home, printer }: Invocation): Promise<ExitCode> {
  const file = resolve(cwd, words[0] ?? '')
  if (existsSync(file))
    return printError(printer, { code: 'USAGE', message: `${file} is there already. Name a file that is not.` })
  return readRecord(home, printer, async (ledger) => {
    try {
      const facts = await write(file, ledger)
      printer.json({ ok: true, facts, file })
      printer.line(`${countOf(facts, 'fact')} in ${file}`)
      return EXIT.done
    } catch (error) {
      const { syscall, message } = error as NodeJS.ErrnoException
      if (syscall === undefined) throw error
      return printError(printer, { code: 'FAILED', message: `${file} could not be written: ${message}` })
    }
  })
}

async function write(file: string, ledger: Ledger | null): Promise<number> {
  let count = 0
  async function* lines() {
    for await (const fact of ledger === null ? [] : listFacts(ledger, {})) {
      yield `${JSON.stringify(toDocument(await withOutput(fact, ledger)))}\n`
      count++
    }
  }
  await writeFile(file, lines())
  return count
}

const withOutput = async (fact: Fact, ledger: Ledger | null) =>
  fact.type === 'run.finished' && ledger ? { ...fact, ...(await readStreams(ledger, fact)) } : fact
