import type { DataPlace, MoveProgress } from '#shared/requests/window-requests'
import type { Context } from './state.ts'

export interface PlaceState {
  place: DataPlace | null
  /** The data is being moved; nothing else is possible until Skillet restarts. */
  moving: MoveProgress | null
}

export const noPlace: PlaceState = { place: null, moving: null }

export function makePlaceOfDataActions({ set, ask, ports }: Context) {
  return {
    async readPlace(): Promise<void> {
      const reply = await ports.call('place.read', {})
      if (reply.ok) set({ place: reply.value })
    },
    /** Main lets the person choose the folder and confirm. */
    async moveData(): Promise<void> {
      const answer = await ask('place.move', {})
      if (answer?.moving) set(({ moving }) => ({ moving: moving ?? { phase: 'preparing', done: 0, whole: 0 } }))
    },
  }
}
