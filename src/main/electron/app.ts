import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow, dialog, Menu } from 'electron'
import { withRemedy } from '#shared/messages/diagnostic'
import { message, textOf } from '#shared/messages/message'
import { say, sayMessage } from '#shared/messages/say'
import { refuse } from '#shared/requests/requests'
import type { MenuCommand } from '#shared/requests/window-requests'
import { declareScheme, serveApp } from './app-protocol.ts'
import { allowLeaving, guardLeaving } from './leaving.ts'
import { setMenu, speakAs } from './menu.ts'
import type { Opened, Program } from './open-program.ts'
import { holdTray } from './tray.ts'
import { describeLeaving, makeUnderWay } from './under-way.ts'
import { listenToWindow, pushToWindows, raiseWalls } from './web-security.ts'
import { bringToFront, isInFront, notify, openWindow, setBadge } from './window.ts'
import { type WindowPorts, windowPorts } from './window-ports.ts'

type Open = (ports: WindowPorts) => Promise<Opened>

/** Opens one window for the data in `home`. A second copy brings the first to the front and exits. */
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
  // Pages may reach no network, so Chromium's part for it stays idle: a process of its own would only hold memory.
  app.commandLine.appendSwitch('enable-features', 'NetworkServiceInProcess2')
  declareScheme()
  // Otherwise Electron first creates a menu of its own.
  Menu.setApplicationMenu(null)
  app.whenReady().then(start, fail)

  /** The window is drawn first; its first requests wait until the record and the skills are read. */
  async function start(): Promise<void> {
    raiseWalls()
    serveApp(join(builtFolder, '..', 'renderer'))
    const window = openWindow(builtFolder, join(home, 'window.json'))
    const opening = whenDrawn(window).then(() => open(windowPorts))
    const door = opening.then((opened) => opened.ok && opened.program.answer)
    listenToWindow(async (name, input) => {
      const answer = await door
      return answer ? answer(name, input) : refuse('NOT_OPEN', 'data-not-open')
    })
    await speakAs('system')
    setMenu(askWindow)
    const opened = await opening
    if (!opened.ok) return explainAndEnd(opened)
    opened.program.listen(pushToWindows)
    closeInOrder(opened.program)
    await attachTrayAndNotifications(window, opened.program)
  }
}

/** Until the first frame, the processor belongs to the page; opening the core earlier would delay both. */
function whenDrawn(window: BrowserWindow): Promise<void> {
  return new Promise((resolve) => {
    window.once('ready-to-show', () => resolve())
    window.webContents.once('did-fail-load', () => resolve())
    window.webContents.once('render-process-gone', () => resolve())
  })
}

/** Tells people who look elsewhere what waits, and stops nothing silently. */
async function attachTrayAndNotifications(window: BrowserWindow, program: Program): Promise<void> {
  const openChat = (chat: string) => pushToWindows({ kind: 'tick', tick: { tick: 'open-chat', chat } })
  const underWay = makeUnderWay({
    isLooking: isInFront,
    isOn: program.mayNotify,
    setBadge: (count) => {
      setBadge(count)
      tray.update(count)
    },
    notify: (notice) =>
      notify(notice, () => {
        bringToFront()
        if (notice.chat) openChat(notice.chat)
      }),
  })
  const tray = holdTray({
    show: bringToFront,
    newChat: () => {
      bringToFront()
      askWindow('new-chat')
    },
    showWaiting: () => {
      bringToFront()
      const chat = underWay.asked()[0]?.chat
      if (chat) openChat(chat)
      else askWindow('open-background')
    },
    pauseBackground: program.pauseBackground,
    quit: () => app.quit(),
  })
  const showTray = async () => {
    const isOn = program.chosen('tray') === 'on' && (await program.canShowTray())
    tray.set(isOn && program.chosen('tray') === 'on')
  }
  program.listen((push) => {
    underWay.take(push)
    if (push.kind === 'tick' && push.tick.tick === 'background') tray.updateBackground(program.background())
    if (push.kind !== 'fact' || push.fact.type !== 'setting.changed') return
    if (push.fact.name === 'tray') showTray().catch(console.error)
    if (push.fact.name === 'language') speakOn().catch(console.error)
  })
  guardLeaving(window, () => describeLeaving(underWay), tray.isShown)
  app.on('activate', bringToFront)
  tray.updateBackground(program.background())
  await Promise.all([showTray(), speakOn()])

  async function speakOn(): Promise<void> {
    if (!(await speakAs(program.chosen('language')))) return
    setMenu(askWindow)
    tray.update(underWay.asked().length)
  }
}

function askWindow(command: MenuCommand): void {
  pushToWindows({ kind: 'tick', tick: { tick: 'command', chat: null, command } })
}

/** Stops children and closes the record before the process exits. */
function closeInOrder(program: Program): void {
  let isClosed = false
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    program.close().finally(() => {
      isClosed = true
      // Electron is still handling the previous quit.
      setImmediate(() => app.quit())
    })
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      allowLeaving()
      app.quit()
    })
}

type Problem = Pick<Extract<Opened, { ok: false }>, 'message' | 'remedy'>

/** If the folder cannot be written there is no lock either, and a first copy would take itself for a second. */
function findObstacle(home: string): Problem | null {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    accessSync(home, constants.W_OK)
    return null
  } catch (error) {
    const problem = (error as Error).message
    return {
      message: message('data-folder-not-writable', { folder: home, problem }),
      remedy: message('make-writable-or-name-other'),
    }
  }
}

async function explainAndEnd(problem: Problem): Promise<void> {
  console.error(`Skillet cannot open: ${textOf(withRemedy(problem))}`)
  await dialog.showMessageBox({
    ...{ type: 'error', title: 'Skillet', buttons: [say('Close')] },
    ...{ message: sayMessage(problem.message), detail: sayMessage(problem.remedy) },
  })
  app.exit(1)
}

function fail(error: unknown): void {
  console.error(error)
  app.exit(1)
}
