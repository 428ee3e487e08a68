import type { Output } from '#renderer/bridge.ts'
import type { Context } from './state.ts'

export interface BackgroundState {
  /** Null until it was loaded. */
  background: Output<'background.list'> | null
}

export interface BackgroundActions {
  listBackground(): Promise<void>
  /** The person confirms it in a system dialog. */
  switchBackground(skill: string, tool: string, enabled: boolean): Promise<void>
  runBackground(skill: string, tool: string, isWanted: boolean): Promise<void>
}

export const noBackground: BackgroundState = { background: null }

export function makeBackgroundActions({ get, set, ask }: Context): BackgroundActions {
  return {
    async listBackground() {
      const background = await ask('background.list', {})
      if (background) set({ background })
    },
    async switchBackground(skill, tool, enabled) {
      await ask('background.switch', { skill, tool, enabled })
      await get().listBackground()
    },
    async runBackground(skill, tool, isWanted) {
      await ask('background.run', { skill, tool, isWanted })
      await get().listBackground()
    },
  }
}
