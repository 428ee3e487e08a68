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
