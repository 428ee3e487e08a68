import { app, BrowserWindow, ipcMain, type Session, session, type WebContents, type WebFrameMain } from 'electron'
import type { Push } from '#shared/facts'
import { refuse } from '#shared/requests/requests'
import { CALL_CHANNEL, EVENT_CHANNEL } from '#shared/requests/window-requests'
import type { Router } from './ipc-router.ts'

export const SCHEME = 'skillet'
export const ORIGIN = `${SCHEME}://app`

/** The development server's address, only in unpackaged builds started by `npm run dev`. */
const developmentServer = (): string | undefined =>
  app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL || undefined

export const pageUrl = (): string => developmentServer() ?? `${ORIGIN}/index.html`

function isOurs(url: string): boolean {
  const server = developmentServer()
  return url.startsWith(`${ORIGIN}/`) || (server !== undefined && url.startsWith(server))
}

/** The page can open, load, download and request only what is ours. */
export function raiseWalls(): void {
  app.on('web-contents-created', (_event, contents) => confine(contents))
  app.on('session-created', close)
  close(session.defaultSession)
}

function confine(contents: WebContents): void {
  const stay = (event: { preventDefault(): void; url: string }) => {
    if (!isOurs(event.url) || event.url !== contents.getURL()) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

function close(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler(null)
  session.setSpellCheckerEnabled(false)
  session.setSpellCheckerDictionaryDownloadURL('skillet://none/')
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !mayLoad(details.url) }))
}

function mayLoad(url: string): boolean {
  if (isOurs(url) || url.startsWith('data:image/')) return true
  const server = developmentServer()
  return server !== undefined && (url.startsWith(server.replace(/^http/, 'ws')) || url.startsWith('devtools:'))
}

/** The only two channels. A sender other than our page's main frame gets an error. */
export function listenToWindow(router: Router): void {
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    if (!isOurPage(event.senderFrame)) {
      return refuse('SENDER_REFUSED', 'only-own-page')
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
