import { join } from 'node:path'
import { app, BrowserWindow, dialog, type MessageBoxOptions, Notification, nativeTheme, screen } from 'electron'
import { say } from '#shared/messages/say'
import { makeCrashCount } from './crashes.ts'
import type { Notice } from './under-way.ts'
import { pageUrl } from './web-security.ts'
import { fitPlace, keepPlace, LEAST, readPlace } from './window-place.ts'

const SETTLED_MS = 400

/** Opens at its last place, which `placeFile` stores. */
export function openWindow(folder: string, placeFile: string): BrowserWindow {
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
  const areas = [main, ...others].map(({ workArea }) => workArea)
  const { isMaximized, ...bounds } = fitPlace(readPlace(placeFile), areas)
  const window = new BrowserWindow({
    ...bounds,
    minWidth: Math.min(LEAST.width, bounds.width),
    minHeight: Math.min(LEAST.height, bounds.height),
    show: false,
    title: 'Skillet',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1918' : '#faf9f7',
    webPreferences: {
      preload: join(folder, '..', 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      autoplayPolicy: 'user-gesture-required',
    },
  })
  if (isMaximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  rememberPlace(window, placeFile)
  reopenCrashed(window)
  void window.loadURL(pageUrl())
  return window
}

export function bringToFront(): void {
  const [window] = BrowserWindow.getAllWindows()
  if (!window) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

export function isInFront(): boolean {
  return BrowserWindow.getAllWindows().some((window) => window.isVisible() && window.isFocused())
}

/** True if the person pressed the second of two buttons. */
export async function askInDialog(told: MessageBoxOptions): Promise<boolean> {
  const question = { ...told, defaultId: 0, cancelId: 0, noLink: true }
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question))
  return response === 1
}

/** The newest of each chat. Electron drops the click handler of one that nobody references. */
const shown = new Map<string | null, Notification>()

export function notify({ title, body, chat }: Notice, clicked: () => void): void {
  if (!Notification.isSupported()) return
  shown.get(chat)?.close()
  const notification = new Notification({ title, body, silent: false })
  notification.on('click', () => {
    shown.delete(chat)
    clicked()
  })
  notification.on('close', () => {
    if (shown.get(chat) === notification) shown.delete(chat)
  })
  shown.set(chat, notification)
  notification.show()
}

export function setBadge(count: number): void {
  if (process.platform !== 'win32') app.setBadgeCount(count)
}

function rememberPlace(window: BrowserWindow, placeFile: string): void {
  let settling: NodeJS.Timeout | undefined
  const keep = () => {
    clearTimeout(settling)
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return
    try {
      keepPlace(placeFile, { ...window.getNormalBounds(), isMaximized: window.isMaximized() })
    } catch (error) {
      console.error(`Skillet cannot keep where its window stands: ${(error as Error).message}`)
    }
  }
  const keepSoon = () => {
    clearTimeout(settling)
    settling = setTimeout(keep, SETTLED_MS)
  }
  window.on('move', keepSoon)
  window.on('resize', keepSoon)
  window.on('maximize', keepSoon)
  window.on('unmaximize', keepSoon)
  window.on('close', keep)
}

function reopenCrashed(window: BrowserWindow): void {
  const isTooMany = makeCrashCount()
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    const open = isTooMany() ? askToReopen : reopen
    // Chromium is still closing the old page when it tells us.
    setImmediate(() => void open(window))
  })
}

async function reopen(window: BrowserWindow): Promise<void> {
  if (!window.isDestroyed()) await window.loadURL(pageUrl())
}

async function askToReopen(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Skillet',
    message: say('The Skillet window crashed three times in a minute.'),
    detail: say(
      'No data is lost, and running commands continue. Try reopening the window. If that does not help, restart Skillet.',
    ),
    buttons: [say('Quit'), say('Reopen')],
    defaultId: 1,
    cancelId: 0,
    noLink: true,
  })
  // Running work may hold the quit; then the page is needed to look at it.
  void reopen(window)
  if (response !== 1) app.quit()
}
