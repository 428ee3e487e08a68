import type { MenuCommand } from '#shared/menu-command'
import type { App } from './state.ts'

/** What the commands do that the menu of the app has as well. */
export function menuActions(app: App): Record<MenuCommand, () => void> {
  return {
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
}

/** What the menu of the app asks for; nothing while something lies on top, as with the keys. */
export function obeyMenu(app: App, command: MenuCommand): void {
  if (app.overlay === null) menuActions(app)[command]()
}
