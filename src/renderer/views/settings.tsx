import { type ReactNode, useState } from 'react'
import { SearchField } from '#renderer/parts/ui/search-field.tsx'
import { useApp } from '#renderer/store/app.ts'
import type { SettingName } from '#shared/facts'
import { say, type Text } from '#shared/messages/say'
import type { AppState } from '#shared/requests/requests'
import { PageBar } from './page-bar.tsx'
import { BackupsSetting } from './settings-backups.tsx'
import { DataSetting } from './settings-data.tsx'
import { Choice, HOST, HostSetting, MODEL, ModelSetting, ShortcutsSetting } from './settings-fields.tsx'
import { LIMIT_ENTRIES } from './settings-limits.tsx'
import { RulesSetting } from './settings-rules.tsx'

interface Entry {
  name: Text
  says: Text
  draw: (entry: Entry) => ReactNode
}

const choice = (setting: SettingName, name: Text, says: Text, choices: Record<string, Text>): Entry => {
  const listed = Object.entries(choices).map(([value, name]) => ({ value, name }))
  return { name, says, draw: () => <Choice setting={setting} name={name} says={says} choices={listed} /> }
}

const ENTRIES: readonly Entry[] = [
  choice('theme', 'Look', 'Paper by day, cast iron by night.', {
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
  }),
  choice('textSize', 'Text size', 'Of everything in the window.', {
    ...{ small: 'Small', normal: 'Normal', large: 'Large', largest: 'Largest' },
  }),
  choice('language', 'Language', 'Of the window, its menu and its dialogs.', {
    ...{ system: 'As the system', en: 'English', de: 'Deutsch' },
  }),
  { ...HOST, draw: () => <HostSetting /> },
  { ...MODEL, draw: () => <ModelSetting /> },
  choice(
    'policy',
    'Run policy',
    'Whether what a trusted skill declares runs at once. Commands of class D ask either way. A chat may have its own.',
    { ask: 'Ask before running', trusted: 'Trusted skills run' },
  ),
  choice('scripts', 'Scripts', 'Whether skills whose scripts you allowed may run them. Off holds for all of them.', {
    on: 'As switched for each skill',
    off: 'Off for all',
  }),
  choice(
    'sandbox',
    'Sandbox',
    'Keeps commands to what they were granted, where this computer can. Without it, each asks.',
    {
      auto: 'Wherever it is possible',
      off: 'Off',
    },
  ),
  choice(
    'contextMode',
    'Skill texts',
    'The model reads a skill’s page when it needs it, which small models have more room with; or all pages in every request.',
    { readOnDemand: 'When needed', full: 'Always, whole' },
  ),
  {
    ...{ name: 'Rules', says: 'What runs without asking, what is remembered, denied, allowed, revoke' },
    draw: () => <RulesSetting />,
  },
  ...LIMIT_ENTRIES,
  {
    name: 'Shortcuts',
    says: 'Every key of the window, and what it does.',
    draw: (entry) => <ShortcutsSetting {...entry} />,
  },
  choice('notifications', 'Notifications', 'When a command ends or waits for you while you look elsewhere.', {
    on: 'On',
    off: 'Off',
  }),
  choice('tray', 'In the background', 'Closing the window only hides it, and an icon on the desktop brings it back.', {
    on: 'On',
    off: 'Off',
  }),
  {
    name: 'Backups',
    says: 'A copy of the record each day, the last seven kept. Restoring one keeps what was there under another name.',
    draw: (entry) => <BackupsSetting {...entry} />,
  },
  {
    name: 'Data',
    says: 'Where chats, commands and their output are kept. It can be moved to another folder.',
    draw: (entry) => <DataSetting {...entry} />,
  },
]

export function Settings() {
  const about = useApp((app) => app.about)
  const [typed, setTyped] = useState('')
  const shown = ENTRIES.filter((entry) => fits(entry, typed))
  return (
    <section className="page down" aria-label={say('Settings')}>
      <PageBar title={say('Settings')} note={about && versionOf(about)} />
      <div className="page-tools gap-2 wrap still row">
        <SearchField label={say('Search settings')} typed={typed} onType={setTyped} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section className="page-scroll grow" tabIndex={0} aria-label={say('All settings')}>
        <div className="narrow settings stack gap-4">
          {shown.map((entry) => (
            <div key={entry.name}>{entry.draw(entry)}</div>
          ))}
          {shown.length === 0 && <p className="quiet">{say('No setting is called that.')}</p>}
        </div>
      </section>
    </section>
  )
}

const versionOf = ({ version }: AppState) => `Skillet ${version}`

/** Each word typed begins a word of its name or of its sentence. */
function fits({ name, says }: Entry, typed: string): boolean {
  const words = `${say(name)} ${say(says)}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return wanted.every((part) => words.some((word) => word.startsWith(part)))
}
