import { existsSync } from 'node:fs'
import { EXIT, type ExitCode } from '#main/cli/exits'
import { type Printer, printError } from '#main/cli/print'
import { filesOf } from '#main/ledger/home'
import { type Ledger, openLedger } from '#main/ledger/open-ledger'

/** Whoever owns the record for a moment alone, such as another command, is waited for without a word. */
const SILENT_WAIT_MS = 1500
const LONGEST_WAIT_MS = 10_000

type Opened<T> = { ok: true; ledger: T } | { ok: false; message: string }

/** To write: waits for whoever owns the record. */
export async function openRecord(home: string, printer: Printer): Promise<Opened<Ledger>> {
  let opened = await openLedger({ home, waitForOwnerMs: SILENT_WAIT_MS })
  if (!opened.ok && opened.problem.code === 'OWNED') {
    printer.note(`${opened.problem.message} Waiting for it …`)
    opened = await openLedger({ home, waitForOwnerMs: LONGEST_WAIT_MS - SILENT_WAIT_MS })
  }
  if (!opened.ok) return { ok: false, message: `${opened.problem.message} ${opened.problem.remedy}` }
  if (opened.salvaged) {
    const { movedTo, kept, reason } = opened.salvaged
    printer.note(
      `The record was damaged (${reason}). ${kept} facts could be read; the damaged file is kept at ${movedTo}.`,
    )
  }
  return opened
}

/** Looks at the record, and lets go of it whatever comes of that. */
export async function readRecord(
  home: string,
  printer: Printer,
  work: (ledger: Ledger | null) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await openRecordForReading(home)
  if (!opened.ok) {
    printError(printer, { code: 'RECORD_FAILED', message: opened.message })
    return EXIT.failed
  }
  try {
    return await work(opened.ledger)
  } finally {
    await opened.ledger?.close()
  }
}

/** To look: changes nothing and waits for nobody. Null where there is no record yet. */
export async function openRecordForReading(home: string): Promise<Opened<Ledger | null>> {
  if (!existsSync(filesOf(home).database)) return { ok: true, ledger: null }
  const opened = await openLedger({ home, readOnly: true })
  if (opened.ok) return opened
  return { ok: false, message: `${opened.problem.message} ${opened.problem.remedy}` }
}
