import type { Output } from '#renderer/bridge.ts'
import type { Context } from './state.ts'

export interface BackgroundState {
  /** Null until it was loaded. */
  background: Output<'background.list'> | null
}

export const noBackground: BackgroundState = { background: null }

export function makeBackgroundActions({ get, set, ask }: Context) {
  return {
    async listBackground(): Promise<void> {
      const background = await ask('background.list', {})
      if (background) set({ background })
    },
    /** The person confirms it in a system dialog. */
    async switchBackground(skill: string, tool: string, enabled: boolean): Promise<void> {
      await ask('background.switch', { skill, tool, enabled })
      await get().listBackground()
    },
    async runBackground(skill: string, tool: string, isWanted: boolean): Promise<void> {
      await ask('background.run', { skill, tool, isWanted })
      await get().listBackground()
    },
  }
}
