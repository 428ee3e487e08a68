import type { Question, WindowPorts } from '#main/electron/window-ports'
import type { Core } from '#main/open-core'
import type { OwnRequests } from '#main/programs/open-programs'
import type { Json } from '#shared/json'
import { say } from '#shared/messages/say'
import { refuse, reply } from '#shared/requests/requests'
import { handleBackground } from './handle-background.ts'
import { handleStored } from './handle-tools.ts'

/** Anything but a text counts as an empty one. */
const readText = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/**
 * What the command line has the open app do, because the app owns the record and the secrets. Anybody with access to
 * the socket can ask, so whatever gives or takes is confirmed in a system dialog.
 */
export function handleTerminal(core: Core, window: Pick<WindowPorts, 'confirm' | 'chooseTarget'>) {
  const { secrets } = core
  const find = (name: string) => secrets.list().find((each) => each.name === name)
  let isAsking = false
  /** One dialog, which closes with the terminal that asked. Others are declined meanwhile. */
  const asking = (signal: AbortSignal) => async (question: Question) => {
    if (isAsking || signal.aborted) return false
    isAsking = true
    try {
      return (await window.confirm({ ...question, signal })) && !signal.aborted
    } finally {
      isAsking = false
    }
  }
  const { 'background.switch': switchBackground } = handleBackground(core, window)
  const declined = () => refuse('DECLINED', 'declined-in-window')

  return {
    async 'secret.set'(params, signal) {
      const [name, value] = [readText(params.name), readText(params.value)]
      const problem = secrets.check(name, value)
      if (problem) return refuse('SECRET_REFUSED', problem)
      const known = find(name)
      const { grants = [] } = known ?? {}
      const gets =
        grants.length === 0
          ? say('Each tool gets only what you give it.')
          : say('These get the new value from now on: {names}', { names: grants.join(', ') })
      const replaced = say('The value it has now is replaced and cannot be restored.')
      const isSure = await asking(signal)({
        title: say('Secrets'),
        message: say('A program on this computer asks to save the secret {name}.', { name }),
        detail: known ? `${replaced}\n${gets}` : gets,
        action: say('Save secret'),
      })
      if (!isSure) return declined()
      const failed = await secrets.set(name, value)
      return failed ? refuse('SECRET_REFUSED', failed) : reply({ set: true })
    },
    async 'secret.remove'(params, signal) {
      const name = readText(params.name)
      if (!find(name)) return reply({ removed: true })
      const stored = handleStored(core, { ...window, confirm: asking(signal) })
      const removed = await stored['secret.remove']({ name })
      return removed.ok && !removed.value.removed ? declined() : removed
    },
    /** It only ends something, so nobody is asked. */
    'background.stop': ({ skill, tool }) =>
      switchBackground({ skill: readText(skill), tool: readText(tool), enabled: false }),
  } satisfies OwnRequests
}
