import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { PlanContext } from '#main/runners/runner'
import type { Effect } from '#shared/call/action'
import type { CredentialName } from '#shared/call/credentials'
import { findCredentials, findReach } from '#shared/call/known-programs'
import type { OpenFolder, PlanNote } from '#shared/call/plan'
import { type Message, message } from '#shared/messages/message'
import { isInside } from '#shared/paths'
import { type Need, needId } from '#shared/skill/needs'
import { mayGrant } from './environment.ts'
import { readFolder } from './mounts.ts'
import type { HiddenPaths } from './plan-confinement.ts'
import { listReal } from './real-path.ts'
import { findRealHome, listSecretPlaces, listStartupPlaces, nameSecretPlaces } from './secret-places.ts'

/** What one command is given because its skill needs it. */
export interface GivenNeeds {
  /** Files too, and the home folder if the person allowed it. */
  folders: OpenFolder[]
  /** Those of `folders` that the skill declares. */
  declared: OpenFolder[]
  credentials: CredentialName[]
  /** Variables of the person's environment, added to that of every program. */
  env: Record<string, string>
  /** The ids of all of it. */
  ids: string[]
  effects: Effect[]
  /** What the person did not give, and how to give it. */
  notes: PlanNote[]
}

export const NO_NEEDS: GivenNeeds = {
  ...{ folders: [], declared: [], credentials: [], env: {}, ids: [], effects: [], notes: [] },
}

interface NeedyCommand {
  /** The tool that it belongs to, if some needs are for this one only. */
  tool?: string | undefined
  binary: string
  subcommand: string
  argv: readonly string[]
  isReadOnly: boolean
  /** A sandbox gives it no folder to write in. */
  isBounded: boolean
}

/**
 * A command that is known to only read gets no credentials, no variables and nothing that it could change; one that a
 * sandbox keeps from writing still gets variables.
 */
export function planNeeds(
  { binary, subcommand, argv, isReadOnly: isKnown, isBounded, tool }: NeedyCommand,
  { access, hidden, passOn }: Pick<PlanContext, 'access' | 'hidden' | 'passOn'>,
): GivenNeeds {
  if (!access) return NO_NEEDS
  const { machine, everything } = findReach(binary, '', subcommand)
  const isReadOnly = isKnown || isBounded
  const usable = isReadOnly || everything ? [] : findCredentials(binary, subcommand, argv)
  const isMade = (name: CredentialName) =>
    hidden?.secrets().some(({ credential }) => credential === name) || (name === 'ssh-agent' && !!hidden?.agent?.())
  const given: GivenNeeds = structuredClone(NO_NEEDS)
  const give = (need: Need, ...effects: Effect[]) => {
    given.ids.push(needId(need))
    given.effects.push(...effects)
  }
  for (const { need, isGranted } of access.all) {
    if (!isGranted) continue
    if (need.kind === 'variable') {
      const isMeant = !isKnown && (need.tool === undefined || need.tool === tool)
      const found = isMeant ? (passOn?.([need.name]) ?? {}) : {}
      if (Object.keys(found).length === 0) continue
      Object.assign(given.env, found)
      give(need, { does: 'use-variable', name: need.name, to: binary })
      continue
    }
    if (everything) continue
    if (need.kind === 'credential') {
      if (!usable.includes(need.name)) continue
      given.credentials.push(need.name)
      give(need, { does: 'use-credential', name: need.name, to: binary })
    } else {
      const may = need.kind === 'path' && need.access === 'write' && !isReadOnly && !machine ? 'write' : 'read'
      const path = need.kind === 'home' ? homedir() : placeOf(need.path)
      const problem = need.kind === 'home' ? null : findNeedProblem(need.path, listData(hidden))
      // What became a link since is not what was declared.
      const folders = problem ? [] : readFolder(path, may, true).filter(({ realPath }) => realPath === realOf(path))
      const isMissing = !problem && may === 'write' && folders.length === 0
      const why = isMissing ? message('need-path-missing', { path }) : problem
      if (why) given.notes.push({ element: -1, text: why })
      given.folders.push(...folders)
      if (need.kind === 'path') given.declared.push(...folders)
      const effects = folders.map(({ realPath }): Effect => ({ does: may, path, realPath, tree: true, given: true }))
      if (effects.length > 0) give(need.kind === 'path' ? { ...need, access: may } : need, ...effects)
    }
  }
  const isAsked = (name: CredentialName) =>
    (given.credentials.length === 0 && !WORKS_WITHOUT.has(name)) ||
    access.all.some(({ need, isDeclared }) => isDeclared && needId(need) === name)
  const lacking = usable.filter((name) => !given.credentials.includes(name) && isMade(name) && isAsked(name))
  if (lacking.length > 0) given.notes.push({ element: -1, text: noteLacking(lacking, binary, access.skill) })
  return given
}

/** Most commands need none of these. */
const WORKS_WITHOUT: ReadonlySet<CredentialName> = new Set(['netrc', 'npm', 'docker'])

const noteLacking = (names: readonly string[], program: string, skill: string) =>
  message('credentials-not-given', { program, names: names.join(', '), skill, first: names[0] ?? '' })

const placeOf = (path: string, home = homedir()) => join(home, path.slice(2))

const listData = ({ dataFolder = null, otherData = [], pointerFile }: Partial<HiddenPaths> = {}) => [
  ...(dataFolder === null ? [] : [dataFolder]),
  ...otherData,
  ...(pointerFile === undefined ? [] : [pointerFile]),
]

/** Why a variable that a skill declares may not be given. */
export const findVariableProblem = (name: string): Message | null =>
  mayGrant(name) && !LEADS_ON.has(name.toUpperCase()) ? null : message('need-variable-kept', { name })

/** These lead to the person's keys and session; an SSH agent is a sign-in with a switch of its own. */
const LEADS_ON = new Set(['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'])

/** Why a path that a skill declares may not be given. `data`: where Skillet keeps its own. */
export function findNeedProblem(path: string, data: readonly string[], home = homedir()): Message | null {
  const place = placeOf(path, home)
  const secrets = [...nameSecretPlaces(home), ...listSecretPlaces(home).map((each) => each.path)]
  const kept = [...secrets, ...listStartupPlaces(home), ...data, ...listReal(data)]
  const isNear = (one: string, other: string) => isInside(one, other, isWindows) || isInside(other, one, isWindows)
  // Some systems do not tell capital letters apart.
  const places = [place, realOf(place, home)].map((each) => each.toLowerCase())
  const at = kept.find((each) => places.some((meant) => isNear(meant, each.toLowerCase())))
  if (at !== undefined) return message('need-path-kept', { path, place: at })
  return !existsSync(place) || realpathSync(place) === realOf(place, home) ? null : message('need-path-link', { path })
}

const isWindows = process.platform === 'win32'

/** Without links below the home folder. */
const realOf = (path: string, home = homedir()) => join(findRealHome(home), path.slice(home.length))
