import { app, type Session, session, type WebContents } from 'electron'
import { developmentServer, isOurs } from './origin.ts'

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
