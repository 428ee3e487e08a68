import type { MenuCommand } from '#shared/requests/window-requests'
import type { App } from './state.ts'

/** Commands that are also in the app's menu. */
export function menuActions(app: App): Record<MenuCommand, () => void> {
  return {
    'new-chat': app.newChat,
    'import-chat': () => void app.importChat(),
    'open-palette': () => app.openOverlay('palette'),
    'search-chats': app.openSearch,
    'find-in-chat': app.openFind,
    'toggle-sidebar': () => app.setSidebar(!app.isSidebarOpen),
    'toggle-inspector': () => app.setInspector(!app.isInspectorOpen),
    'open-skills': () => app.show('skills'),
    'open-activity': () => app.show('activity'),
    'open-background': () => app.show('background'),
    'open-programs': () => app.show('programs'),
    'open-models': () => app.show('models'),
    'choose-model': () => chooseModel(app),
    'open-settings': () => app.show('settings'),
    'list-shortcuts': () => app.openOverlay('shortcuts'),
  }
}

/** Opens above the composer if there is a choice. */
function chooseModel({ ollama, show, openPicker }: App): void {
  const isReady = ollama?.state === 'ready'
  show(isReady ? 'chat' : 'models')
  if (isReady) openPicker('model')
}

/** Runs a command of the app's menu; nothing while an overlay is open, as with keys. */
export function obeyMenu(app: App, command: MenuCommand): void {
  if (app.overlay === null) menuActions(app)[command]()
}
