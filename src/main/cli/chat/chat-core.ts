import { askPerson, type Decider } from '#main/cli/ask-person'
import type { ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { openOwn } from '#main/cli/open'
import { printError } from '#main/cli/print'
import type { Core } from '#main/open-core'

export type OpenedChat = { ok: true; core: Core; chat: string } | { ok: false; code: ExitCode }

/** Opens a core with the options of the line, and a new chat in it. */
export async function openChat(invocation: Invocation, { decide, ask }: Decider): Promise<OpenedChat> {
  const { options, printer, signal } = invocation
  const { model, host, think, yes } = options
  const opened = await openOwn(invocation, {
    ...{ decide, ask },
    said: {
      ...(model !== undefined && { model }),
      ...(host !== undefined && { host }),
      ...(think !== undefined && { think: think === 'on' }),
      ...(options['allow-scripts'] && { allowScripts: true }),
      ...(yes && { allowPlain: true }),
    },
  })
  if (!opened.ok) {
    return { ok: false, code: printError(printer, opened.error) }
  }
  const { core } = opened
  const obstacle = core.models.obstacle()
  if (obstacle) {
    const question = `Send prompts to ${core.host()}, another computer, without encryption?`
    const isAllowed = printer.isInteractive && (await askPerson(question, invocation, signal))
    if (!isAllowed) {
      await core.close()
      return { ok: false, code: printError(printer, obstacle) }
    }
    await core.consentTo(core.host())
  }
  return { ok: true, core, chat: await core.chats.create() }
}
