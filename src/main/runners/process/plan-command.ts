import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { checkArgv, checkCommand, checkHelpers } from '#main/gate/check-argv'
import { checkPaths, collectJudgedArgs } from '#main/gate/check-paths'
import { type NeedsHelpers, type NotPlanned, type PlanContext, type Planned, refuse } from '#main/runners/runner'
import type { Effect, ProcessAction } from '#shared/call/action'
import { isKnownReadOnly } from '#shared/call/known-programs'
import type { BinaryIdentity, ClosedPlace, Confinement, PlacedValue, PlanNote, ResolverStep } from '#shared/call/plan'
import type { JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'
import { isBelow, isInside } from '#shared/paths'
import type { Skill } from '#shared/skill/skill'
import type { CommandTool } from '#shared/skill/tool'
import { buildArgv, chooseExecution, chooseSubcommand } from './argv.ts'
import { listEffects } from './effects.ts'
import { addGitConfig } from './environment.ts'
import { type HiddenPaths, planConfinement } from './plan-confinement.ts'
import { type GivenNeeds, planNeeds } from './skill-needs.ts'
import { planPostProcess, type ScriptHome } from './value-command.ts'
import { applyHelped, fillDefaults, readValues, recallStep, type Value } from './values.ts'

/** From the declaration and the arguments to the finished command line, with its folder and helpers. */
export async function planCommand(
  tool: CommandTool,
  skill: Pick<Skill, 'dir' | 'scripts'>,
  given: JsonObject,
  at: PlanContext,
): Promise<Planned<ProcessAction> | NeedsHelpers | NotPlanned> {
  const { platform } = at
  const chosen = chooseExecution(tool, given)
  if (!chosen.ok) return chosen
  const { execution } = chosen
  const args = fillDefaults(execution, given)
  const subcommand = chooseSubcommand(execution, given)
  const forbidden = checkCommand(tool, execution.binary, subcommand) ?? checkHelpers(tool, execution)
  if (forbidden !== null) return { ok: false, error: forbidden }
  const home: ScriptHome = { allowScripts: at.allowScripts, dir: skill.dir, scripts: skill.scripts, platform }
  const read = readValues(tool, execution, given, home)
  if (!read.ok) return read

  const build = (values: readonly Value[]) => buildArgv(tool, execution, given, values, at.tempDir)
  const isDry = at.helped === 'dry'
  const helped = at.helped === 'dry' ? [] : at.helped
  const isMissing = (step: ResolverStep) => !isDry && step.outcome === 'not-run' && !recallStep(helped, step)
  const missing = read.values.flatMap(({ step }) => (step && isMissing(step) ? [step] : []))
  if (missing.length > 0) {
    const waits = new Set(missing.map(({ param }) => param))
    const known = Object.fromEntries(Object.entries(args).filter(([param]) => !waits.has(param)))
    const { argv, values: placed, cwd } = build(read.values)
    const runsIn = joinFolder(at.cwd, cwd, platform)
    return { ok: 'needs', steps: missing, judged: await collectJudgedArgs(known, argv, placed, { ...at, runsIn }) }
  }
  const { values, steps: resolvers, error } = applyHelped(read.values, helped)
  if (error) return { ok: false, error, resolvers }

  const { values: placed, cwd, ...built } = build(values)
  const postProcess = planPostProcess(tool, execution, args, home)
  const planned = await planProcess(
    { ...built, binary: execution.binary, subcommand, values: placed, args, ...(cwd !== undefined && { cwd }) },
    at,
  )
  return { ...planned, resolvers, ...(planned.ok === true && postProcess !== null && { postProcess }) }
}

/** A command line whose words are known. */
export interface KnownCommand
  extends Pick<ProcessAction, 'argv' | 'origin' | 'stdin' | 'entry'>,
    Partial<Pick<ProcessAction, 'tempFiles'>> {
  /** A bare name, looked up on the search path unless `found` is given. */
  binary: string
  /** Its name, if its skill may have needs for this tool only. */
  tool?: string
  subcommand?: string
  /** Absolute, or relative to the usual working folder. */
  cwd?: string
  values: readonly PlacedValue[]
  args: JsonObject
  /** The program, if it is not looked up by name. */
  found?: { path: string; identity: BinaryIdentity }
  /** A sandbox gives it no network and no folder to write in. */
  isBounded?: boolean
  /** It declares that it needs the network. */
  reachesNetwork?: boolean
  /** If it prints JSON, that is its result. */
  printsJson?: boolean
  /** Added to the environment of every program. */
  env?: Readonly<Record<string, string>>
  /** What its words do not tell. */
  effects?: readonly Effect[]
  notes?: readonly PlanNote[]
}

/** Checks each word and path, finds the program, and states its grants and effects. */
export async function planProcess(
  command: KnownCommand,
  at: PlanContext,
): Promise<Planned<ProcessAction> | NotPlanned> {
  const { argv, origin, stdin, tempFiles = [], entry, values, subcommand = '' } = command
  const { platform } = at
  const own = command.binary === 'git' ? READS_ONLY_GIT : {}
  const env = { ...at.env, ...command.env, ...own }
  const cwd = joinFolder(at.cwd, command.cwd, platform)
  const places = { cwd: at.cwd, runsIn: cwd, platform, realAncestor: at.realAncestor }
  const isReadOnly = isKnownReadOnly({ argv, origin, binary: { name: command.binary, path: null } }, subcommand)
  const isBounded = command.isBounded === true
  const needs = planNeeds({ binary: command.binary, subcommand, argv, isReadOnly, isBounded, tool: command.tool }, at)
  const checked = await checkArgv({ argv, values, env: { ...needs.env, ...env }, platform })
  if (!checked.ok) return checked
  const listNeeded = (access: 'read' | 'write', folders = needs.folders) =>
    folders.flatMap((folder) => (access === 'read' || folder.access === access ? [folder.realPath] : []))
  const readable = [...at.given.read, ...listNeeded('read')]
  const closed: ClosedPlace[] = []
  const noteClosed = (path: string, access: ClosedPlace['access'], param?: string) => {
    const folder = at.openFor?.(path, access) ?? null
    if (folder !== null) closed.push({ path, folder, access, ...(param !== undefined && { param }) })
    return folder !== null
  }
  const outside = await checkPaths(argv, values, {
    ...{ ...places, roots: readable, writeRoots: [...at.given.write, ...listNeeded('write')] },
    mayOpen: noteClosed,
  })
  if (outside !== null) return { ok: false, error: outside }
  const found = command.found ? { ok: true as const, ...command.found } : await at.findBinary(command.binary)
  if (!found.ok) return refuse(found.code, found.message)

  const binary = { name: command.binary, path: found.path, identity: found.identity }
  const confinable = {
    ...{ binary: { name: binary.name, realpath: found.identity.realpath }, subcommand, values },
    isReadOnly: isReadOnly || (isBounded && !command.reachesNetwork),
    ...(command.reachesNetwork && { reachesNetwork: true }),
  }
  const roots = isBounded ? [] : at.given.write
  const confinement = planConfinement({ ...confinable, roots, readable: at.given.read }, at.sandbox, at.hidden, needs)
  const credentials = describeCredentials(binary.name, needs, confinement, at.hidden)
  const more = { ...needs.env, ...command.env, ...own, ...credentials }
  const seen = { ...env, ...more }
  const action: ProcessAction = {
    ...{ kind: 'process', argv, origin, binary, cwd, env: Object.keys(seen).sort(), stdin, tempFiles },
    ...(entry && { entry }),
    ...(command.printsJson && { printsJson: true }),
  }
  const realCwd = await at.realAncestor(cwd)
  // A folder that was opened inside a hidden one is visible again.
  const isOpenBelow = (place: string) =>
    confinement?.folders?.some(({ realPath }) => isBelow(realPath, place) && isInside(realCwd, realPath)) === true
  if (confinement?.hidden.some((place) => isInside(realCwd, place) && !isOpenBelow(place))) {
    return refuse('PATH_NOT_GRANTED', message('folder-hidden-so-not-run-in', { folder: realCwd }))
  }
  const judged = await collectJudgedArgs(command.args, argv, values, places)
  const realPaths = new Map<string, string>()
  for (const each of [...judged.values()].flat()) {
    if (each.realPath !== undefined) realPaths.set(String(each.value), each.realPath)
  }
  const effects = [
    ...listEffects({ action, realCwd, subcommand, values, realPaths, isReadOnly, confinement }),
    ...needs.effects,
    ...(command.effects ?? []),
  ]
  for (const effect of effects) {
    // A word that only looks like a path counts if something exists there.
    if (!('path' in effect) || effect.slot?.in !== 'argv') continue
    const path = resolve(realCwd, effect.path)
    if (!existsSync(path)) continue
    // Deleting a link leaves what it leads to, unless it is written like a folder.
    const isItself = effect.does === 'delete' && !effect.path.endsWith('/')
    const real = isItself ? join(await at.realAncestor(dirname(path)), basename(path)) : await at.realAncestor(path)
    effect.realPath = real
    const isKnown = [...readable, ...closed.map(({ path }) => path)].some((root) => isInside(real, root))
    if (!isKnown) noteClosed(real, 'read')
  }
  const reaches = effects.some(({ does }) => does === 'send')
  return {
    ok: true,
    action,
    effects,
    grants: {
      // Reading the home is always asked about, so it does not count as open.
      read: [...at.given.read, ...listNeeded('read', needs.declared)],
      write: confinement?.writable ?? (isReadOnly ? [] : [...at.given.write, ...listNeeded('write')]),
      hosts: reaches ? (confinement?.hosts ?? 'any') : [],
      ...(confinement?.inner?.length && { inner: confinement.inner }),
      secrets: [],
      tools: [],
      ...(needs.ids.length > 0 && { needs: needs.ids }),
    },
    judged,
    ...(Object.keys(more).length > 0 && { env: more }),
    notes: [...checked.notes, ...needs.notes, ...(command.notes ?? [])],
    observed: { env: { ...seen, ...seal(needs.env, seen) }, realCwd, realPaths: Object.fromEntries(realPaths) },
    sandbox: confinement?.word ?? 'none',
    ...(confinement && { confinement }),
    ...(closed.length > 0 && { closed }),
  }
}

const KEY = randomBytes(32)

/** Values of the person are compared within one start, but cannot be guessed from a digest on record. */
const seal = (given: Record<string, string>, seen: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, string][] =>
      seen[name] === value ? [[name, createHmac('sha256', KEY).update(value).digest('hex')]] : [],
    ),
  )

