import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, nativeTheme, type WebContents } from 'electron'
import { type Handlers, type Reply, refuse } from '#shared/calls'
import type { Push } from '#shared/facts'
import { declareScheme, serveApp } from './app-protocol.ts'
import { makeAttention } from './attention.ts'
import { confirm, type Question } from './confirm.ts'
import { makeDoor } from './door.ts'
import { listenToWindow, pushToWindows } from './ipc.ts'
import { allowLeaving, guardLeaving } from './leaving.ts'
import { setMenu } from './menu.ts'
import { notify, setBadge } from './notify.ts'
import { openFolder } from './open-folder.ts'
import { checkLink, openLink } from './open-link.ts'
import { describeLeaving, makeUnderWay } from './under-way.ts'
import { raiseWalls } from './walls.ts'
import { bringToFront, isInFront, openWindow } from './window.ts'

/** What only a window can do. */
export interface WindowPorts {
  checkLink: typeof checkLink
  openLink: typeof openLink
  /** True only when the person pressed the button that says so. */
  confirm(question: Question): Promise<boolean>
  /** Null where the person chose nothing. */
  chooseSource(kind: 'folder' | 'zip'): Promise<string | null>
  chooseTarget(suggestedName: string): Promise<string | null>
  chooseFile(): Promise<string | null>
  /** Why it could not be shown, or null. */
  openFolder(folder: string): Promise<string | null>
  setTheme(theme: string): void
  writeClipboard(text: string): void
  describe(): { version: string; platform: string }
  /** Ends as by a quit that the person decided on, and starts again. */
  relaunch(): void
}

/** The app behind the window. */
export interface Program {
  handlers: Handlers
  listen(receive: (push: Push) => void): void
  /** What a handler threw, as an answer. */
  answerError(error: unknown, call: string): Reply<never>
  mayNotify(): boolean
  /** Stops what runs and closes what is open. */
  close(): Promise<void>
}

export type Opened = { ok: true; program: Program } | { ok: false; message: string; remedy: string }

const windowPorts: WindowPorts = {
  checkLink,
  openLink,
  confirm,
  chooseSource: async (kind) => {
    const filters = kind === 'zip' ? [{ name: 'Archives', extensions: ['zip'] }] : []
    const { filePaths } = await dialog.showOpenDialog({
      ...{ title: 'Install skill', buttonLabel: 'Choose', filters },
      properties: [kind === 'zip' ? 'openFile' : 'openDirectory'],
    })
    return filePaths[0] ?? null
  },
  chooseTarget: async (suggestedName) => {
    const defaultPath = join(app.getPath('documents'), suggestedName)
    const { canceled, filePath } = await dialog.showSaveDialog({ title: 'Export', defaultPath })
    return canceled || !filePath ? null : filePath
  },
  chooseFile: async () => {
    const { filePaths } = await dialog.showOpenDialog({ title: 'Attach a text file', properties: ['openFile'] })
    return filePaths[0] ?? null
  },
  openFolder,
  setTheme: (theme) => {
    nativeTheme.themeSource = theme === 'light' || theme === 'dark' ? theme : 'system'
  },
  writeClipboard: (text) => clipboard.writeText(text),
  describe: () => ({ version: app.getVersion(), platform: process.platform }),
  relaunch: () => {
    app.relaunch()
    allowLeaving()
    app.quit()
  },
}

/** `pageShown` resolves once the page has what it loads: until then this thread's time is the page's. */
type Open = (ports: WindowPorts, pageShown: Promise<void>) => Promise<Opened>

/** One window over the data in `home`; a second copy over the same data brings the first to the front and ends. */
export function startApp(home: string, builtFolder: string, open: Open): void {
  const obstacle = findObstacle(home)
  if (obstacle) {
    app.whenReady().then(() => explainAndEnd(obstacle), fail)
    return
  }
  app.setPath('userData', home)
  app.setPath('sessionData', join(home, 'window'))
  if (!app.requestSingleInstanceLock()) {
    console.error('Skillet is open already: its window comes to the front.')
    app.exit(0)
    return
  }
  app.on('second-instance', bringToFront)
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declareScheme()
  app.whenReady().then(start, fail)

  /** The window loads while the record and the skills are read; its first calls wait at the door. */
  async function start(): Promise<void> {
    raiseWalls()
    serveApp(join(builtFolder, '..', 'renderer'))
    const window = openWindow(builtFolder, join(home, 'window.json'))
    const opening = open(windowPorts, whenShown(window.webContents))
    const door = opening.then((opened) => opened.ok && makeDoor(opened.program.handlers, opened.program.answerError))
    listenToWindow(async (name, input) => {
      const answer = await door
      return answer ? answer(name, input) : refuse('NOT_OPEN', 'Skillet could not open its data.')
    })
    setMenu((command) => pushToWindows({ kind: 'tick', tick: { tick: 'command', chat: null, command } }))
    const opened = await opening
    if (!opened.ok) return explainAndEnd(opened)
    opened.program.listen(pushToWindows)
    haveManners(window, opened.program)
    closeInOrder(opened.program)
  }
}

function whenShown(contents: WebContents): Promise<void> {
  return new Promise((resolve) => {
    contents.once('did-finish-load', () => resolve())
    contents.once('did-fail-load', () => resolve())
    contents.once('render-process-gone', () => resolve())
  })
}

/** Nobody is left waiting who looks elsewhere, and nothing is stopped without a word. */
function haveManners(window: BrowserWindow, program: Program): void {
  const underWay = makeUnderWay()
  const attend = makeAttention(underWay, {
    isLooking: isInFront,
    isOn: program.mayNotify,
    setBadge,
    notify: (notice) =>
      notify(notice, () => {
        bringToFront()
        const { chat } = notice
        if (chat) pushToWindows({ kind: 'tick', tick: { tick: 'open-chat', chat } })
      }),
  })
  program.listen((push) => {
    underWay.take(push)
    attend(push)
  })
  guardLeaving(window, () => describeLeaving(underWay))
}

/** Children are stopped and the record is closed before the process ends. */
function closeInOrder(program: Program): void {
  let isClosed = false
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    program.close().finally(() => {
      isClosed = true
      app.quit()
    })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      allowLeaving()
      app.quit()
    })
}

/** Without a folder to write to there is no lock either, and a first copy would take itself for a second. */
function findObstacle(home: string): { message: string; remedy: string } | null {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    accessSync(home, constants.W_OK)
    return null
  } catch (error) {
    const message = `Skillet cannot write to its data folder ${home} (${(error as Error).message}).`
    return { message, remedy: 'Make it a folder that you may write to, or choose another one with SKILLET_HOME.' }
  }
}

async function explainAndEnd({ message, remedy }: { message: string; remedy: string }): Promise<void> {
  console.error(`Skillet cannot open: ${message} ${remedy}`)
  await dialog.showMessageBox({ type: 'error', title: 'Skillet', message, detail: remedy, buttons: ['Close'] })
  app.exit(1)
}

function fail(error: unknown): void {
  console.error(error)
  app.exit(1)
}
