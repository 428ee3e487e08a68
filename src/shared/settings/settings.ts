import type { SettingName } from '#shared/facts'

/** What holds where the person set nothing. */
export const DEFAULT_SETTINGS: Readonly<Record<SettingName, string>> = {
  host: '',
  model: '',
  theme: 'system',
  contextMode: 'readOnDemand',
  policy: 'ask',
  scripts: 'on',
  sandbox: 'auto',
  textSize: 'normal',
  notifications: 'on',
  language: 'system',
  tray: 'off',
  sidebarWidth: '',
  ...{ maxRounds: '', commandMinutes: '', approvalMinutes: '', keptOutput: '' },
}
