import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#renderer/store/commands.ts'
import { SlashList, slashChoices, slashKeyOf } from '#renderer/views/chat/compose.tsx'

const on = { state: 'trusted', enabled: true } as const
const skills = [
  { ...on, name: 'disk-care', description: 'Looks after the disk' },
  { ...on, name: 'new-notes', description: 'Writes notes' },
]
const words = (draft: string, commands = COMMANDS) => slashChoices(draft, skills, commands, []).map(({ word }) => word)

describe('a slash in the message box', () => {
  it('offers the commands and skills that begin with what follows it', () => {
    expect(words('/n')).toEqual(['new', 'new-notes'])
    expect(words('/DISK')).toEqual(['disk-care'])
    expect(words('/e')).toEqual(['export'])
    expect(words('/').length).toBeGreaterThan(5)
  })

  it('means nothing in a longer message', () => {
    for (const draft of ['', 'new', ' /new', '/new chat', '/usr/bin', '/new\n', 'a /new', '/nothing-such']) {
      expect(words(draft)).toEqual([])
    }
  })

  it('leaves out what does not apply here', () => {
    expect(words('/new', [])).toEqual(['new-notes'])
  })

  it('offers no skill that is not trusted, switched off, or off in this chat', () => {
    const [first = { ...on, name: '', description: '' }] = skills
    const others = [
      { ...first, name: 'unread', state: 'quarantined' as const },
      { ...first, name: 'edited', state: 'changed' as const },
      { ...first, name: 'silent', enabled: false },
    ]
    const offered = (off: string[]) => slashChoices('/', [...skills, ...others], [], off).map(({ word }) => word)
    expect(offered([])).toEqual(['disk-care', 'new-notes'])
    expect(offered(['disk-care'])).toEqual(['new-notes'])
  })

  it('takes Enter, Tab, Escape and the arrows, but none of them while text is being composed', () => {
    const press = (key: string, more = {}) => slashKeyOf({ key, isComposing: false, shiftKey: false, ...more })
    expect(['Enter', 'Tab', 'Escape', 'ArrowUp', 'ArrowDown'].map((key) => press(key))).toEqual([
      ...['choose', 'choose', 'close', 'up', 'down'],
    ])
    expect(press('Enter', { isComposing: true })).toBeNull()
    expect(press('Enter', { shiftKey: true })).toBeNull()
    expect(press('constructor')).toBeNull()
  })

  it('shows them as a list with one selected', () => {
    const list = { id: 's', current: 1, setAt: () => {} }
    const choices = slashChoices('/n', skills, COMMANDS, [])
    const markup = renderToStaticMarkup(<SlashList list={list} choices={choices} />)
    expect(markup.match(/role="option"/g)).toHaveLength(2)
    expect(markup).toMatch(/id="s-1"[^>]*aria-selected="true"/)
    expect(renderToStaticMarkup(<SlashList list={list} choices={[]} />)).toBe('')
  })
})
