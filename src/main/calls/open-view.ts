import { existsSync } from 'node:fs'
import { makeChatTools } from '#main/chat/chat-tools'
import { findWitnessFolder } from '#main/data-folder/home'
import { filesOf } from '#main/ledger/home'
import type { Ledger } from '#main/ledger/open-ledger'
import { DEFAULT_HOST, isThisComputer, readHost } from '#main/models/ollama/host'
import { runsElsewhere } from '#main/models/ollama/models'
import { makePairings, PROGRAM_FACTS } from '#main/programs/pairings'
import { openKeyStore } from '#main/secrets/key-store'
import { openRegistry } from '#main/trust/live-registry'
import type { SkillSource } from '#main/trust/skill-registry'
import { TRUST_FACTS } from '#main/trust/trust-state'
import type { Fact, FactType } from '#shared/facts'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { withRemedy } from '#shared/messages/diagnostic'
import { type Message, message, textOf } from '#shared/messages/message'
import type { Notice } from '#shared/requests/requests'
import { DEFAULT_SETTINGS, foldSettings } from '#shared/settings/settings'
import type { Keyring } from '#shared/skill/secret'
import { toCallable } from './callable.ts'
import { FOLDER_FACTS, makeChatFolders } from './chat-folders.ts'
import { inspectMachine } from './machine.ts'
import { makePlanAlone } from './plan-alone.ts'
import { openRules, RULE_TYPES } from './rules.ts'
import { HOST_FACTS, makeHostGrants, readConfig } from './tool-config.ts'

export interface ViewOptions {
  home: string
  /** Where commands run that belong to no chat. */
  cwd: string
  /** Each chat for which no folder was chosen gets one of its own in this one; without it, it works in `cwd`. */
  ownFolders?: string
  skills: SkillSource[]
  /** Those that are installed in this home are left out. */
  withoutInstalled?: boolean
  /** Said for this session, before what is set. */
  said?: { host?: string }
  /** `off`: commands run unconfined whatever is installed, and each is asked about. */
  sandbox?: 'auto' | 'off'
  /** What seals secrets; without one there are none. */
  keyring?: Keyring
}

export interface NotOpened {
  ok: false
  message: Message
  remedy: Message
}

export type OpenedLedger = { ok: true; ledger: Ledger | null } | NotOpened

/** What keeps a view up to date while its record grows. */
interface ViewPorts {
  /** Facts that somebody else needs as well. */
  alsoRead?: readonly FactType[]
  verify?: Ledger['verify']
  registry?: { watch: boolean; sweep: boolean; changed(): void; failed(error: unknown): void }
  notice?(notice: Notice): void
}

/** What is here and what was decided: all that a plan needs. It writes nothing. */
export type View = Extract<Awaited<ReturnType<typeof makeView>>, { ok: true }>['view']

/** Ollama on this computer passes requests to these on. */
const RUNS_ELSEWHERE = /[:-]cloud$/

const NOTHING_TO_DO = { watch: false, sweep: false, changed: () => {}, failed: () => {} }

