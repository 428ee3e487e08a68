import { domainToASCII } from 'node:url'
import { BrowserWindow, dialog, type MessageBoxOptions, shell } from 'electron'
import { say } from '#shared/messages/say'

/** The address that would be opened; null unless it is https without a name or password. */
export function checkLink(text: string): { url: string; host: string } | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.protocol !== 'https:' || url.username || url.password) return null
  const host = domainToASCII(url.hostname)
  return host ? { url: url.href, host } : null
}

/** Asks in a system dialog, which the page can neither draw nor press. */
export async function openLink(link: { url: string; host: string }): Promise<boolean> {
  const question: MessageBoxOptions = {
    type: 'question',
    message: say('Open {host} in your browser?', { host: link.host }),
    detail: link.url,
    buttons: [say('Cancel'), say('Open')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const window = BrowserWindow.getFocusedWindow()
  const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question))
  if (response !== 1) return false
  await shell.openExternal(link.url)
  return true
}
