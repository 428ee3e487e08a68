import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Ledger } from '#main/ledger/open-ledger'
import { writeFile } from '#main/write-file'
import type { Fact } from '#shared/facts'
import { EXIT, type ExitCode } from './exits.ts'
import { listFacts } from './facts.ts'
import type { Invocation } from './invocation.ts'
import { readRecord } from './open-record.ts'
import { countOf, printError } from './print.ts'

/** The whole record as lines of JSON, each finished run with its output. The file is there whole, or not at all. */
export async function logExport({ words, cwd, home, printer }: Invocation): Promise<ExitCode> {
  const file = resolve(cwd, words[0] ?? '')
  if (existsSync(file)) {
    printError(printer, { code: 'USAGE', message: `${file} is there already. Name a file that is not.` })
    return EXIT.usage
  }
  return readRecord(home, printer, async (ledger) => {
    try {
      const facts = await write(file, ledger)
      printer.json({ ok: true, facts, file })
      printer.line(`${countOf(facts, 'fact')} in ${file}`)
      return EXIT.done
    } catch (error) {
      const { syscall, message } = error as NodeJS.ErrnoException
      if (syscall === undefined) throw error
      printError(printer, { code: 'FAILED', message: `${file} could not be written: ${message}` })
      return EXIT.failed
    }
  })
}

async function write(file: string, ledger: Ledger | null): Promise<number> {
  let count = 0
  async function* lines() {
    for await (const fact of ledger === null ? [] : listFacts(ledger, {})) {
      yield `${JSON.stringify(await withOutput(fact, ledger))}\n`
      count++
    }
  }
  await writeFile(file, lines())
  return count
}

async function withOutput(
  fact: Fact,
  ledger: Ledger | null,
): Promise<Fact | (Fact & { stdout: string | null; stderr: string | null })> {
  if (fact.type !== 'run.finished' || ledger === null) return fact
  const [stdout, stderr] = await Promise.all([ledger.readText(fact.stdoutSha256), ledger.readText(fact.stderrSha256)])
  return { ...fact, stdout, stderr }
}
