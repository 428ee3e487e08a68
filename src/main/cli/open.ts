import type { Ledger } from '#main/ledger/open-ledger'
import type { Core, CoreOptions } from '#main/open-core'
import { openToRead, openView, type View } from '#main/open-view'
import { withRemedy } from '#shared/messages/diagnostic'
import type { Message } from '#shared/messages/message'
import { EXIT, type ExitCode } from './exits.ts'
import type { Invocation } from './invocation.ts'
import { printError } from './print.ts'
import { toLine } from './printable.ts'

const WAIT_FOR_OWNER_MS = 10_000

/** Opens what is there for reading; changes nothing. */
export async function withView(
  { home, folder: cwd, skills }: Invocation,
  work: (view: View, ledger: Ledger | null) => Promise<ExitCode>,
): Promise<ExitCode> {
  const opened = await openToRead(home)
  try {
    return await work((await openView({ home, cwd, skills }, opened)).view, opened.ok ? opened.ledger : null)
  } finally {
    if (opened.ok) await opened.ledger?.close()
  }
}

type CommandOptions = Pick<CoreOptions, 'decide' | 'said'>
type Opened = { ok: true; core: Core } | { ok: false; error: { code: 'RECORD_FAILED'; message: Message } }

/** Opens a core. Waits for another owner of the record and prints what a person should know. */
export async function openOwn(
  { home, folder: cwd, skills, printer }: Invocation,
  options: CommandOptions = {},
): Promise<Opened> {
  // Loaded late, so that commands that only read start faster.
  const { openCore } = await import('#main/open-core')
  const waits = (problem: Message) => printer.note(`${toLine(problem)} Waiting for it …`)
  const opened = await openCore({ home, cwd, skills, waits, waitForOwnerMs: WAIT_FOR_OWNER_MS, ...options })
  if (!opened.ok) return { ok: false, error: { code: 'RECORD_FAILED', message: withRemedy(opened) } }
  for (const notice of opened.core.notices) printer.note(toLine(withRemedy(notice)))
  return opened
}

export async function withCore(
  invocation: Invocation,
  work: (core: Core) => Promise<ExitCode>,
  options: CommandOptions = {},
): Promise<ExitCode> {
  const opened = await openOwn(invocation, options)
  if (!opened.ok) {
    printError(invocation.printer, opened.error)
    return EXIT.failed
  }
  try {
    return await work(opened.core)
  } finally {
    await opened.core.close()
  }
}
