import { app, Menu } from 'electron'
import { languageOf, say, speak, spokenLanguage } from '#shared/messages/say'
import type { MenuCommand } from '#shared/requests/window-requests'
import { makeMenuTemplate } from './menu-template.ts'

/** In the current language; called again when it changes. */
export function setMenu(run: (command: MenuCommand) => void): void {
  app.setAboutPanelOptions({
    applicationName: 'Skillet',
    applicationVersion: app.getVersion(),
    version: '',
    copyright: say('MIT License'),
    credits: say('A local model uses your computer’s tools, and you see every call before and after it runs.'),
  })
  const template = makeMenuTemplate({ isMac: process.platform === 'darwin', isPackaged: app.isPackaged, run })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** Switches the language of menu, tray and dialogs; true if it changed. */
export async function speakAs(chosen: string): Promise<boolean> {
  const before = spokenLanguage()
  await speak(languageOf(chosen, app.getLocale()))
  return spokenLanguage() !== before
}
