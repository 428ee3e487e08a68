import { say, type Text } from '#shared/messages/say'

/** What a key press means, as pure functions of its event's fields. */
export interface KeyPress {
  key: string
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  repeat: boolean
  isComposing: boolean
}

/** Exactly Cmd on macOS and exactly Ctrl elsewhere. */
export function hasCommandKey(press: KeyPress, isMac: boolean): boolean {
  return isMac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
}

export type ComposerCommand = 'send' | 'stop' | 'edit-last'

/** Enter sends, or queues during a turn; Shift-Enter breaks the line. Keys mean nothing during composition. */
export function composerCommandOf(press: KeyPress, isRunning: boolean, isEmpty = false): ComposerCommand | null {
  if (press.isComposing || press.key === 'Process') return null
  if (press.key === 'Escape') return isRunning ? 'stop' : null
  if (press.repeat || press.shiftKey || press.altKey || press.ctrlKey || press.metaKey) return null
  if (press.key === 'ArrowUp') return isEmpty && !isRunning ? 'edit-last' : null
  return press.key === 'Enter' ? 'send' : null
}

/** The last two while something is being typed: then nothing runs, and a denial is asked for twice. */
export type ApprovalCommand = 'deny' | 'run' | 'deny-typing' | 'run-typing'

/** Plain Enter and held keys never decide; keys typed elsewhere never approve. */
export function approvalCommandOf(press: KeyPress, isMac: boolean, isTyping: boolean): ApprovalCommand | null {
  if (press.isComposing || press.repeat) return null
  if (press.key === 'Escape') {
    if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return null
    return isTyping ? 'deny-typing' : 'deny'
  }
  const isRun = press.key === 'Enter' && hasCommandKey(press, isMac) && !press.altKey && !press.shiftKey
  if (!isRun) return null
  return isTyping ? 'run-typing' : 'run'
}

/** Labels of keys that have no symbols. */
const KEY_WORDS: Readonly<Record<string, Text>> = { Mod: 'Ctrl', Shift: 'Shift', Enter: 'Enter' }

function sayKey(key: string): string {
  const word = KEY_WORDS[key]
  return word === undefined ? key : say(word)
}

/** `Ctrl Shift F`, `⇧⌘F` */
export function keyLabel(keys: string, isMac: boolean): string {
  if (!isMac) return keys.split('+').map(sayKey).join(' ')
  const signs: Record<string, string> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '⏎' }
  const parts = keys.split('+').map((part) => signs[part] ?? part)
  const order = ['⌥', '⇧', '⌘']
  return parts.toSorted((a, b) => rank(order, a) - rank(order, b)).join('')
}

const rank = (order: string[], part: string) => (order.includes(part) ? order.indexOf(part) : order.length)