/** How git and ssh find what they were given. Nothing that a repository names receives it instead. */
function describeCredentials(
  binary: string,
  { credentials }: GivenNeeds,
  confinement: Confinement | null,
  hidden: HiddenPaths | undefined,
): Record<string, string> {
  const agent = credentials.includes('ssh-agent') ? hidden?.agent?.() : null
  const gh = ['credential.https://github.com.helper', '!gh auth git-credential'] as const
  const helpers = [
    ['credential.helper', ''],
    ...(credentials.includes('git') ? [['credential.helper', 'store'] as const] : []),
    ...(credentials.includes('gh') ? [gh] : []),
  ] as const
  const isGit = binary === 'git' && credentials.length > 0
  const own = [['core.sshCommand', 'ssh'], ['core.askPass', ''], ...(confinement ? helpers : [])] as const
  return { ...(isGit && addGitConfig(own)), ...(agent && { SSH_AUTH_SOCK: agent }) }
}

/** Otherwise git updates the index even when it only reads. */
const READS_ONLY_GIT = { GIT_OPTIONAL_LOCKS: '0' }

function joinFolder(folder: string, path: string | undefined, platform: NodeJS.Platform): string {
  if (path === undefined) return folder
  const isAbsolute = path.startsWith('/') || (platform === 'win32' && /^(?:\\|[a-z]:[\\/])/i.test(path))
  return isAbsolute ? path : `${folder}/${path}`
}
