import { BrowserWindow, dialog, type MessageBoxOptions } from 'electron'
import { say } from '#shared/messages/say'
import { toVisibleLines } from '#shared/visible'

/** `action` is the word on the button that says yes. */
export interface Question {
  title: string
  message: string
  detail: string
  action: string
}

/** Asks the person in a dialog of the system, which the page cannot draw or press. Anything but the button is no. */
export async function confirm({ title, message, detail, action }: Question): Promise<boolean> {
  const question: MessageBoxOptions = {
    type: 'warning',
    title,
    // A name in it may be anybody's: none may turn the words around it.
    message: toVisibleLines(message),
    detail: toVisibleLines(detail),
    buttons: [say('Cancel'), action],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question))
  return response === 1
}