/** Both kinds of core are made of this, so that neither forgets what the other knows. */
export async function makeView(options: ViewOptions, opening: Promise<OpenedLedger>, ports: ViewPorts = {}) {
  const { home, cwd, skills, said, sandbox, withoutInstalled, ownFolders, keyring = null } = options
  const secrets = openKeyStore(home, keyring)
  let settings = DEFAULT_SETTINGS
  const folders = makeChatFolders({ cwd, dataFolder: home, ...(ownFolders !== undefined && { ownFolders }) })
  const hostGrants = makeHostGrants()
  let stored: Ledger | null = null
  const records: Ledger['records'] = async (request) =>
    (await stored?.records(request)) ?? { ok: false, why: 'unknown' }
  const [machine, opened] = await Promise.all([
    inspectMachine({
      cwd,
      foldersOf: folders.of,
      skillFolders: skills.map(({ path }) => path),
      ...{ dataFolder: home, secrets },
      setUp: { config: (holder) => readConfig(records, holder), hosts: hostGrants.of },
      isSandboxOff: () => settings.sandbox === 'off',
      interpreters: () => settings,
      ...(sandbox && { sandbox }),
    }),
    opening,
  ])
  if (!opened.ok) return opened
  const { ledger } = opened
  stored = ledger
  const types: FactType[] = [
    ...(['setting.changed', 'chat.tools-changed'] as const),
    ...[...RULE_TYPES, ...FOLDER_FACTS, ...TRUST_FACTS, ...HOST_FACTS, ...PROGRAM_FACTS, ...(ports.alsoRead ?? [])],
  ]
  const facts = (await ledger?.read({ types })) ?? []
  settings = foldSettings(facts)
  const chatTools = makeChatTools()
  const programs = makePairings()
  for (const fact of facts) for (const fold of [hostGrants, chatTools, programs]) fold.take(fact)
  // What was opened in no chat ended with the session it was opened in.
  for (const fact of facts) if (fact.type !== 'folder.opened' || fact.always || fact.chat !== null) folders.take(fact)
  const registry = await openRegistry({
    ...{ home, sources: skills, searchPath: machine.searchPath, facts, withoutInstalled: withoutInstalled === true },
    scripts: () => settings.scripts,
    keys: () => settings.trustedKeys,
    interpreters: () => settings,
    ...(ports.registry ?? NOTHING_TO_DO),
  })
  const notices: Notice[] = []
  const record = {
    read: async (...query: Parameters<Ledger['read']>) => (await ledger?.read(...query)) ?? [],
    verify: ports.verify ?? (async () => (await ledger?.verify()) ?? { ok: true, facts: 0 }),
  }
  const host = () => {
    const read = readHost(said?.host || settings.host || process.env.OLLAMA_HOST)
    return read.ok ? read.host : DEFAULT_HOST
  }
  const holderOf = (skillName: string, toolName: string) => {
    const skill = registry.current().skills.find(({ name }) => name === skillName)
    const tool = skill?.tools.find(({ name }) => name === toolName)
    return skill && tool ? toCallable(skill, tool).holder : null
  }
  const isModelLocal = (model = '') =>
    isThisComputer(host()) && !RUNS_ELSEWHERE.test(model) && !runsElsewhere(host(), model)
  const rules = openRules(record, facts, isModelLocal, (notice) => {
    notices.push(notice)
    ports.notice?.(notice)
  })
  return {
    ok: true as const,
    /** Those that were read, in order. */
    facts,
    registry,
    take: (fact: Fact) => {
      settings = foldSettings([fact], settings)
      for (const fold of [rules, folders, hostGrants, chatTools, programs]) fold.take(fact)
    },
    view: {
      ...{ home, notices, machine, secrets, folders, chatTools, programs, rules, host },
      registry: registry.current,
      /** To the tool as it is now; false where there is no such tool. */
      grantSecret: async (secret: string, skill: string, tool: string) => {
        const holder = holderOf(skill, tool)
        if (holder) await secrets.grant(secret, holder)
        return holder !== null
      },
      isSecretGranted: (secret: string, skill: string, tool: string) => {
        const holder = holderOf(skill, tool)
        return holder !== null && secrets.version(secret, holder) !== null
      },
      /** The name and version under which a tool receives secrets, hosts and settings; null if there is no such tool. */
      holderOf,
      hostsOf: hostGrants.of,
      /** What was decided about skills. */
      trust: registry.book,
      settings: () => settings,
      /** Plans a call that nobody asked for yet. */
      plan: makePlanAlone({ find: (name) => registry.current().find(name), settings: () => settings, machine, rules }),
    },
  }
}

/** Over a record that is open to be read: changes nothing and waits for nobody. Without one nothing was decided. */
export async function openView(options: ViewOptions, opened: OpenedLedger): Promise<View> {
  const made = await makeView(options, Promise.resolve(opened.ok ? opened : { ok: true, ledger: null }))
  if (!made.ok) throw new Error(textOf(made.message))
  if (!opened.ok) {
    // What was decided is not known: no script runs, and nothing that was installed is trusted.
    made.take({ type: 'setting.changed', name: 'scripts', value: 'off', seq: 0, at: '', chat: null })
    await made.registry.restock()
    made.view.registry().diagnostics.push(unreadRecord(options.home, withRemedy(opened)))
  }
  return made.view
}

/** Opens what is there for reading, and closes it after the work. */
export async function withView<T>(
  options: ViewOptions,
  work: (view: View, opened: OpenedLedger) => Promise<T>,
): Promise<T> {
  const opened = await openToRead(options.home)
  try {
    return await work(await openView(options, opened), opened)
  } finally {
    if (opened.ok) await opened.ledger?.close()
  }
}

/** Null where there is no record yet. */
export async function openToRead(home: string): Promise<OpenedLedger> {
  if (!existsSync(filesOf(home).database)) return { ok: true, ledger: null }
  // Loaded late: without a record there is nothing to open it for.
  const { openLedger } = await import('#main/ledger/open-ledger')
  const opened = await openLedger({ home, readOnly: true, outside: findWitnessFolder(process.env) })
  if (opened.ok) return opened
  return { ok: false, message: opened.problem.message, remedy: opened.problem.remedy }
}

const unreadRecord = (home: string, problem: Message): Diagnostic => ({
  ...{ severity: 'error', code: 'FILE_UNREADABLE', file: home, path: '' },
  ...{ message: message('decisions-unreadable', { problem }), remedy: message('see-doctor') },
})
