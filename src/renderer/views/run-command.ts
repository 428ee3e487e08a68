import type { CommandId } from '#renderer/parts/chat/commands.ts'
import { useApp } from '#renderer/store/app.ts'
import { menuActions } from '#renderer/store/menu.ts'

/** What each command does. */
export function runCommand(command: CommandId): void {
  const app = useApp.getState()
  const { open } = app
  const summary = app.summaries.find(({ chat }) => chat === open)
  const actions: Record<CommandId, () => void> = {
    ...menuActions(app),
    'rename-chat': () => open !== null && app.setRenaming(true),
    'pin-chat': () => open !== null && void app.ask('chat.pin', { chat: open, pinned: !summary?.isPinned }),
    'archive-chat': () => open !== null && void app.ask('chat.archive', { chat: open, archived: !summary?.isArchived }),
    'export-chat': () => void app.exportChat('markdown'),
    'export-facts': () => void app.exportChat('jsonl'),
    'delete-chat': () => open !== null && void app.deleteChat(open),
    stop: () => void app.stop(),
  }
  actions[command]()
}

/** Commands that need an open chat. */
export const NEEDS_CHAT: ReadonlySet<CommandId> = new Set([
  ...([
    'find-in-chat',
    'rename-chat',
    'pin-chat',
    'archive-chat',
    'delete-chat',
    'export-chat',
    'export-facts',
    'stop',
  ] as const),
])
