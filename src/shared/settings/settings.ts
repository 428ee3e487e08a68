import type { LauncherName } from '#shared/call/action'
import type { Fact } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'

/** One setting: how a value is read from the record or the window, and its default. */
interface Setting<T> {
  usual: T
  /** Null if the value is invalid. */
  read(value: unknown): T | null
  /** For the error message. */
  takes: Message
  /** Replaces a recorded value that this version cannot read, if the default would allow more. */
  unknown?: T
}

/** The first value is the default. */
function oneOf<const T extends readonly [string, ...string[]]>(...values: T) {
  const read = (value: unknown): T[number] | null =>
    (values as readonly unknown[]).includes(value) ? (value as T[number]) : null
  return {
    usual: values[0] as T[number],
    read,
    takes:
      values.length === 2
        ? message('takes-either', { one: values[0], other: values[1] ?? '' })
        : message('takes-one-of', { values: values.join(', ') }),
  }
}

const text = {
  usual: '',
  read: (value: unknown) => (typeof value === 'string' ? value : null),
  takes: message('a-text'),
}

interface Bounds {
  usual: number
  least: number
  most: number
}

/** Older records hold the digits as text, and an empty text for the default. */
function wholeNumber({ usual, least, most }: Bounds, unit?: 'unit-rounds' | 'unit-minutes' | 'unit-kib') {
  function read(value: unknown): number | null {
    if (value === '') return usual
    const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value
    return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most ? number : null
  }
  const bounds = { least, most }
  const takes = unit ? message('takes-number-of', { ...bounds, unit: message(unit) }) : message('takes-number', bounds)
  return { usual, least, most, read, takes }
}

/** Older records hold them as one text, separated by spaces. */
const hosts = {
  usual: [] as readonly string[],
  read: (value: unknown) =>
    typeof value === 'string' ? value.split(' ').filter(Boolean) : isTexts(value) ? value : null,
  takes: message('takes-hosts'),
}

const names = {
  usual: [] as readonly string[],
  read: (value: unknown) => (isTexts(value) ? value : null),
  takes: message('takes-names'),
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/**
 * `ask`: always ask. `changes`: reading runs unasked in a full sandbox with a local model. `trusted`: trusted skills
 * run unasked unless the call cannot be undone.
 */
export const POLICIES = ['ask', 'changes', 'trusted'] as const
export type Policy = (typeof POLICIES)[number]

/** The only place where settings are declared. What happens when one changes is in #main/requests/handle-settings. */
export const SETTINGS = {
  host: text,
  model: text,
  theme: oneOf('system', 'light', 'dark'),
  textSize: oneOf('normal', 'small', 'large', 'largest'),
  contextMode: oneOf('readOnDemand', 'full'),
  /** Whether a loaded model reads the beginning of a request before it is sent. */
  readAhead: oneOf('on-mains', 'always', 'off'),
  /** Names of tools that every beginning lists. */
  pinnedTools: names,
  policy: oneOf(...POLICIES),
  scripts: { ...oneOf('on', 'off'), unknown: 'off' },
  sandbox: oneOf('auto', 'off'),
  notifications: oneOf('on', 'off'),
  language: oneOf('system', 'en', 'de'),
  tray: oneOf('off', 'on'),
  background: oneOf('on', 'paused'),
  /** Paired programs may connect to a port of this computer. */
  programPort: oneOf('off', 'on'),
  /** In pixels, where text has its normal size. */
  sidebarWidth: wholeNumber({ usual: 256, least: 240, most: 280 }),
  /** How many requests one message may lead to. */
  maxRounds: wholeNumber({ usual: 12, least: 1, most: 50 }, 'unit-rounds'),
  /** The longest a command may run; a skill may set less. */
  commandMinutes: wholeNumber({ usual: 1440, least: 1, most: 1440 }, 'unit-minutes'),
  /** How long an approval waits for its answer. */
  approvalMinutes: wholeNumber({ usual: 30, least: 1, most: 480 }, 'unit-minutes'),
  /** Kept of each output stream. */
  keptOutput: wholeNumber({ usual: 512, least: 64, most: 4096 }, 'unit-kib'),
  /** Hosts that may be reached without encryption. Only a confirmation changes this, never a request of the window. */
  plainHosts: hosts,
  /** Public keys, as PEM, whose signatures on tools are trusted. Only a confirmation changes this. */
  trustedKeys: names,
  /** Paths of the programs that run tools; empty for the one on the search path. Only a file dialog changes these. */
  ...({ python: text, node: text, deno: text, bash: text } satisfies Record<LauncherName, Setting<string>>),
} as const satisfies Record<string, Setting<unknown>>

export type Settings = { readonly [N in keyof typeof SETTINGS]: (typeof SETTINGS)[N]['usual'] }
const NOT_BY_THE_WINDOW = ['plainHosts', 'trustedKeys', 'python', 'node', 'deno', 'bash'] as const

/** Those that a request of the window may change. */
export type SettingName = Exclude<keyof Settings, (typeof NOT_BY_THE_WINDOW)[number]>
export type SettingValue = Settings[keyof Settings]

export const SETTING_NAMES = Object.keys(SETTINGS).filter(
  (name) => !(NOT_BY_THE_WINDOW as readonly string[]).includes(name),
) as SettingName[]

export const LIMIT_NAMES = ['maxRounds', 'commandMinutes', 'approvalMinutes', 'keptOutput'] as const
export type LimitName = (typeof LIMIT_NAMES)[number]

export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { usual }]) => [name, usual]),
) as unknown as Settings

export const readSetting = <N extends keyof Settings>(name: N, value: unknown): Settings[N] | null =>
  (SETTINGS[name] as Setting<Settings[N]>).read(value)

export const explainSetting = (name: keyof Settings, value: unknown): Message =>
  message('setting-takes', { name, takes: SETTINGS[name].takes, value: String(value) })

/** The last fact of each setting wins. */
export function foldSettings(facts: readonly Fact[], from: Settings = DEFAULT_SETTINGS): Settings {
  const settings: Record<string, SettingValue> = { ...from }
  for (const fact of facts) {
    // A newer version may have more settings.
    if (fact.type !== 'setting.changed' || !Object.hasOwn(SETTINGS, fact.name)) continue
    const { usual, unknown = usual }: Setting<SettingValue> = SETTINGS[fact.name]
    settings[fact.name] = readSetting(fact.name, fact.value) ?? unknown
  }
  return settings as unknown as Settings
}
