import type { MenuItemConstructorOptions } from 'electron'
import { say, type Text } from '#shared/messages/say'
import type { MenuCommand } from '#shared/requests/window-requests'
import { describeWaiting } from './under-way.ts'

type Item = MenuItemConstructorOptions
type Role = NonNullable<Item['role']>

export interface MenuParts {
  isMac: boolean
  isPackaged: boolean
  run(command: MenuCommand): void
}

const line: Item = { type: 'separator' }

/** The usual items and the window's commands. The page handles their keys itself because it knows what is on top. */
export function makeMenuTemplate({ isMac, isPackaged, run }: MenuParts): Item[] {
  const command = (label: Text, id: MenuCommand, accelerator?: string): Item => ({
    ...{ id, label: say(label), click: () => run(id), registerAccelerator: false },
    ...(accelerator && { accelerator }),
  })
  const own = (role: Role, label: Text): Item => ({ role, label: say(label) })
  const settings = command('Settings…', 'open-settings', 'CmdOrCtrl+,')
  const about = own('about', 'About Skillet')
  const quit = own('quit', 'Quit Skillet')
  const app: Item = {
    label: 'Skillet',
    submenu: [
      ...[about, line, settings, line, own('services', 'Services'), line],
      ...[own('hide', 'Hide Skillet'), own('hideOthers', 'Hide others'), own('unhide', 'Show all'), line],
      quit,
    ],
  }
  const file: Item = {
    label: say('File'),
    submenu: [
      ...[command('New chat', 'new-chat', 'CmdOrCtrl+N'), command('Import a chat…', 'import-chat'), line],
      ...(isMac ? [own('close', 'Close window')] : [settings, line, quit]),
    ],
  }
  const edit: Item = {
    label: say('Edit'),
    submenu: [
      ...[own('undo', 'Undo'), own('redo', 'Redo'), line],
      ...[own('cut', 'Cut'), own('copy', 'Copy'), own('paste', 'Paste')],
      ...[own('pasteAndMatchStyle', 'Paste as plain text'), own('delete', 'Delete'), own('selectAll', 'Select all')],
      ...[line, command('Find in this chat', 'find-in-chat', 'CmdOrCtrl+F')],
      command('Search all chats', 'search-chats', 'CmdOrCtrl+Shift+F'),
    ],
  }
  const view: Item = {
    label: say('View'),
    submenu: [
      command('Command palette…', 'open-palette', 'CmdOrCtrl+K'),
      ...[line, command('Show or hide the sidebar', 'toggle-sidebar', 'CmdOrCtrl+B')],
      ...[command('Show or hide the inspector', 'toggle-inspector', 'CmdOrCtrl+Alt+B'), line],
      ...[own('zoomIn', 'Zoom in'), own('zoomOut', 'Zoom out'), own('resetZoom', 'Actual size')],
      // On many keyboards plus needs Shift, and people press the key without it.
      { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
      ...[line, own('togglefullscreen', 'Full screen')],
      ...(isPackaged ? [] : [line, own('toggleDevTools', 'Developer tools')]),
    ],
  }
  const go: Item = {
    label: say('Go'),
    submenu: [
      command('Skills', 'open-skills'),
      command('Activity', 'open-activity'),
      command('Background', 'open-background'),
      command('Other programs', 'open-programs'),
      command('Models', 'open-models'),
      ...[line, command('Choose a model', 'choose-model', 'CmdOrCtrl+Shift+M')],
    ],
  }
  const window: Item = {
    ...own('windowMenu', 'Window'),
    submenu: [
      own('minimize', 'Minimize'),
      ...(isMac ? [own('zoom', 'Zoom'), line, own('front', 'Bring all to front')] : [own('close', 'Close window')]),
    ],
  }
  const help: Item = {
    ...own('help', 'Help'),
    submenu: [command('Keyboard shortcuts', 'list-shortcuts', 'CmdOrCtrl+/'), ...(isMac ? [] : [line, about])],
  }
  return [...(isMac ? [app] : []), file, edit, view, go, window, help]
}

export interface TrayParts {
  show(): void
  newChat(): void
  showWaiting(): void
  pauseBackground(isPaused: boolean): void
  quit(): void
}

/** Background tools; absent if none is switched on. */
export interface TrayBackground {
  running: number
  isPaused: boolean
}

export function makeTrayTemplate(parts: TrayParts, waiting: number, background: TrayBackground | null): Item[] {
  return [
    { id: 'tray-show', label: say('Show Skillet'), click: parts.show },
    { id: 'tray-new-chat', label: say('New chat'), click: parts.newChat },
    ...(waiting === 0 ? [] : [{ id: 'tray-waiting', label: describeWaiting(waiting), click: parts.showWaiting }]),
    ...(background ? listBackground(parts, background) : []),
    { type: 'separator' },
    { id: 'tray-quit', label: say('Quit Skillet'), click: parts.quit },
  ]
}

function listBackground(parts: TrayParts, { running, isPaused }: TrayBackground): Item[] {
  const count = say('{count} running in the background', { count: running })
  const label = say(isPaused ? 'Resume background tools' : 'Pause background tools')
  return [
    { type: 'separator' },
    ...(running > 0 ? [{ id: 'tray-background', label: count, enabled: false }] : []),
    { id: 'tray-pause', label, click: () => parts.pauseBackground(!isPaused) },
  ]
}
