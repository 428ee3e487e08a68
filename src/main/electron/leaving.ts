import { app, type BrowserWindow, dialog } from 'electron'
import { say } from '#shared/messages/say'
import { bringToFront } from './window.ts'

let mayLeave = false
let isAsking = false
let isQuitting = false

/** The next quit asks nothing: the person has decided or the system shuts down. */
export function allowLeaving(): void {
  mayLeave = true
}

/**
 * Holds quitting and closing the window until the person has decided. If a tray icon can bring the window back, closing
 * only hides it.
 */
export function guardLeaving(
  window: BrowserWindow,
  describe: () => { message: string; detail: string } | null,
  canFetchBack: () => boolean,
): void {
  const hold = (event: { preventDefault(): void }): void => {
    const question = mayLeave ? null : describe()
    if (!question) return
    event.preventDefault()
    if (!isAsking) void ask(window, question)
  }
  window.on('close', (event) => {
    if (mayLeave || isQuitting || !canFetchBack()) return hold(event)
    event.preventDefault()
    window.hide()
  })
  app.on('before-quit', (event) => {
    hold(event)
    isQuitting = !event.defaultPrevented
  })
}

async function ask(window: BrowserWindow, question: { message: string; detail: string }): Promise<void> {
  isAsking = true
  bringToFront()
  try {
    const { response } = await dialog.showMessageBox(window, {
      ...question,
      ...{ type: 'question', title: say('Quit Skillet'), buttons: [say('Wait'), say('Stop and quit')] },
      ...{ defaultId: 0, cancelId: 0, noLink: true },
    })
    if (response !== 1) return
    allowLeaving()
    app.quit()
  } finally {
    isAsking = false
  }
}
