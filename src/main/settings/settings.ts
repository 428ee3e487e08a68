import { readHost } from '#main/models/ollama/host'
import type { ConsentName, Fact, SettingName } from '#shared/facts'
import { isLimitName } from '#shared/settings/limits'
import { DEFAULT_SETTINGS } from '#shared/settings/settings'
import { isSidebarWidth, SIDEBAR } from '#shared/settings/sidebar-width'
import { checkLimit } from './limits.ts'

export type Settings = Record<SettingName | ConsentName, string>

const DEFAULTS: Settings = { ...DEFAULT_SETTINGS, plainHosts: '' }
const CONTEXT_MODES = ['readOnDemand', 'full']
const LANGUAGES = ['system', 'en', 'de']
const POLICIES = ['ask', 'trusted']
const TEXT_SIZES = ['small', 'normal', 'large', 'largest']
const THEMES = ['light', 'dark', 'system']

/** Settings are facts too: the last one of a name holds. */
export function foldSettings(facts: readonly Fact[], from: Settings = DEFAULTS): Settings {
  const settings = { ...from }
  for (const fact of facts) if (fact.type === 'setting.changed') settings[fact.name] = fact.value
  return settings
}

/** Why the value cannot be taken, or null. */
export function checkSetting(name: SettingName, value: string): string | null {
  if (name === 'contextMode' && !CONTEXT_MODES.includes(value)) {
    return `contextMode is one of ${CONTEXT_MODES.join(', ')}, not "${value}".`
  }
  if (name === 'policy' && !POLICIES.includes(value)) return `policy is one of ${POLICIES.join(', ')}, not "${value}".`
  if (name === 'scripts' && value !== 'on' && value !== 'off') return `scripts is on or off, not "${value}".`
  if (name === 'sandbox' && value !== 'auto' && value !== 'off') return `sandbox is auto or off, not "${value}".`
  if (name === 'notifications' && value !== 'on' && value !== 'off')
    return `notifications is on or off, not "${value}".`
  if (name === 'tray' && value !== 'on' && value !== 'off') return `tray is on or off, not "${value}".`
  if (name === 'textSize' && !TEXT_SIZES.includes(value)) {
    return `textSize is one of ${TEXT_SIZES.join(', ')}, not "${value}".`
  }
  if (name === 'language' && !LANGUAGES.includes(value)) {
    return `language is one of ${LANGUAGES.join(', ')}, not "${value}".`
  }
  if (name === 'theme' && !THEMES.includes(value)) return `theme is one of ${THEMES.join(', ')}, not "${value}".`
  if (name === 'sidebarWidth' && value !== '' && !isSidebarWidth(value)) {
    return `sidebarWidth is a whole number from ${SIDEBAR.least} to ${SIDEBAR.most}, not "${value}".`
  }
  if (isLimitName(name)) return value === '' ? null : checkLimit(name, value)
  if (name === 'host') {
    const read = readHost(value)
    return read.ok ? null : read.message
  }
  return null
}
