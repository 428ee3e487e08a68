import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { listPlaces } from '#main/data-folder/home'
import { type ChosenInterpreters, findInterpreters } from '#main/launchers/find-interpreters'
import { makeProxy } from '#main/network/proxy'
import { reduceEnvironment } from '#main/runners/process/environment'
import { findBinary } from '#main/runners/process/find-binary'
import { readGitUser } from '#main/runners/process/git-user'
import { confineHelper, type HiddenPaths } from '#main/runners/process/plan-confinement'
import {
  type DetectedSandbox,
  detectSandbox,
  NO_SANDBOX,
  type Wrap,
  type Wrapping,
} from '#main/runners/process/sandbox'
import { sanitizePath } from '#main/runners/process/search-path'
import { findRealHome, listSecretPlaces } from '#main/runners/process/secret-places'
import { nameTempFolder } from '#main/runners/process/temp-files'
import { NO_SECRETS, type SecretSource } from '#main/secrets/key-store'
import type { Confinement } from '#shared/call/plan'
import type { Message } from '#shared/messages/message'
import { isInside } from '#shared/paths'
import { folderFor, type GivenFolders, makeChatFolders } from './chat-folders.ts'
import type { Place, SetUp } from './plan-call.ts'

/**
 * Someone who starts Skillet in one of these still means the programs in it; a project's folder may contain anybody's.
 */
const HOLDING_PROGRAMS = [homedir(), '/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** Folders inside the data folder that programs run from. */
const RUN_FROM = ['store', 'skills', 'packages']

export interface MachineOptions {
  /** Where commands run. Declared paths must stay inside. */
  cwd: string
  /** What is open to a chat, if not just the folder above. */
  foldersOf?: (chat: string | null) => GivenFolders
  /** Skill folders, from which no program is taken. */
  skillFolders: string[]
  /** Skillet's own data, which no command may touch. */
  dataFolder?: string
  /** Without this, SKILLET_SANDBOX decides, then what is installed. */
  sandbox?: 'auto' | 'off'
  secrets?: SecretSource
  setUp?: SetUp
  /** The person's wish, asked before every call. */
  isSandboxOff?: () => boolean
  interpreters?: () => ChosenInterpreters
}

export type Machine = Awaited<ReturnType<typeof inspectMachine>>

/** What this computer and this environment give to every call. */
export async function inspectMachine(options: MachineOptions) {
  const { cwd, skillFolders, dataFolder = null, secrets = NO_SECRETS, isSandboxOff = () => false } = options
  const { interpreters: chosen = () => ({}) } = options
  const workspace = HOLDING_PROGRAMS.some((folder) => isInside(folder, cwd)) ? [] : [cwd]
  /** Where programs are looked up. */
  const searchPath = await sanitizePath(process.env.PATH ?? '', [...skillFolders, ...workspace])
  const { env } = reduceEnvironment(process.env, [], searchPath)
  const passOn = (names: readonly string[]) => {
    const { env: all } = reduceEnvironment(process.env, names, searchPath)
    return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
  }
  const wanted = options.sandbox ?? (process.env.SKILLET_SANDBOX === 'off' ? 'off' : 'auto')
  const sandbox = wanted === 'off' ? NO_SANDBOX : await detectSandbox(process.platform, searchPath)
  const hidden = listHiddenPaths(sandbox, dataFolder)
  const { foldersOf = makeChatFolders({ cwd, dataFolder }).of } = options
  const interpreters: Place['interpreters'] = (...only) =>
    findInterpreters({ searchPath, chosen: chosen() }, only.length > 0 ? only : undefined)
  const shared: Omit<Place, 'tempDir' | 'cwd' | 'given' | 'sandbox'> = {
    ...{ platform: process.platform, env, passOn, interpreters, realAncestor, hidden },
    findBinary: (name) => findBinary(name, searchPath, { withHash: true }),
    openFor: (path, access) => folderFor(path, access, dataFolder),
    ...{ secretVersion: secrets.version, secretName: secrets.nameOf },
    ...(options.setUp && { setUp: options.setUp }),
  }
  const givenTo = (chat: string | null) => {
    const { cwd, read, write } = foldersOf(chat)
    return { cwd, given: { read, write, hosts: [], secrets: [], tools: [] } }
  }
  const word = () => (isSandboxOff() ? 'none' : sandbox.word)
  const readable = [...skillFolders, ...(dataFolder === null ? [] : RUN_FROM.map((name) => join(dataFolder, name)))]
  const wrap: Wrap = (command, confinement, more = []) =>
    withProxy(sandbox.wrap(command, confinement, [...readable, ...more]), confinement)
  return {
    /** Where programs are looked up. */
    searchPath,
    interpreters,
    sandbox,
    secrets,
    /** What one call meets, with a new folder name for its temporary files. */
    forCall: (chat: string | null = null): Place => ({
      ...{ ...shared, ...givenTo(chat), sandbox: word(), tempDir: nameTempFolder() },
    }),
    wrap,
    /** What resolvers and post-processors may reach; null if nothing confines them. */
    forHelper: (chat: string | null = null): Confinement | null =>
      confineHelper(givenTo(chat).given.read, word(), hidden),
  }
}

/** Connections through the sandbox's gate are checked against the hosts of the plan. */
function withProxy(wrapped: Wrapping, { hosts, inner = [] }: Confinement): Wrapping {
  if (wrapped === null || 'refused' in wrapped || !hosts) return wrapped
  const stop = new AbortController()
  const refused = new Map<string, Message>()
  const onRefused = (why: Message) => void refused.set(JSON.stringify(why), why)
  const proxy = makeProxy({ hosts, inner, signal: stop.signal, onRefused })
  return {
    ...wrapped,
    gate: { connect: proxy.serve, refused: () => [...refused.values()], end: () => stop.abort() },
  }
}

function listHiddenPaths({ closesNetwork, leadsToHosts }: DetectedSandbox, dataFolder: string | null): HiddenPaths {
  const { pointerFile, folders } = listPlaces(process.env)
  return {
    ...{ closesNetwork, leadsToHosts, dataFolder, secrets: listSecretPlaces, gitUser: readGitUser, agent: findAgent },
    sockets: process.platform === 'linux' ? ['/run'] : [],
    homes: [findRealHome(), '/home', '/root', '/Users'],
    ...(dataFolder !== null && { pointerFile, otherData: folders }),
  }
}

function findAgent(): string | null {
  const socket = process.env.SSH_AUTH_SOCK
  const isThere = socket !== undefined && isAbsolute(socket) && existsSync(socket)
  const real = isThere ? realpathSync(socket) : null
  return real !== null && statSync(real).isSocket() ? real : null
}

async function realAncestor(path: string): Promise<string> {
  try {
    return realpathSync.native(path)
  } catch {
    const parent = dirname(resolve(path))
    return parent === path ? path : realAncestor(parent)
  }
}
