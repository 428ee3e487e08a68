import { type ComponentType, useState } from 'react'
import { SearchField } from '#renderer/parts/ui/controls.tsx'
import { Scroll } from '#renderer/parts/ui/layout.tsx'
import { useApp } from '#renderer/store/app.ts'
import { Page } from '#renderer/views/pages/page.tsx'
import { say, type Text } from '#shared/messages/say'
import type { AppState } from '#shared/requests/requests'
import type { LimitName, SettingName } from '#shared/settings/settings'
import {
  BackupsSetting,
  Choice,
  DataSetting,
  HostSetting,
  LimitSetting,
  ModelSetting,
  type Named,
  ShortcutsSetting,
  StoredSetting,
} from './settings-fields.tsx'
import { InterpretersSetting, KeysSetting, RulesSetting, SecretsSetting } from './settings-trust.tsx'

type Entry = Named & {
  /** Further words to find it by. */
  also?: Text
} & ({ setting: SettingName; choices: Record<string, Text> } | { limit: LimitName } | { Field: ComponentType<Named> })

const choice = (setting: SettingName, name: Text, says: Text, choices: Record<string, Text>): Entry => {
  return { setting, name, says, choices }
}

const SECTIONS: readonly { name: Text; entries: readonly Entry[] }[] = [
  {
    name: 'General',
    entries: [
      choice('theme', 'Appearance', 'Light or dark colors.', { system: 'Match system', light: 'Light', dark: 'Dark' }),
      choice('textSize', 'Text size', 'For everything in the window.', {
        ...{ small: 'Small', normal: 'Normal', large: 'Large', largest: 'Largest' },
      }),
      choice('language', 'Language', 'For windows, menus and dialogs.', {
        ...{ system: 'Match system', en: 'English', de: 'Deutsch' },
      }),
      { name: 'Shortcuts', says: 'All keys and what they do.', Field: ShortcutsSetting },
      choice(
        'notifications',
        'Notifications',
        'When a command finishes or needs approval while you are in another window.',
        { on: 'On', off: 'Off' },
      ),
      choice(
        'tray',
        'Run in background',
        'Skillet keeps running when you close the window. Open it again from the tray icon.',
        { on: 'On', off: 'Off' },
      ),
    ],
  },
  {
    name: 'Models',
    entries: [
      {
        name: 'Ollama address',
        says: 'Where Ollama runs. If that is this computer, your prompts never leave it.',
        Field: HostSetting,
      },
      { name: 'Model', says: 'Used in every chat until you choose another.', Field: ModelSetting },
      choice(
        'contextMode',
        'Skill instructions',
        'Sent when the model needs them, which saves space for small models, or with every request.',
        { readOnDemand: 'When needed', full: 'Always' },
      ),
      choice(
        'readAhead',
        'Prepare answers',
        'A loaded model reads your tools and the chat while you type, so that it answers sooner.',
        { 'on-mains': 'Not on battery', always: 'Always', off: 'Off' },
      ),
    ],
  },
  {
    name: 'Permissions',
    entries: [
      choice(
        'policy',
        'Approval mode',
        'When commands need your approval. Destructive commands always ask. You can change this per chat.',
        { ask: 'Ask every time', changes: 'Ask for changes', trusted: 'Run trusted skills without asking' },
      ),
      choice('scripts', 'Scripts', 'Skills can only run scripts you allowed. “Off” blocks all scripts.', {
        on: 'Per skill',
        off: 'Off for all',
      }),
      choice(
        'sandbox',
        'Sandbox',
        'Limits what commands can access, where this computer supports it. Without it, every command asks.',
        { auto: 'When available', off: 'Off' },
      ),
      {
        name: 'Programs for tools',
        says: 'Tools written in Python, JavaScript, TypeScript or Bash run with these programs.',
        also: 'Python, Node.js, Deno, Bash, interpreter',
        Field: InterpretersSetting,
      },
      {
        name: 'Rules',
        says: 'Tools you always allow, always review or always deny. A rule applies while its tool is unchanged.',
        also: 'always allow, without asking, remember, deny, revoke',
        Field: RulesSetting,
      },
      {
        name: 'Trusted keys',
        says: 'Public keys whose signatures on project tools you trust.',
        Field: KeysSetting,
      },
      {
        name: 'Secrets',
        says: 'Passwords and keys for tools, sealed by this computer. Each tool gets only what you give it.',
        Field: SecretsSetting,
      },
      choice(
        'programPort',
        'Port for other programs',
        'Lets programs you added connect by an address on this computer, each with its own token.',
        { off: 'Off', on: 'On' },
      ),
    ],
  },
  {
    name: 'Limits',
    entries: [
      { limit: 'maxRounds', name: 'Steps per message', says: 'How many times in a row the model can call tools.' },
      {
        ...{ limit: 'commandMinutes', name: 'Command time limit (minutes)' },
        says: 'Commands are stopped after this time. Skills can set a shorter limit.',
      },
      {
        ...{ limit: 'approvalMinutes', name: 'Approval timeout (minutes)' },
        says: 'Commands not approved in this time are canceled.',
      },
      {
        ...{ limit: 'keptOutput', name: 'Output saved per command (KiB)' },
        says: 'For output and errors each. Longer text keeps its beginning and end.',
      },
    ],
  },
  {
    name: 'Storage',
    entries: [
      { name: 'Stored', says: 'Records that tools keep for later.', Field: StoredSetting },
      {
        name: 'Backups',
        says: 'A daily copy of your data. The last seven are kept. Restoring one keeps your current data under another name.',
        Field: BackupsSetting,
      },
      { name: 'Data', says: 'Where chats, commands and their output are stored.', Field: DataSetting },
    ],
  },
]

export function Settings() {
  const about = useApp((app) => app.about)
  const [typed, setTyped] = useState('')
  const shown = SECTIONS.flatMap(({ name, entries }) => {
    const fitting = entries.filter((entry) => fits(entry, typed))
    return fitting.length > 0 ? [{ name, entries: fitting }] : []
  })
  return (
    <Page title={say('Settings')} note={about && versionOf(about)}>
      <div className="page-tools gap-2 wrap still row">
        <SearchField label={say('Search settings')} typed={typed} onType={setTyped} />
      </div>
      <Scroll className="page-scroll grow" label={say('All settings')}>
        <div className="narrow">
          {shown.map(({ name, entries }) => (
            <div className="settings" key={name}>
              <h2>{say(name)}</h2>
              {entries.map((entry) => (
                <Drawn key={entry.name} {...entry} />
              ))}
            </div>
          ))}
          {shown.length === 0 && <p className="quiet">{say('No matching settings')}</p>}
        </div>
      </Scroll>
    </Page>
  )
}

function Drawn(entry: Entry) {
  if ('choices' in entry) return <Choice {...entry} />
  return 'limit' in entry ? <LimitSetting {...entry} /> : <entry.Field {...entry} />
}

const versionOf = ({ version }: AppState) => `Skillet ${version}`

/** Each typed word must start a word of its name or description. */
function fits({ name, says, also = says }: Entry, typed: string): boolean {
  const words = `${say(name)} ${say(says)} ${say(also)}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return wanted.every((part) => words.some((word) => word.startsWith(part)))
}
