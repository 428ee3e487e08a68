import { openToRead, type View } from '#main/calls/open-view'
import type { Ledger } from '#main/ledger/open-ledger'
import type { Core, CoreOptions } from '#main/open-core'
import { connectToApp } from '#main/programs/app-socket'
import { checkProjectTools } from '#main/trust/project-tools'
import type { Json, JsonObject } from '#shared/json'
import { withRemedy } from '#shared/messages/diagnostic'
import type { Message } from '#shared/messages/message'
import { askPerson, type Decider } from './ask-person.ts'
import { fail } from './exits.ts'
import type { Invocation } from './invocation.ts'
import { toLine } from './print.ts'

const WAIT_FOR_OWNER_MS = 10_000

/** Opens the record for reading; null if there is none yet. */
export async function withRecord<T>({ home }: Invocation, work: (ledger: Ledger | null) => Promise<T>): Promise<T> {
  const opened = await openToRead(home)
  if (!opened.ok) return fail('RECORD_FAILED', withRemedy(opened))
  try {
    return await work(opened.ledger)
  } finally {
    await opened.ledger?.close()
  }
}

/** Mentions tools in the working folder that are not installed. */
export async function noteTools({ options, cwd, printer }: Invocation, { registry }: View): Promise<void> {
  const tools = options.folder === undefined ? null : await checkProjectTools(cwd, registry().skills)
  if (tools === null) return
  const what = tools === 'new' ? 'has tools of its own' : 'has other tools than those you installed'
  printer.note(`${toLine(cwd)} ${what}: skillet skills install ${toLine(cwd)}${tools === 'new' ? '' : ' --replace'}`)
}

type CommandOptions = Pick<CoreOptions, 'decide' | 'ask' | 'said'>

/** Everything Skillet does; whoever else writes the record is waited for, and what a person must know of it is said. */
export async function openOwn(invocation: Invocation, options: CommandOptions = {}): Promise<Core> {
  const { home, cwd, skills, printer, signal } = invocation
  // Loaded late: what only looks comes up faster without what runs and records.
  const { openCore } = await import('#main/open-core')
  const waits = (problem: Message) => printer.note(`${toLine(problem)} Waiting for it …`)
  const opened = await openCore({ home, cwd, skills, waits, waitForOwnerMs: WAIT_FOR_OWNER_MS, signal, ...options })
  if (!opened.ok) {
    signal.throwIfAborted()
    return fail('RECORD_FAILED', withRemedy(opened))
  }
  for (const notice of opened.core.notices) printer.note(toLine(withRemedy(notice)))
  await noteTools(invocation, opened.core)
  return opened.core
}

export async function withCore<T>(
  invocation: Invocation,
  work: (core: Core) => Promise<T>,
  options: CommandOptions = {},
): Promise<T> {
  const core = await openOwn(invocation, options)
  try {
    return await work(core)
  } finally {
    await core.close()
  }
}

/** Has the open app do it, because it owns the record and the secrets. Undefined if no app is open. */
export async function askApp<Answer>(
  { home, printer, signal }: Invocation,
  method: string,
  makeParams: () => JsonObject | Promise<JsonObject>,
  told: (event: Json) => void = () => undefined,
): Promise<Answer | undefined> {
  const app = await connectToApp(home)
  if (!app) return undefined
  printer.aside('Skillet is open: it does this, and asks in its window where it must.')
  try {
    const answer = app.ask(method, await makeParams(), { signal, told })
    return (await answer.catch((error: Error) => fail('FAILED', error.message))) as Answer
  } finally {
    app.close()
  }
}

export async function openChat(invocation: Invocation, { decide, ask }: Decider) {
  const { options, printer, signal } = invocation
  const { model, host, think, yes } = options
  const core = await openOwn(invocation, {
    ...{ decide, ask },
    said: {
      ...(model !== undefined && { model }),
      ...(host !== undefined && { host }),
      ...(think !== undefined && { think: think === 'on' }),
      ...(options['allow-scripts'] && { allowScripts: true }),
      ...(yes && { allowPlain: true }),
    },
  })
  const obstacle = core.models.obstacle()
  if (obstacle) {
    const question = `Send prompts to ${core.host()}, another computer, without encryption?`
    const isAllowed = printer.isInteractive && (await askPerson(question, invocation, signal))
    if (!isAllowed) {
      await core.close()
      return fail(obstacle.code, obstacle.message)
    }
    await core.consentTo(core.host())
  }
  return { core, chat: await core.chats.create() }
}
