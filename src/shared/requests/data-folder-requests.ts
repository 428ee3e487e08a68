import { takes } from '#shared/schema'

export const placeInputs = {
  'place.read': takes({}),
  'place.move': takes({}),
  'place.stopMove': takes({}),
  'place.showKept': takes({}),
}

export interface PlaceOutputs {
  'place.read': DataPlace
  /** False when the person chose nothing or said no; else "moving" ticks tell how far it is, and Skillet starts again. */
  'place.move': { moving: boolean }
  'place.stopMove': { stopping: boolean }
  'place.showKept': { opened: boolean }
}

/** Where the data lies. */
export interface DataPlace {
  home: string
  /** By SKILLET_HOME or --home: it is moved there, not here. */
  isNamed: boolean
  /** The folder it was moved from, under its new name, until somebody deletes it. */
  kept: string | null
}

/** How far a move is; `done` and `whole` are bytes. */
export interface MoveProgress {
  phase: 'preparing' | 'copying' | 'checking' | 'switching' | 'done'
  done: number
  whole: number
}
