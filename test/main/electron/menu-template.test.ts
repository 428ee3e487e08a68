import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { makeMenuTemplate } from '#main/electron/menu-template'
import { COMMANDS } from '#renderer/store/commands.ts'

const flatten = (items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flatten(item.submenu) : [])])

function itemsOf(isMac: boolean, isPackaged = true, run = (_command: string): void => undefined) {
  return flatten(makeMenuTemplate({ isMac, isPackaged, run }))
}

describe.each([
  ['macOS', true],
  ['elsewhere', false],
])('the menu on %s', (_platform, isMac) => {
  it('shows the keys that the page knows, under the same names', () => {
    const items = itemsOf(isMac).filter(({ click }) => click)
    expect(items.length).toBeGreaterThan(9)
    for (const { id, accelerator } of items) {
      const command = COMMANDS.find((each) => each.id === id)
      expect([id, accelerator]).toEqual([command?.id, command?.keys?.replace('Mod', 'CmdOrCtrl')])
    }
  })

  it('leaves those keys to the page, so that none acts twice', () => {
    for (const item of itemsOf(isMac).filter(({ click }) => click)) expect(item.registerAccelerator).toBe(false)
  })

  it('has the items of the platform, and no name twice in one menu', () => {
    const roles = itemsOf(isMac).map(({ role }) => role)
    for (const role of [
      'copy',
      'paste',
      'selectAll',
      'zoomIn',
      'zoomOut',
      'resetZoom',
      'quit',
      'windowMenu',
      'about',
    ]) {
      expect(roles).toContain(role)
    }
    expect(roles.includes('services')).toBe(isMac)
    for (const { submenu } of itemsOf(isMac)) {
      const labels = (Array.isArray(submenu) ? submenu : []).flatMap(({ label }) => label ?? [])
      expect(new Set(labels).size).toBe(labels.length)
    }
  })

  it('has developer tools only in development', () => {
    expect(itemsOf(isMac, true).some(({ role }) => role === 'toggleDevTools')).toBe(false)
    expect(itemsOf(isMac, false).some(({ role }) => role === 'toggleDevTools')).toBe(true)
  })
})

it('tells the window what was clicked', () => {
  const asked: string[] = []
  for (const { id, click } of itemsOf(false, true, (command) => asked.push(command))) {
    if (id && click) (click as () => void)()
  }
  expect(asked).toContain('open-settings')
  expect(new Set(asked).size).toBe(asked.length)
})
