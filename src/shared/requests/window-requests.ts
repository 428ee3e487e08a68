import { MOST_PICTURES, PICTURE_TYPES } from '#shared/chat/picture'
import { type Infer, takes } from '#shared/schema'

const id = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
const name = { type: 'string', maxLength: 1000 } as const
const flag = { type: 'boolean' } as const
const count = { type: 'integer', minimum: 0 } as const

const picture = takes({
  ...{ sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' }, type: { type: 'string', enum: PICTURE_TYPES } },
  ...{ name, bytes: count, width: count, height: count },
})

export const INSPECTOR_SIDES = ['call', 'turn'] as const
export const INSPECTOR_TABS = ['Command', 'Arguments', 'Output', 'Timing', 'Raw'] as const
export type InspectorTab = (typeof INSPECTOR_TABS)[number]

/** What is open around the view, and what is chosen in it. */
export const panes = takes(
  { isSidebarOpen: flag, isInspectorOpen: flag, inspectorSide: { type: 'string', enum: INSPECTOR_SIDES } },
  {
    /** The chat that the inspector shows something of; the three below it are found in that. */
    chat: id,
    turn: id,
    /** Where its record begins, so that it is found in a long chat. */
    call: takes({ call: id, seq: count }),
    tab: takes({ call: id, name: { type: 'string', enum: INSPECTOR_TABS } }),
    skill: takes({ name, isReviewed: flag }),
    activity: takes({ search: name, skill: name, state: name }),
    /** Pictures beside what is being written, by chat. */
    attached: {
      type: 'array',
      items: takes({ chat: name, pictures: { type: 'array', items: picture, maxItems: MOST_PICTURES } }),
      maxItems: 1000,
    },
  },
)

export type Panes = Infer<typeof panes>

export const VIEWS = ['chat', 'skills', 'activity', 'models', 'settings'] as const

export type View = (typeof VIEWS)[number]

/** Where in the window the person is. */
export interface Standing {
  view: View
  /** The chat that is open, behind another view too. */
  chat?: string
}
