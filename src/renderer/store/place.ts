import type { DataPlace, MoveProgress } from '#shared/requests/window-requests'
import type { Context } from './state.ts'

export interface PlaceState {
  place: DataPlace | null
  /** The data is being moved; nothing else is possible until Skillet restarts. */
  moving: MoveProgress | null
}

export interface PlaceActions {
  readPlace(): Promise<void>
  /** Main lets the person choose the folder and confirm. */
  moveData(): Promise<void>
  stopMove(): Promise<void>
  showKept(): Promise<void>
}

export const noPlace: PlaceState = { place: null, moving: null }

export function makePlaceOfDataActions({ set, ask, ports }: Context): PlaceActions {
  return {
    async readPlace() {
      const reply = await ports.call('place.read', {})
      if (reply.ok) set({ place: reply.value })
    },
    async moveData() {
      const answer = await ask('place.move', {})
      if (answer?.moving) set(({ moving }) => ({ moving: moving ?? { phase: 'preparing', done: 0, whole: 0 } }))
    },
    async stopMove() {
      await ask('place.stopMove', {})
    },
    async showKept() {
      await ask('place.showKept', {})
    },
  }
}
