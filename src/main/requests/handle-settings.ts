import { readFile } from 'node:fs/promises'
import { hasTrayHost, NO_TRAY } from '#main/electron/tray-host'
import type { Question, WindowPorts } from '#main/electron/window-ports'
import { fingerprintOf, readPublicKey } from '#main/formats/rye/signature'
import { findInterpreters, INTERPRETER_TITLES } from '#main/launchers/find-interpreters'
import { findObstacle } from '#main/models/models'
import { checkHost, readHost } from '#main/models/ollama/host'
import type { Core } from '#main/open-core'
import type { LauncherName } from '#shared/call/action'
import { withRemedy } from '#shared/messages/diagnostic'
import type { Message } from '#shared/messages/message'
import { say } from '#shared/messages/say'
import { refuse, reply } from '#shared/requests/requests'
import { oneOf, optional, string } from '#shared/schema'
import {
  explainSetting,
  type Policy,
  readSetting,
  SETTING_NAMES,
  type SettingName,
  type Settings,
} from '#shared/settings/settings'
import { names, on } from './request.ts'

type Window = Pick<WindowPorts, 'confirm' | 'setTheme'>

interface Change<T> {
  /** Why this computer does not allow the value, or null. */
  refuses?(value: T): Promise<Message | null> | Message | null
  /** What the person must confirm outside the page; null if nothing. */
  asks?(value: T, core: Pick<Core, 'settings' | 'host'>): Question | null
  /** Informs parts that do not read the setting themselves. */
  done?(value: T, window: Window): void
}

/** What main checks, asks and does when a setting changes. */
const CHANGES: { [N in SettingName]?: Change<Settings[N]> } = {
  host: {
    refuses: (value) => {
      const read = readHost(value)
      return read.ok ? null : read.message
    },
    asks: askElsewhere,
  },
  policy: { asks: (value, { settings }) => askPolicy(value, settings().policy) },
  scripts: {
    asks: (value, { settings }) => (value === 'on' && settings().scripts !== 'on' ? askScripts() : null),
  },
  sandbox: {
    asks: (value, { settings }) => (value === 'off' && settings().sandbox !== 'off' ? askNoSandbox() : null),
  },
  tray: {
    refuses: async (value) => (value === 'on' && !(await hasTrayHost()) ? withRemedy(NO_TRAY) : null),
  },
  programPort: { asks: (value) => (value === 'on' ? askPort() : null) },
  theme: { done: (value, window) => window.setTheme(value) },
}

const launcher = oneOf(Object.keys(INTERPRETER_TITLES) as LauncherName[])

export function handleSettings(core: Core, window: Window) {
  async function change<N extends SettingName>(name: N, given: unknown) {
    const value = readSetting(name, given)
    if (value === null) return refuse('SETTING_INVALID', explainSetting(name, given))
    const { refuses, asks, done }: Change<Settings[N]> = CHANGES[name] ?? {}
    const problem = (await refuses?.(value)) ?? null
    if (problem !== null) return refuse('SETTING_INVALID', problem)
    const question = asks?.(value, core)
    if (question && !(await window.confirm(question))) return reply({ changed: false })
    await core.publish({ type: 'setting.changed', chat: null, name, value })
    done?.(value, window)
    return reply({ changed: true })
  }

  return {
    'setting.change': on(
      {
        name: oneOf(SETTING_NAMES),
        value: { anyOf: [string(1000), { type: 'integer' }, names] },
      },
      ({ name, value }) => change(name, value),
    ),
    /** Asks in a system dialog; false if the person declines. */
    'host.consent': on({ host: string(1000, 1) }, async ({ host: said }) => {
      const read = readHost(said)
      if (!read.ok) return refuse('SETTING_INVALID', read.message)
      const { host } = read
      if (!findObstacle(host, core.plainHosts())) return reply({ consented: true })
      const consented = await window.confirm({
        title: say('Another computer'),
        message: say('Send prompts to {host} without encryption?', { host }),
        detail: say('This is another computer and uses unencrypted http: anyone on the network can read your chats.'),
        action: say('Allow'),
      })
      if (consented) await core.consentTo(host)
      return reply({ consented })
    }),
  }
}

/** A hijacked page must not be able to redirect prompts. Plain http is asked about separately. */
function askElsewhere(value: string, core: Pick<Core, 'host'>): Question | null {
  const read = readHost(value)
  if (!read.ok || read.host === core.host() || checkHost(read.host).kind !== 'elsewhere-secure') return null
  return {
    title: say('Another computer'),
    message: say('Send prompts to {host}?', { host: read.host }),
    detail: say('This is another computer. Your chats and the output of commands are sent there.'),
    action: say('Allow'),
  }
}

