import { MOST_PICTURES, PICTURE_TYPES } from '#shared/chat/picture'
import type { Push } from '#shared/facts'
import { type Infer, takes } from '#shared/schema'
import type { Reply } from './requests.ts'

const id = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
const name = { type: 'string', maxLength: 1000 } as const
const flag = { type: 'boolean' } as const
const count = { type: 'integer', minimum: 0 } as const

const picture = takes({
  ...{ sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' }, type: { type: 'string', enum: PICTURE_TYPES } },
  ...{ name, bytes: count, width: count, height: count },
})

const INSPECTOR_SIDES = ['call', 'turn'] as const
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

export const VIEWS = ['chat', 'skills', 'activity', 'models', 'programs', 'settings'] as const

export type View = (typeof VIEWS)[number]

/** Where in the window the person is. */
export interface Standing {
  view: View
  /** The chat that is open, behind another view too. */
  chat?: string
}
/** A folder by its real path: for one chat, until it is closed, or for all of them; in no chat: until Skillet ends. */
export type FolderFact =
  | { type: 'folder.opened'; path: string; access: 'read' | 'write'; always?: true }
  | { type: 'folder.closed'; path: string; always?: true }

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
/** What the menu of the app asks of the window. */
export type MenuCommand =
  | 'new-chat'
  | 'import-chat'
  | 'open-palette'
  | 'search-chats'
  | 'find-in-chat'
  | 'toggle-sidebar'
  | 'toggle-inspector'
  | 'open-skills'
  | 'open-activity'
  | 'open-models'
  | 'choose-model'
  | 'open-settings'
  | 'list-shortcuts'

/** The requests by name. Their types come from main's handlers; nothing is declared twice. */
type Requests = Record<string, (input: never) => Promise<Reply<unknown>>>

export type Input<T extends Requests, N extends keyof T> = Parameters<T[N]>[0]
export type Output<T extends Requests, N extends keyof T> = Extract<Awaited<ReturnType<T[N]>>, { ok: true }>['value']

/** What the preload puts on `window.skillet`, and nothing more. */
export interface WindowApi<T extends Requests = Requests> {
  call<N extends keyof T & string>(name: N, input: Input<T, N>): Promise<Reply<Output<T, N>>>
  /** Returns its own undo. */
  listen(receive: (push: Push) => void): () => void
}

export const CALL_CHANNEL = 'skillet:call'
export const EVENT_CHANNEL = 'skillet:event'
