import type { MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '#shared/menu-command'

type Item = MenuItemConstructorOptions

export interface MenuParts {
  isMac: boolean
  isPackaged: boolean
  run(command: MenuCommand): void
}

const line: Item = { type: 'separator' }

/**
 * The platform's own items, and the window's commands. Their keys are shown here and taken by the page, which knows
 * whether something lies on top; so main does not take them as well.
 */
export function makeMenuTemplate({ isMac, isPackaged, run }: MenuParts): Item[] {
  const command = (label: string, id: MenuCommand, accelerator?: string): Item => ({
    ...{ id, label, click: () => run(id), registerAccelerator: false },
    ...(accelerator && { accelerator }),
  })
  const settings = command('Settings…', 'open-settings', 'CmdOrCtrl+,')
  const about: Item = { role: 'about', label: 'About Skillet' }
  const app: Item = {
    label: 'Skillet',
    submenu: [
      ...[about, line, settings, line, { role: 'services' } as const, line],
      ...[{ role: 'hide' } as const, { role: 'hideOthers' } as const, { role: 'unhide' } as const, line],
      { role: 'quit' },
    ],
  }
  const file: Item = {
    label: 'File',
    submenu: [
      ...[command('New chat', 'new-chat', 'CmdOrCtrl+N'), line],
      ...(isMac ? [{ role: 'close' } as const] : [settings, line, { role: 'quit' } as const]),
    ],
  }
  const edit: Item = {
    label: 'Edit',
    submenu: [
      ...[{ role: 'undo' } as const, { role: 'redo' } as const, line],
      ...[{ role: 'cut' } as const, { role: 'copy' } as const, { role: 'paste' } as const],
      ...[{ role: 'pasteAndMatchStyle' } as const, { role: 'delete' } as const, { role: 'selectAll' } as const, line],
      command('Find in this chat', 'find-in-chat', 'CmdOrCtrl+F'),
      command('Search all chats', 'search-chats', 'CmdOrCtrl+Shift+F'),
    ],
  }
  const view: Item = {
    label: 'View',
    submenu: [
      command('Do something…', 'open-palette', 'CmdOrCtrl+K'),
      ...[line, command('Show or hide the sidebar', 'toggle-sidebar', 'CmdOrCtrl+B')],
      ...[command('Show or hide the inspector', 'toggle-inspector', 'CmdOrCtrl+Alt+B'), line],
      ...[{ role: 'zoomIn' } as const, { role: 'zoomOut' } as const, { role: 'resetZoom' } as const],
      // On many keyboards the plus sign needs Shift, and people press the key without it.
      { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false, acceleratorWorksWhenHidden: true },
      ...[line, { role: 'togglefullscreen' } as const],
      ...(isPackaged ? [] : [line, { role: 'toggleDevTools' } as const]),
    ],
  }
  const go: Item = {
    label: 'Go',
    submenu: [
      command('Skills', 'open-skills'),
      command('Activity', 'open-activity'),
      command('Models', 'choose-model', 'CmdOrCtrl+Shift+M'),
    ],
  }
  const help: Item = {
    role: 'help',
    submenu: [command('All shortcuts', 'list-shortcuts', 'CmdOrCtrl+/'), ...(isMac ? [] : [line, about])],
  }
  return [...(isMac ? [app] : []), file, edit, view, go, { role: 'windowMenu' }, help]
}
