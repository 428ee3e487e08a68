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
