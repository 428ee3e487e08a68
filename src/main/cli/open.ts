import type { Ledger } from '#main/ledger/open-ledger'
import type { Core, CoreOptions } from '#main/open-core'
import { openToRead, openView, type View } from '#main/open-view'
import { checkProjectTools } from '#main/trust/project-tools'
import { withRemedy } from '#shared/messages/diagnostic'
import type { Message } from '#shared/messages/message'
import type { ExitCode } from './exits.ts'
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

/** Mentions tools in the working folder that are not installed. */
export async function noteTools({ options, folder, printer }: Invocation, { registry }: View): Promise<void> {
  const tools = options.folder === undefined ? null : await checkProjectTools(folder, registry().skills)
  if (tools === null) return
  const what = tools === 'new' ? 'has tools of its own' : 'has other tools than those you installed'
  printer.note(
    `${toLine(folder)} ${what}: skillet skills install ${toLine(folder)}${tools === 'new' ? '' : ' --replace'}`,
  )
}

type CommandOptions = Pick<CoreOptions, 'decide' | 'ask' | 'said'>
type Opened = { ok: true; core: Core } | { ok: false; error: { code: 'RECORD_FAILED'; message: Message } }

/** Everything Skillet does; whoever else writes the record is waited for, and what a person must know of it is said. */
export async function openOwn(invocation: Invocation, options: CommandOptions = {}): Promise<Opened> {
  const { home, folder: cwd, skills, printer } = invocation
  // Loaded late: what only looks comes up faster without what runs and records.
  const { openCore } = await import('#main/open-core')
  const waits = (problem: Message) => printer.note(`${toLine(problem)} Waiting for it …`)
  const opened = await openCore({ home, cwd, skills, waits, waitForOwnerMs: WAIT_FOR_OWNER_MS, ...options })
  if (!opened.ok) return { ok: false, error: { code: 'RECORD_FAILED', message: withRemedy(opened) } }
  for (const notice of opened.core.notices) printer.note(toLine(withRemedy(notice)))
  await noteTools(invocation, opened.core)
  return opened
}

export async function withCore(
  invocation: Invocation,
  work: (core: Core) => Promise<ExitCode>,
  options: CommandOptions = {},
): Promise<ExitCode> {
  const opened = await openOwn(invocation, options)
  if (!opened.ok) return printError(invocation.printer, opened.error)
  try {
    return await work(opened.core)
  } finally {
    await opened.core.close()
  }
}
