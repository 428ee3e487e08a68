import { askPerson } from '#main/cli/ask-person'
import type { ErrorCode, ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { printError } from '#main/cli/print'
import { type Models, makeModels } from '#main/models/models'
import { readHost } from '#main/models/ollama/host'
import { isOllamaInstalled } from '#main/models/ollama-app'
import { openToRead } from '#main/open-view'
import { sanitizePath } from '#main/runners/process/search-path'
import type { Tick } from '#shared/facts'
import { withRemedy } from '#shared/messages/diagnostic'
import type { Message } from '#shared/messages/message'
import { foldSettings } from '#shared/settings/settings'

export type ModelsAt = { ok: true; host: string; models: Models } | { ok: false; code: ExitCode }

/** Ollama at the address on the line, else in the settings, else in the environment. */
export async function openModels(
  { options, env, home, printer, stdin, stderr, signal }: Invocation,
  tick: (tick: Tick) => void = () => undefined,
): Promise<ModelsAt> {
  const opened = await openToRead(home)
  if (!opened.ok) return fail('RECORD_FAILED', withRemedy(opened))
  const settings = foldSettings((await opened.ledger?.read({ types: ['setting.changed'] })) ?? [])
  await opened.ledger?.close()
  const read = readHost(options.host || settings.host || env.OLLAMA_HOST)
  if (!read.ok) return fail('USAGE', read.message)
  const { host } = read
  const plainHosts = [...settings.plainHosts]
  const models = makeModels({
    host: () => host,
    plainHosts: () => plainHosts,
    tick,
    isInstalled: async () => isOllamaInstalled(await sanitizePath(env.PATH ?? '', [])),
  })
  const obstacle = models.obstacle()
  if (!obstacle) return { ok: true, host, models }
  const question = `Talk to ${host}, another computer, without encryption?`
  const isAllowed = options.yes || (printer.isInteractive && (await askPerson(question, { stdin, stderr }, signal)))
  if (!isAllowed) return fail(obstacle.code, obstacle.message)
  plainHosts.push(host)
  return { ok: true, host, models }

  function fail(code: ErrorCode, message: Message | string): ModelsAt {
    return { ok: false, code: printError(printer, { code, message }) }
  }
}
