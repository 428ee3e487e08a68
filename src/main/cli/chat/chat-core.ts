import { askPerson, type Decider } from '#main/cli/ask-person'
import { fail } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { openOwn } from '#main/cli/open'
import type { Core } from '#main/open-core'

/** Opens a core with the options of the line, and a new chat in it. */
export async function openChat(
  invocation: Invocation,
  { decide, ask }: Decider,
): Promise<{ core: Core; chat: string }> {
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
