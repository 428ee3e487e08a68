import { describe, expect, it } from 'vitest'
import { approvalCommandOf, composerCommandOf, type KeyPress, keyLabel } from '#renderer/parts/ui/keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, isComposing: false },
  ...more,
})
const ctrl = { ctrlKey: true }
const meta = { metaKey: true }

describe('the keys of the message box', () => {
  it('Enter sends, and only Enter alone', () => {
    expect(composerCommandOf(press('Enter'), false)).toBe('send')
    for (const more of [{ shiftKey: true }, ctrl, meta, { altKey: true }, { repeat: true }]) {
      expect(composerCommandOf(press('Enter', more), false)).toBeNull()
    }
  })

  it('nothing sends or stops while text is being composed', () => {
    for (const key of ['Enter', 'Escape']) {
      expect(composerCommandOf(press(key, { isComposing: true }), key === 'Escape')).toBeNull()
    }
    expect(composerCommandOf(press('Process'), false)).toBeNull()
  })

  it('Up edits the last message, only in an empty box and while nothing runs', () => {
    expect(composerCommandOf(press('ArrowUp'), false, true)).toBe('edit-last')
    expect(composerCommandOf(press('ArrowUp'), false, false)).toBeNull()
    expect(composerCommandOf(press('ArrowUp'), true, true)).toBeNull()
    for (const more of [{ shiftKey: true }, ctrl, { repeat: true }, { isComposing: true }]) {
      expect(composerCommandOf(press('ArrowUp', more), false, true)).toBeNull()
    }
  })

  it('Escape stops a running turn, and Enter queues behind it', () => {
    expect(composerCommandOf(press('Escape'), true)).toBe('stop')
    expect(composerCommandOf(press('Escape'), false)).toBeNull()
    expect(composerCommandOf(press('Enter'), true)).toBe('send')
  })
})

describe('the keys of an approval', () => {
  it('plain Enter never decides, nor does Enter with anything but the one command key', () => {
    for (const isMac of [true, false]) {
      for (const more of [{}, { shiftKey: true }, { altKey: true }, isMac ? ctrl : meta, { ...ctrl, ...meta }]) {
        expect(approvalCommandOf(press('Enter', more), isMac, false)).toBeNull()
      }
    }
  })

  it('Ctrl-Enter runs once, Cmd-Enter on a Mac', () => {
    expect(approvalCommandOf(press('Enter', ctrl), false, false)).toBe('run')
    expect(approvalCommandOf(press('Enter', meta), true, false)).toBe('run')
    expect(approvalCommandOf(press('Enter', { ...ctrl, shiftKey: true }), false, false)).toBeNull()
    expect(approvalCommandOf(press('Enter', { ...ctrl, altKey: true }), false, false)).toBeNull()
  })

  it('neither runs nor denies at once while somebody types elsewhere', () => {
    expect(approvalCommandOf(press('Enter', ctrl), false, true)).toBe('run-typing')
    expect(approvalCommandOf(press('Escape'), false, true)).toBe('deny-typing')
  })

  it('a key that is held down, or composes text, decides nothing', () => {
    for (const more of [{ repeat: true }, { isComposing: true }]) {
      expect(approvalCommandOf(press('Enter', { ...ctrl, ...more }), false, false)).toBeNull()
      expect(approvalCommandOf(press('Escape', more), false, false)).toBeNull()
    }
  })

  it('are named as each system names them', () => {
    expect(keyLabel('Mod+Enter', false)).toBe('Ctrl Enter')
    expect(keyLabel('Mod+Enter', true)).toBe('⌘⏎')
    expect(keyLabel('Mod+Shift+F', false)).toBe('Ctrl Shift F')
    expect(keyLabel('Mod+Shift+F', true)).toBe('⇧⌘F')
    expect(keyLabel('Mod+Alt+B', true)).toBe('⌥⌘B')
  })
})
