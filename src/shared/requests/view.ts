export const VIEWS = ['chat', 'skills', 'activity', 'models', 'settings'] as const

export type View = (typeof VIEWS)[number]

/** Where in the window the person is. */
export interface Standing {
  view: View
  /** The chat that is open, behind another view too. */
  chat?: string
}
