import { hasCommandKey, type KeyPress } from '#renderer/parts/ui/keys.ts'
import type { Text } from '#shared/messages/say'

/** Everything that keys, the palette and the list of shortcuts can do; all of them read this table. */
export const COMMANDS = [
  { id: 'new-chat', name: 'New chat', keys: 'Mod+N', group: 'Chats' },
  { id: 'open-palette', name: 'Command palette…', keys: 'Mod+K', group: 'Window' },
  { id: 'search-chats', name: 'Search all chats', keys: 'Mod+Shift+F', group: 'Chats' },
  { id: 'find-in-chat', name: 'Find in this chat', keys: 'Mod+F', group: 'Chats', needsChat: true },
  { id: 'rename-chat', name: 'Rename this chat', group: 'Chats', needsChat: true },
  { id: 'pin-chat', name: 'Pin or unpin this chat', group: 'Chats', needsChat: true },
  { id: 'archive-chat', name: 'Archive or unarchive this chat', group: 'Chats', needsChat: true },
  { id: 'export-chat', name: 'Export this chat as Markdown', group: 'Chats', needsChat: true },
  { id: 'export-facts', name: 'Export this chat’s record (JSONL)', group: 'Chats', needsChat: true },
  { id: 'import-chat', name: 'Import a chat', group: 'Chats' },
  { id: 'delete-chat', name: 'Delete this chat', group: 'Chats', needsChat: true },
  { id: 'stop', name: 'Stop the model', group: 'Chats', needsChat: true },
  { id: 'toggle-sidebar', name: 'Show or hide the sidebar', keys: 'Mod+B', group: 'Window' },
  { id: 'toggle-inspector', name: 'Show or hide the inspector', keys: 'Mod+Alt+B', group: 'Window' },
  { id: 'open-skills', name: 'Skills', group: 'Navigation' },
  { id: 'open-activity', name: 'Activity', group: 'Navigation' },
  { id: 'open-background', name: 'Background', group: 'Navigation' },
  { id: 'open-programs', name: 'Other programs', group: 'Navigation' },
  { id: 'open-models', name: 'Models', group: 'Navigation' },
  { id: 'choose-model', name: 'Choose a model', keys: 'Mod+Shift+M', group: 'Chats' },
  { id: 'open-settings', name: 'Settings', keys: 'Mod+,', group: 'Navigation' },
  { id: 'list-shortcuts', name: 'Keyboard shortcuts', keys: 'Mod+/', group: 'Window' },
] as const satisfies readonly { id: string; name: Text; keys?: string; group: Text; needsChat?: true }[]

export type CommandId = (typeof COMMANDS)[number]['id']

export interface Command {
  id: CommandId
  name: Text
  keys?: string
  group: Text
  /** It needs an open chat. */
  needsChat?: true
}

export const ALL_COMMANDS: readonly Command[] = COMMANDS

/** Those that can be used, with or without an open chat. */
export const usableCommands = (hasChat: boolean) => ALL_COMMANDS.filter(({ needsChat }) => hasChat || !needsChat)

/** Keys that work only in one place, for the list of shortcuts. */
export const OTHER_KEYS = [
  { name: 'Send, or queue while the model is working', keys: 'Enter', group: 'Writing' },
  { name: 'New line', keys: 'Shift+Enter', group: 'Writing' },
  { name: 'Commands and skills', keys: '/', group: 'Writing' },
  { name: 'Edit your last message (when the box is empty)', keys: '↑', group: 'Writing' },
  { name: 'Stop the model', keys: 'Esc', group: 'Writing' },
  { name: 'Run the command once', keys: 'Mod+Enter', group: 'Approvals' },
  { name: 'Deny the command', keys: 'Esc', group: 'Approvals' },
  { name: 'Zoom in', keys: 'Mod+=', group: 'Window' },
  { name: 'Zoom out', keys: 'Mod+-', group: 'Window' },
  { name: 'Actual size', keys: 'Mod+0', group: 'Window' },
] as const satisfies readonly { name: Text; keys: string; group: Text }[]

export function commandOf(press: KeyPress, isMac: boolean): CommandId | null {
  if (press.isComposing || press.repeat || !hasCommandKey(press, isMac)) return null
  return ALL_COMMANDS.find(({ keys }) => keys !== undefined && isPressed(keys, press))?.id ?? null
}

function isPressed(keys: string, press: KeyPress): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1)?.toLowerCase() ?? ''
  if (press.altKey !== parts.includes('Alt')) return false
  // On some layouts / and , need Shift.
  if (press.shiftKey !== parts.includes('Shift') && /[a-z]/.test(key)) return false
  // On some layouts Alt turns B into another character, so the position of the key counts.
  return press.key.toLowerCase() === key || (press.altKey && press.code === `Key${key.toUpperCase()}`)
}

export interface Choice {
  key: string
  name: string
  hint: string
  group: string
  /** Its name is a command. */
  isCode?: boolean
  /** Its name around the words it was found by. */
  found?: { before: string; match: string; after: string }
}

/** Choices with words that start with the typed text; matches at the start of a name come first. */
export function matchChoices<T extends Pick<Choice, 'name'>>(choices: readonly T[], typed: string, most = 50): T[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return choices.slice(0, most)
  const scored = choices.flatMap((choice) => {
    const words = choice.name.toLowerCase().split(/[\s·:/_-]+/)
    const places = wanted.map((part) => words.findIndex((word) => word.startsWith(part)))
    return places.includes(-1) ? [] : [{ choice, score: places.reduce((sum, place) => sum + place, 0) }]
  })
  return scored
    .toSorted((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ choice }) => choice)
}
