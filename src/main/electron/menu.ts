import { app, Menu } from 'electron'
import type { MenuCommand } from '#shared/menu-command'
import { makeMenuTemplate } from './menu-template.ts'

export function setMenu(run: (command: MenuCommand) => void): void {
  app.setAboutPanelOptions({
    applicationName: 'Skillet',
    applicationVersion: app.getVersion(),
    version: '',
    copyright: 'MIT licence',
    credits: 'A local model uses your command-line tools, and you see every command before and after it runs.',
  })
  const template = makeMenuTemplate({ isMac: process.platform === 'darwin', isPackaged: app.isPackaged, run })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
