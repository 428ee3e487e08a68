import { MOST_PICTURES, PICTURE_TYPES } from '#shared/chat/picture'
import type { Push } from '#shared/facts'
import { type Infer, listOf, oneOf, optional, string, takes } from '#shared/schema'
import type { Reply } from './requests.ts'

const id = { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' } as const
const name = string(1000)
const flag = { type: 'boolean' } as const
const count = { type: 'integer', minimum: 0 } as const

const picture = takes({
  ...{ sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' }, type: oneOf(PICTURE_TYPES) },
  ...{ name, bytes: count, width: count, height: count },
})

const INSPECTOR_SIDES = ['call', 'turn'] as const
export const INSPECTOR_TABS = ['Command', 'Arguments', 'Output', 'Timing', 'Raw'] as const
export type InspectorTab = (typeof INSPECTOR_TABS)[number]

const VIEWS = ['chat', 'skills', 'activity', 'background', 'models', 'programs', 'settings'] as const
export type View = (typeof VIEWS)[number]

/** Where the person is in the window: the view, the panes around it and the selection in it. */
export const panes = takes({
  ...{ view: oneOf(VIEWS), inspectorSide: oneOf(INSPECTOR_SIDES) },
  ...{ isSidebarOpen: flag, isInspectorOpen: flag },
  /** The open chat, even behind another view. */
  chat: optional(id),
  turn: optional(id),
  /** `seq`: where it starts in the record, to find it in a long chat. */
  call: optional(takes({ call: id, seq: count })),
  tab: optional(takes({ call: id, name: oneOf(INSPECTOR_TABS) })),
  skill: optional(takes({ name, isReviewed: flag })),
  activity: optional(takes({ search: name, skill: name, state: name })),
  /** Pictures attached to unsent messages, by chat. */
  attached: optional({
    type: 'array',
    items: takes({ chat: name, pictures: listOf(picture, MOST_PICTURES) }),
    maxItems: 1000,
  }),
})

export type Panes = Infer<typeof panes>

/** A real path, opened to one chat until it is closed, or to all chats; without a chat, until Skillet quits. */
export type FolderFact =
  | { type: 'folder.opened'; path: string; access: 'read' | 'write'; always?: true }
  | { type: 'folder.closed'; path: string; always?: true }

/** `done` and `whole` are bytes. */
export interface MoveProgress {
  phase: 'preparing' | 'copying' | 'checking' | 'switching' | 'done'
  done: number
  whole: number
}
type ChatCommand = 'new-chat' | 'import-chat' | 'search-chats' | 'find-in-chat' | 'choose-model'
type WindowCommand = 'open-palette' | 'toggle-sidebar' | 'toggle-inspector' | 'list-shortcuts'
export type MenuCommand = ChatCommand | WindowCommand | `open-${Exclude<View, 'chat'>}`

/** The types come from main's handlers. */
type Requests = Record<string, (input: never) => Promise<Reply<unknown>>>

export type Input<T extends Requests, N extends keyof T> = Parameters<T[N]>[0]
export type Output<T extends Requests, N extends keyof T> = Extract<Awaited<ReturnType<T[N]>>, { ok: true }>['value']

/** Everything the preload exposes as `window.skillet`. */
export interface WindowApi<T extends Requests = Requests> {
  call<N extends keyof T & string>(name: N, input: Input<T, N>): Promise<Reply<Output<T, N>>>
  /** Returns a function that stops it. */
  listen(receive: (push: Push) => void): () => void
}

export const CALL_CHANNEL = 'skillet:call'
export const EVENT_CHANNEL = 'skillet:event'
