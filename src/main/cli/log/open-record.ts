import type { ExitCode } from '#main/cli/exits'
import { type Printer, printError } from '#main/cli/print'
import type { Ledger } from '#main/ledger/open-ledger'
import { openToRead } from '#main/open-view'
import { withRemedy } from '#shared/messages/diagnostic'

/** Opens the record for reading and always closes it again. */
export async function readRecord(
  home: string,
  printer: Printer,
  work: (ledger: Ledger | null) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await openToRead(home)
  if (!opened.ok) return printError(printer, { code: 'RECORD_FAILED', message: withRemedy(opened) })
  try {
    return await work(opened.ledger)
  } finally {
    await opened.ledger?.close()
  }
}
