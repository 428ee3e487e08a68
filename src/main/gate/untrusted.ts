import type { Effect } from '#shared/call/action'
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
