import { describe, expect, it } from 'vitest'
import type { Fact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import {
  DEFAULT_SETTINGS,
  explainSetting,
  foldSettings,
  readSetting,
  SETTING_NAMES,
  type Settings,
  type SettingValue,
} from '#shared/settings/settings'

const check = (name: keyof Settings, value: unknown) =>
  readSetting(name, value) === null ? textOf(explainSetting(name, value)) : null

describe('the width of the sidebar', () => {
  it('is the default, or a whole number within the window’s limits', () => {
    for (const width of ['', '240', '256', '280']) expect(check('sidebarWidth', width), width).toBeNull()
    for (const width of ['239', '281', '24', '2400', '250.5', '-250', 'wide', '250px', '0x100']) {
      expect(check('sidebarWidth', width), width).toMatch(/^sidebarWidth is a whole number from 240 to 280, not /)
    }
  })
})

const changed = (name: keyof Settings, value: SettingValue): Fact => ({
  ...{ type: 'setting.changed', seq: 1, at: '', chat: null },
  ...{ name, value },
})

describe('the table of settings', () => {
  it('reads a value recorded as a text before', () => {
    const before = [
      ...[changed('maxRounds', '7'), changed('sidebarWidth', '250'), changed('tray', 'on')],
      changed('plainHosts', 'http://192.0.2.1:11434 http://192.0.2.2:11434'),
    ]
    expect(foldSettings(before)).toEqual({
      ...DEFAULT_SETTINGS,
      ...{ maxRounds: 7, sidebarWidth: 250, tray: 'on' },
      plainHosts: ['http://192.0.2.1:11434', 'http://192.0.2.2:11434'],
    })
    expect(foldSettings([changed('maxRounds', '7'), changed('maxRounds', '')]).maxRounds).toBe(12)
  })

  it('replaces an unreadable recorded value with the default, and never with one that allows more', () => {
    const facts = SETTING_NAMES.map((name) => changed(name, [1] as never))
    expect(foldSettings(facts)).toEqual({ ...DEFAULT_SETTINGS, scripts: 'off' })
    const newer = { ...changed('theme', 'dark'), name: 'aurora' } as unknown as Fact
    expect(foldSettings([newer])).toEqual(DEFAULT_SETTINGS)
  })

  it('says in one sentence what a setting accepts', () => {
    expect(check('policy', 'never')).toBe('policy is one of ask, changes, trusted, not "never".')
    expect(check('theme', 'pink')).toBe('theme is one of system, light, dark, not "pink".')
    expect(check('maxRounds', 51)).toBe('maxRounds is a whole number of rounds from 1 to 50, not "51".')
  })
})
