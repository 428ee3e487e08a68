import type { MenuItemConstructorOptions } from 'electron'
import { say } from '#shared/messages/say'
import { describeWaiting } from './under-way.ts'

export interface TrayParts {
  show(): void
  newChat(): void
  /** Shows what waits. */
  showWaiting(): void
  /** Pauses or resumes all background tools. */
  pauseBackground(isPaused: boolean): void
  quit(): void
}

/** Background tools; absent if none is switched on. */
export interface TrayBackground {
  running: number
  isPaused: boolean
}

export function makeTrayTemplate(
  parts: TrayParts,
  waiting: number,
  background: TrayBackground | null,
): MenuItemConstructorOptions[] {
  return [
    { id: 'tray-show', label: say('Show Skillet'), click: parts.show },
    { id: 'tray-new-chat', label: say('New chat'), click: parts.newChat },
    ...(waiting === 0 ? [] : [{ id: 'tray-waiting', label: describeWaiting(waiting), click: parts.showWaiting }]),
    ...(background ? listBackground(parts, background) : []),
    { type: 'separator' },
    { id: 'tray-quit', label: say('Quit Skillet'), click: parts.quit },
  ]
}

function listBackground(parts: TrayParts, { running, isPaused }: TrayBackground): MenuItemConstructorOptions[] {
  const count = { id: 'tray-background', label: describeBackground(running), enabled: false }
  const label = say(isPaused ? 'Resume background tools' : 'Pause background tools')
  return [
    { type: 'separator' },
    ...(running > 0 ? [count] : []),
    { id: 'tray-pause', label, click: () => parts.pauseBackground(!isPaused) },
  ]
}

const describeBackground = (count: number): string => say('{count} running in the background', { count })
