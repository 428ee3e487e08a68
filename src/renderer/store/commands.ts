import type { Text } from '#shared/messages/say'
import type { View } from '#shared/requests/window-requests'
import type { App } from './app.ts'
import { summaryIn } from './chats.ts'

/** Everything that keys, the app's menu, the palette, `/` and the list of shortcuts can do; all of them read this table. */
const TABLE = [
  { id: 'new-chat', name: 'New chat', keys: 'Mod+N', group: 'Chats', words: ['new', 'clear'] },
  { id: 'open-palette', name: 'Command palette…', keys: 'Mod+K', group: 'Window' },
  { id: 'choose-model', name: 'Choose a model', keys: 'Mod+Shift+M', group: 'Chats', words: ['model'] },
  { id: 'find-in-chat', name: 'Find in this chat', keys: 'Mod+F', group: 'Chats', words: ['find'], needsChat: true },
  { id: 'search-chats', name: 'Search all chats', keys: 'Mod+Shift+F', group: 'Chats', words: ['search'] },
  { id: 'rename-chat', name: 'Rename this chat', group: 'Chats', words: ['rename'], needsChat: true },
  { id: 'pin-chat', name: 'Pin or unpin this chat', group: 'Chats', words: ['pin'], needsChat: true },
  { id: 'archive-chat', name: 'Archive or unarchive this chat', group: 'Chats', words: ['archive'], needsChat: true },
  { id: 'delete-chat', name: 'Delete this chat', group: 'Chats', words: ['delete'], needsChat: true },
  { id: 'export-chat', name: 'Export this chat as Markdown', group: 'Chats', words: ['export'], needsChat: true },
  { id: 'export-facts', name: 'Export this chat’s record (JSONL)', group: 'Chats', words: ['record'], needsChat: true },
  { id: 'import-chat', name: 'Import a chat', group: 'Chats', words: ['import'] },
  { id: 'stop', name: 'Stop the model', group: 'Chats', needsChat: true },
  { id: 'toggle-sidebar', name: 'Show or hide the sidebar', keys: 'Mod+B', group: 'Window' },
  { id: 'toggle-inspector', name: 'Show or hide the inspector', keys: 'Mod+Alt+B', group: 'Window' },
  { id: 'open-skills', name: 'Skills', view: 'skills', group: 'Navigation', words: ['skills'] },
  { id: 'open-activity', name: 'Activity', view: 'activity', group: 'Navigation', words: ['activity'] },
  { id: 'open-background', name: 'Background', view: 'background', group: 'Navigation' },
  { id: 'open-models', name: 'Models', view: 'models', group: 'Navigation' },
  { id: 'open-programs', name: 'Other programs', view: 'programs', group: 'Navigation' },
  { id: 'open-settings', name: 'Settings', view: 'settings', keys: 'Mod+,', group: 'Navigation', words: ['settings'] },
  { id: 'list-shortcuts', name: 'Keyboard shortcuts', keys: 'Mod+/', group: 'Window', words: ['shortcuts'] },
] as const satisfies readonly Omit<Command, 'run'>[]

export type CommandId = (typeof TABLE)[number]['id']
type PlaceId = Extract<(typeof TABLE)[number], { view: View }>['id']

export interface Command {
  id: string
  name: Text
  group: Text
  keys?: string
  /** The page that it opens. */
  view?: View
  /** What a person types after `/`. */
  words?: readonly string[]
  /** It needs an open chat. */
  needsChat?: true
  run(app: App): void
}

const RUNS: Record<Exclude<CommandId, PlaceId>, Command['run']> = {
  'new-chat': ({ newChat }) => newChat(),
  'open-palette': ({ openOverlay }) => openOverlay('palette'),
  /** Opens above the composer if there is a choice. */
  'choose-model'({ ollama, show, openPicker }) {
    const isReady = ollama?.state === 'ready'
    show(isReady ? 'chat' : 'models')
    if (isReady) openPicker('model')
  },
  'find-in-chat': ({ openFind }) => openFind(),
  'search-chats': ({ openSearch }) => openSearch(),
  'rename-chat'({ open, show, setRenaming }) {
    show('chat')
    setRenaming(open !== null)
  },
  'pin-chat'(app) {
    if (app.open !== null) void app.ask('chat.pin', { chat: app.open, pinned: !summaryIn(app)?.isPinned })
  },
  'archive-chat'(app) {
    if (app.open !== null) void app.ask('chat.archive', { chat: app.open, archived: !summaryIn(app)?.isArchived })
  },
  'delete-chat': ({ open, deleteChat }) => open !== null && void deleteChat(open),
  'export-chat': ({ exportChat }) => void exportChat('markdown'),
  'export-facts': ({ exportChat }) => void exportChat('jsonl'),
  'import-chat': ({ importChat }) => void importChat(),
  stop: ({ stop }) => void stop(),
  'toggle-sidebar': ({ isSidebarOpen, setSidebar }) => setSidebar(!isSidebarOpen),
  'toggle-inspector': ({ isInspectorOpen, setInspector }) => setInspector(!isInspectorOpen),
  'list-shortcuts': ({ openOverlay }) => openOverlay('shortcuts'),
}

export const COMMANDS: readonly Command[] = TABLE.map((command) => ({
  ...command,
  run: 'view' in command ? ({ show }) => show(command.view) : RUNS[command.id],
}))

/** Those that can be used, with or without an open chat. */
export const usableCommands = (hasChat: boolean) => COMMANDS.filter(({ needsChat }) => hasChat || !needsChat)

export const runCommand = (id: CommandId, app: App): void => COMMANDS.find((command) => command.id === id)?.run(app)
