import { join } from 'node:path'
import { BrowserWindow, nativeTheme } from 'electron'
import { pageUrl } from './origin.ts'

export function openWindow(folder: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1360,
    height: 880,
    minWidth: 480,
    minHeight: 400,
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
  window.once('ready-to-show', () => window.show())
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    // Chromium still takes the old page down while it tells us.
    setImmediate(() => {
      if (!window.isDestroyed()) void window.loadURL(pageUrl())
    })
  })
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
