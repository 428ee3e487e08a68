import type { Core } from '#main/open-core'
import { message } from '#shared/messages/message'
import { answerPrograms } from './answer-programs.ts'
import { listen } from './app-socket.ts'
import { openCorePort } from './core-port.ts'
import type { Loopback } from './loopback.ts'

/** Always the same port, so that other programs' configuration stays valid. */
const PORT = 47113

/** Opens the app's socket and, while it is switched on, its port. */
export async function openPrograms(
  core: Core,
  env: NodeJS.ProcessEnv,
  version: string,
  port = PORT,
): Promise<{ close(): void }> {
  const listener = await listen(core.home, env, answerPrograms(core))
  let open: Loopback | null = null
  let last: Promise<void> = Promise.resolve()

  async function apply(): Promise<void> {
    const isOn = core.settings().programPort === 'on'
    if (isOn === (open !== null)) return
    if (!isOn) {
      open?.close()
      open = null
      return core.programs.setPort({ state: 'off' })
    }
    // Loaded late, because most people never switch it on.
    const { openLoopback } = await import('#main/programs/loopback')
    try {
      open = await openLoopback(port, {
        ...{ find: core.programs.find, connect: core.programs.connect, version },
        open: (program) => openCorePort(core, program),
      })
      core.programs.setPort({ state: 'open', url: open.url })
    } catch {
      core.programs.setPort({ state: 'failed', message: message('port-taken', { port }) })
    }
  }
  const applySoon = () => {
    last = last.then(apply).catch((error: unknown) => core.reportBug(error, 'programs'))
  }
  const stop = core.listen((push) => {
    if (push.kind === 'fact' && push.fact.type === 'setting.changed' && push.fact.name === 'programPort') applySoon()
  })
  applySoon()
  return {
    close() {
      stop()
      listener?.close()
      open?.close()
    },
  }
}
