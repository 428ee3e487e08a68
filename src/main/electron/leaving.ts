import { app, type BrowserWindow, dialog } from 'electron'
import { bringToFront } from './window.ts'

let mayLeave = false
let isAsking = false

/** The next quit asks nothing: the person decided, or the system ends. */
export function allowLeaving(): void {
  mayLeave = true
}

/** Holds a quit and the closing of the window while there is something to say, until the person decides. */
export function guardLeaving(window: BrowserWindow, describe: () => { message: string; detail: string } | null): void {
  const hold = (event: { preventDefault(): void }): void => {
    const question = mayLeave ? null : describe()
    if (!question) return
    event.preventDefault()
    if (!isAsking) void ask(window, question)
  }
  window.on('close', hold)
  app.on('before-quit', hold)
}

async function ask(window: BrowserWindow, question: { message: string; detail: string }): Promise<void> {
  isAsking = true
  bringToFront()
  try {
    const { response } = await dialog.showMessageBox(window, {
      ...question,
      ...{ type: 'question', title: 'Quit Skillet', buttons: ['Wait', 'Stop them and quit'] },
      ...{ defaultId: 0, cancelId: 0, noLink: true },
    })
    if (response !== 1) return
    allowLeaving()
    app.quit()
  } finally {
    isAsking = false
  }
}