/** Null if nothing more would run without asking. A hijacked page must not be able to allow that. */
export function askPolicy(chosen: Policy, before: Policy): Question | null {
  if (chosen === 'trusted') return askTrusting()
  return chosen === 'changes' && before === 'ask' ? askChanges() : null
}

const askChanges = (): Question => ({
  title: say('Approval mode'),
  message: say('Run what only reads without asking?'),
  detail: say(
    'Commands that only read then run at once, where the sandbox is complete and the model runs on this computer. Everything else still asks.',
  ),
  action: say('Ask for changes'),
})

const askTrusting = (): Question => ({
  title: say('Approval mode'),
  message: say('Run trusted skills without asking?'),
  detail: say(
    'Commands declared by a trusted skill then run at once. Destructive commands still ask, and blocked commands stay blocked.',
  ),
  action: say('Run without asking'),
})

/** Before scripts are allowed again for all skills. */
const askScripts = (): Question => ({
  title: say('Allow scripts'),
  message: say('Turn scripts back on?'),
  detail: say('Scripts can do anything you can. Each skill shows whether its scripts are allowed.'),
  action: say('Allow scripts'),
})

const askPort = (): Question => ({
  title: say('Other programs'),
  message: say('Open a port for other programs?'),
  detail: say('Programs on this computer can then connect by an address. Each needs the token of its own pairing.'),
  action: say('Open port'),
})

/** Without a sandbox, commands can write and send wherever the person can. */
const askNoSandbox = (): Question => ({
  title: say('Sandbox'),
  message: say('Run commands without the sandbox?'),
  detail: say('Commands can then change any file and reach any address you can. Your rules still apply.'),
  action: say('Turn off'),
})

/** Keys whose signatures on tools are trusted. A hijacked page must not be able to add one. */
export function handleKeys(core: Core, window: Pick<WindowPorts, 'confirm' | 'chooseFiles'>) {
  const publish = (value: string[]) => core.publish({ type: 'setting.changed', chat: null, name: 'trustedKeys', value })
  const keys = () => core.settings().trustedKeys

  return {
    'key.list': on({}, async () => reply({ fingerprints: keys().map(fingerprintOf) })),

    /** Without a text the person chooses a file. */
    'key.add': on({ text: optional(string(10_000)) }, async ({ text }) => {
      const [file] = text === undefined ? await window.chooseFiles(say('Trust a public key')) : []
      if (text === undefined && file === undefined) return reply({ added: false })
      const pem = readPublicKey(text ?? (await readFile(file ?? '', 'utf8').catch(() => '')))
      if (pem === null) return refuse('SETTING_INVALID', 'no-public-key')
      const fingerprint = fingerprintOf(pem)
      const confirmed = await window.confirm({
        title: say('Trust a public key'),
        message: say('Trust signatures made with the key {key}?', { key: fingerprint }),
        detail: say('Tools that were signed with it are shown as valid. They still wait for your review.'),
        action: say('Trust this key'),
      })
      if (confirmed) await publish([...new Set([...keys(), pem])])
      return reply({ added: confirmed })
    }),

    'key.remove': on({ fingerprint: { type: 'string', pattern: '^[0-9a-f]{16}$' } }, async ({ fingerprint }) => {
      await publish(keys().filter((pem) => fingerprintOf(pem) !== fingerprint))
      return reply({ removed: true })
    }),
  }
}

type Chooser = Pick<WindowPorts, 'chooseFiles'>

/** The programs that tools are run with. A hijacked page must not be able to name one: a person chooses a file. */
export function handleInterpreters(core: Core, window: Chooser) {
  const set = (name: LauncherName, value: string) => core.publish({ type: 'setting.changed', chat: null, name, value })

  return {
    'interpreter.list': on({}, async () => {
      const found = await core.machine.interpreters()
      const rows = Object.entries(INTERPRETER_TITLES) as [LauncherName, string][]
      return reply({
        interpreters: rows.map(([name, title]) => {
          const interpreter = found[name]
          const state = interpreter.ok ? { path: interpreter.path } : { problem: interpreter.why }
          return { name, title, isChosen: core.settings()[name] !== '', ...state }
        }),
      })
    }),

    'interpreter.choose': on({ name: launcher }, async ({ name }) => {
      const [path] = await window.chooseFiles(say('The program for {title}', { title: INTERPRETER_TITLES[name] }))
      if (path === undefined) return reply({ chosen: false })
      const found = (await findInterpreters({ searchPath: [], chosen: { [name]: path } }, [name]))[name]
      if (!found.ok) return refuse('SETTING_INVALID', found.why)
      await set(name, path)
      return reply({ chosen: true })
    }),

    /** The one on the search path is used again. */
    'interpreter.forget': on({ name: launcher }, async ({ name }) => {
      await set(name, '')
      return reply({ chosen: false })
    }),
  }
}
