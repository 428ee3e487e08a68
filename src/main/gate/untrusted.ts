import type { Effect } from '#shared/call/action'
import type { Plan } from '#shared/call/plan'
import { isInside } from '#shared/paths'

/** Whether the action may reach the network, whose answer anybody may have written. */
export const usesNetwork = (effects: readonly Effect[]): boolean => effects.some(({ does }) => does === 'send')

/** Whether a word that no skill wrote leads out of the working folder. */
export function readsElsewhere(effects: readonly Effect[]): boolean {
  const home = effects.find((effect) => 'slot' in effect && effect.slot?.in === 'cwd')
  const folders = home && 'path' in home ? [home.path, home.realPath] : []
  return effects.some(
    (effect) =>
      'path' in effect && effect.slot?.in === 'argv' && !folders.some((folder) => isInside(effect.realPath, folder)),
  )
}

const REACHING: ReadonlySet<Effect['does']> = new Set(['send', 'use-secret', 'use-credential', 'start'])

type Reaching = Partial<Pick<Plan, 'effects' | 'grants' | 'sandbox' | 'action'>>

/**
 * Whether it connects out, or reads or writes outside the open folders, which a text that the model obeys must not
 * achieve.
 */
export function reachesBeyond({ effects = [], grants }: Reaching): boolean {
  const open = [...(grants?.read ?? []), ...(grants?.write ?? [])]
  return effects.some((effect) => {
    if (REACHING.has(effect.does)) return true
    const isNamed = 'path' in effect && effect.slot?.in !== 'cwd' && effect.slot?.in !== 'file'
    return isNamed && !open.some((folder) => isInside(effect.realPath, folder))
  })
}

/** No sandbox keeps it to its effects. */
export const isLoose = ({ action, sandbox }: Reaching): boolean => action?.kind === 'process' && sandbox !== 'enforced'
