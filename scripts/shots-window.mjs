// A bare window on the gallery, behind the real protocol and its policy: `electron shots-window.mjs --built=FOLDER`.
import { app, BrowserWindow } from 'electron'
import { declareScheme, serveApp } from '../src/main/electron/app-protocol.ts'

const built = process.argv.find((argument) => argument.startsWith('--built='))?.slice('--built='.length) ?? ''
declareScheme()
app.on('window-all-closed', () => app.quit())
app.whenReady().then(async () => {
  await serveApp(built)
  const window = new BrowserWindow({ width: 1360, height: 880, useContentSize: true, frame: false })
  await window.loadURL('skillet://app/gallery.html')
})
