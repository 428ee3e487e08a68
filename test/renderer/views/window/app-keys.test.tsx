import { describe, expect, it } from 'vitest'
import { matchChoices } from '#renderer/parts/ui/chooser.tsx'
import type { KeyPress } from '#renderer/parts/ui/keys.ts'
import { COMMANDS } from '#renderer/store/commands.ts'
import { commandOf } from '#renderer/views/window/app-keys.ts'
import { ShortcutList } from '#renderer/views/window/overlays.tsx'
import { draw } from '../../draw.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, isComposing: false },
  ...more,
})
const ctrl = { ctrlKey: true }
const meta = { metaKey: true }

describe('the keys of the app', () => {
  it.each([
    ['n', {}, 'new-chat'],
    ['N', {}, 'new-chat'],
    ['k', {}, 'open-palette'],
    ['f', {}, 'find-in-chat'],
    ['F', { shiftKey: true }, 'search-chats'],
    ['b', {}, 'toggle-sidebar'],
    ['M', { shiftKey: true }, 'choose-model'],
    [',', {}, 'open-settings'],
    ['/', {}, 'list-shortcuts'],
    ['/', { shiftKey: true }, 'list-shortcuts'],
  ] as const)('Ctrl or Cmd with %s %o is %s', (key, more, command) => {
    expect(commandOf(press(key, { ...ctrl, ...more }), false)?.id).toBe(command)
    expect(commandOf(press(key, { ...meta, ...more }), true)?.id).toBe(command)
    expect(commandOf(press(key, { ...meta, ...more }), false)).toBeNull()
    expect(commandOf(press(key, { ...ctrl, ...more }), true)).toBeNull()
    expect(commandOf(press(key, more), false)).toBeNull()
  })

  it('include Ctrl-Alt-B for the inspector, even if Alt makes another character of it', () => {
    expect(commandOf(press('b', { ...ctrl, altKey: true }), false)?.id).toBe('toggle-inspector')
    expect(commandOf(press('∫', { ...meta, altKey: true, code: 'KeyB' }), true)?.id).toBe('toggle-inspector')
    expect(commandOf(press('n', { ...ctrl, altKey: true }), false)).toBeNull()
  })

  it('mean nothing while text is composed, while held, or with an extra Shift', () => {
    for (const more of [{ isComposing: true }, { repeat: true }, { shiftKey: true }]) {
      expect(commandOf(press('n', { ...ctrl, ...more }), false)).toBeNull()
    }
  })

  it('belong to one command each, and each is in the list a person can open', () => {
    const keys = COMMANDS.flatMap((command) => command.keys ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length)
    const list = draw(<ShortcutList />)
    for (const { name, keys: shown } of COMMANDS) if (shown) expect(list).toContain(name)
  })

  it('are in a list that the keyboard can scroll where it does not fit', () => {
    expect(draw(<ShortcutList />)).toContain('<section tabindex="0" aria-label="Shortcuts" class="shortcuts">')
  })
})

describe('the palette’s search', () => {
  const choices = ['New chat', 'Search all chats', 'Answer with qwen3:4b', 'Why is the disk full?'].map((name) => ({
    name,
  }))
  const found = (typed: string) => matchChoices(choices, typed).map(({ name }) => name)

  it('finds entries with words that begin like this, the earlier ones first', () => {
    expect(found('chat')).toEqual(['New chat', 'Search all chats'])
    expect(found('se ch')).toEqual(['Search all chats'])
    expect(found('QWEN')).toEqual(['Answer with qwen3:4b'])
    expect(found('hat')).toEqual([])
  })

  it('shows all if nothing is typed', () => {
    expect(found('  ')).toHaveLength(choices.length)
  })
})
