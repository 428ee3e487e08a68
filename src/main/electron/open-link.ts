import { domainToASCII } from 'node:url'
import { shell } from 'electron'
import { say } from '#shared/messages/say'
import { askInDialog } from './confirm.ts'

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
  const mayOpen = await askInDialog({
    ...{ type: 'question', message: say('Open {host} in your browser?', { host: link.host }), detail: link.url },
    buttons: [say('Cancel'), say('Open')],
  })
  if (!mayOpen) return false
  await shell.openExternal(link.url)
  return true
}
