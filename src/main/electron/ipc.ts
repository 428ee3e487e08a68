import { BrowserWindow, ipcMain, type WebFrameMain } from 'electron'
import type { Push } from '#shared/facts'
import { message } from '#shared/messages/message'
import { CALL_CHANNEL, EVENT_CHANNEL } from '#shared/requests/window-requests'
import type { Router } from './ipc-router.ts'
import { isOurs } from './origin.ts'

/** The only two channels. A sender other than our page's main frame gets an error. */
export function listenToWindow(router: Router): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    if (!isOurPage(event.senderFrame)) {
      return { ok: false, error: { code: 'SENDER_REFUSED', message: message('only-own-page') } }
    }
    return router(name, input)
  })
}

export function pushToWindows(push: Push): void {
  for (const window of BrowserWindow.getAllWindows()) {
    if (!window.isDestroyed() && isOurs(window.webContents.getURL())) window.webContents.send(EVENT_CHANNEL, push)
  }
}

function isOurPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && isOurs(frame.url)
}
