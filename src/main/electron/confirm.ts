import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import { say } from '#shared/messages/say'
import { toVisibleLines } from '#shared/visible'

/** `action` is the label of the button for yes. */
export interface Question {
  title: string
  message: string
  detail: string
  action: string
}

/** Asks in a system dialog, which the page can neither draw nor press. Only the button means yes. */
export async function confirm({ title, message, detail, action }: Question): Promise<boolean> {
  // Names may come from anybody and must not reorder the text around them.
  return askInDialog({
    ...{ type: 'warning', title, message: toVisibleLines(message), detail: toVisibleLines(detail) },
    buttons: [say('Cancel'), action],
  })
}

/** True if the person pressed the second of two buttons. */
export async function askInDialog(told: MessageBoxOptions): Promise<boolean> {
  const question = { ...told, defaultId: 0, cancelId: 0, noLink: true }
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question))
  return response === 1
}
