import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { countOf, printError } from '#main/cli/print'
import { openToRead } from '#main/open-view'
import { withRemedy } from '#shared/messages/diagnostic'
import { textOf } from '#shared/messages/message'

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
