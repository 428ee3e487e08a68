import { app, type BrowserWindow } from 'electron'
import { say } from '#shared/messages/say'
import { askInDialog, bringToFront } from './window.ts'

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
    if (!isAsking) void ask(question)
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

async function ask(question: { message: string; detail: string }): Promise<void> {
  isAsking = true
  bringToFront()
  try {
    const buttons = [say('Wait'), say('Stop and quit')]
    if (!(await askInDialog({ ...question, type: 'question', title: say('Quit Skillet'), buttons }))) return
    allowLeaving()
    app.quit()
  } finally {
    isAsking = false
  }
}
