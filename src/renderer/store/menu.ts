import type { MenuCommand } from '#shared/menu-command'
import type { App } from './state.ts'

/** What the menu of the app asks for; nothing while something lies on top, as with the keys. */
export function obeyMenu(app: App, command: MenuCommand): void {
  const actions: Record<MenuCommand, () => void> = {
    'new-chat': app.newChat,
    'open-palette': () => app.openOverlay('palette'),
    'search-chats': () => app.openSearch(null),
    'find-in-chat': () => app.openSearch(app.open),
    'toggle-sidebar': () => app.setSidebar(!app.isSidebarOpen),
    'toggle-inspector': () => app.setInspector(!app.isInspectorOpen),
    'open-skills': () => app.show('skills'),
    'open-activity': () => app.show('activity'),
    'choose-model': () => app.show('models'),
    'open-settings': () => app.show('settings'),
    'list-shortcuts': () => app.openOverlay('shortcuts'),
  }
  if (app.overlay === null) actions[command]()
}
