import { app, Notification } from 'electron'
import type { Notice } from './attention.ts'

/** The newest of each chat. Electron drops the click handler of one that nobody references. */
const shown = new Map<string | null, Notification>()

export function notify({ title, body, chat }: Notice, clicked: () => void): void {
  if (!Notification.isSupported()) return
  shown.get(chat)?.close()
  const notification = new Notification({ title, body, silent: false })
  notification.on('click', () => {
    shown.delete(chat)
    clicked()
  })
  notification.on('close', () => {
    if (shown.get(chat) === notification) shown.delete(chat)
  })
  shown.set(chat, notification)
  notification.show()
}

export function setBadge(count: number): void {
  if (process.platform !== 'win32') app.setBadgeCount(count)
}
