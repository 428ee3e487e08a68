/** What a key means, as plain functions of the event's own fields. */
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

export type AppCommand = 'new-chat' | 'toggle-sidebar' | 'toggle-inspector' | 'open-settings'

/** Cmd on macOS, Ctrl elsewhere, and never both. */
function hasCommandKey(press: KeyPress, isMac: boolean): boolean {
  return isMac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
}

export function appCommandOf(press: KeyPress, isMac: boolean): AppCommand | null {
  if (press.isComposing || press.repeat || press.shiftKey || !hasCommandKey(press, isMac)) return null
  const key = press.key.toLowerCase()
  // With Alt held, some layouts turn B into another character: the place of the key still tells.
  if (press.altKey) return key === 'b' || press.code === 'KeyB' ? 'toggle-inspector' : null
  if (key === 'n') return 'new-chat'
  if (key === 'b') return 'toggle-sidebar'
  if (key === ',') return 'open-settings'
  return null
}

export type ComposerCommand = 'send' | 'stop'

/** Enter sends, Shift-Enter breaks the line, and no key means anything while text is being composed. */
export function composerCommandOf(press: KeyPress, isRunning: boolean): ComposerCommand | null {
  if (press.isComposing || press.key === 'Process') return null
  if (press.key === 'Escape') return isRunning ? 'stop' : null
  if (press.key !== 'Enter' || press.repeat) return null
  const isPlain = !press.shiftKey && !press.altKey && !press.ctrlKey && !press.metaKey
  return isPlain && !isRunning ? 'send' : null
}

export type ApprovalCommand = 'deny' | 'run'

/** Plain Enter never decides; a held key never decides; what is being typed elsewhere never approves. */
export function approvalCommandOf(press: KeyPress, isMac: boolean, isTyping: boolean): ApprovalCommand | null {
  if (press.isComposing || press.repeat) return null
  if (press.key === 'Escape') return press.ctrlKey || press.metaKey || press.altKey || press.shiftKey ? null : 'deny'
  const isRun = press.key === 'Enter' && hasCommandKey(press, isMac) && !press.altKey && !press.shiftKey
  return isRun && !isTyping ? 'run' : null
}

export function keyLabel(keys: string, isMac: boolean): string {
  return isMac ? keys.replace('Mod+', '⌘').replace('Enter', '⏎') : keys.replace('Mod+', 'Ctrl ')
}
