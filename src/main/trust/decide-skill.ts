import { realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { reasonOf } from '#main/formats/place'
import { fingerprintOf, judgeSignature } from '#main/formats/rye/signature'
import {
  type ChosenInterpreters,
  findInterpreters,
  findMissing as findMissingInterpreter,
  type Interpreters,
  type Search,
} from '#main/launchers/find-interpreters'
import { findBinary } from '#main/runners/process/find-binary'
import { homeOf } from '#main/skills/find-skills'
import type { LoadedSkill } from '#main/skills/load-skills'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { type Message, message } from '#shared/messages/message'
import type { Skill, SkillContents, SkillState } from '#shared/skill/skill'
import type { Tool } from '#shared/skill/tool'
import { startsPrograms } from './programs.ts'
import type { SkillReader } from './read-once.ts'
import { listAccess, refuseNeeds } from './skill-access.ts'
import { snapshotIn } from './store.ts'
import { areScriptsAllowed, listPermits, type SkillDecisions, type TrustState } from './trust-state.ts'

/** The person's decisions, and where reviewed copies are kept. */
export interface TrustContext {
  book: TrustState
  store: string
  /** Off overrides what is allowed for single skills. */
  scripts: 'on' | 'off'
  /** The trusted public keys, as PEM. */
  keys?: readonly string[]
  interpreters?: ChosenInterpreters
}

/** A skill with everything that this computer and this person decide about it. */
export async function decideSkill(
  loaded: LoadedSkill,
  searchPath: string[],
  trust: TrustContext,
  read: SkillReader,
): Promise<Skill> {
  const { origin, ...source } = loaded
  const { book, store, scripts, keys = [], interpreters = {} } = trust
  const isInstalled = origin === 'installed'
  const found = isInstalled ? await findReviewed(source, trust, read) : { contents: source, state: 'trusted' as const }
  const decided = book.get(found.contents.name) ?? {}
  const whole = await withholdMissing(judgeSignatures(found.contents, keys), { searchPath, chosen: interpreters })
  const contents = refuseNeeds(withholdServed(whole, decided), store)
  const { name, tools, servers = [] } = contents
  const missingBins = await findMissing(contents.requiredBins, searchPath)
  const toolsOff = tools.flatMap((tool) => (decided.toolsOff?.has(tool.name) ? tool.name : []))
  const permits = servers.map((server) => [server.name, listPermits(server, book)] as const)
  return {
    ...contents,
    ...{ origin, missingBins },
    state: found.state === 'trusted' && missingBins.length > 0 ? 'unavailable' : found.state,
    enabled: !decided.isDisabled,
    allowScripts: scripts === 'on' && areScriptsAllowed(contents, book),
    ...(isInstalled && {
      sourceDir: source.dir,
      programs: decided.programs ?? (startsPrograms(contents) ? null : []),
    }),
    ...(toolsOff.length > 0 && { toolsOff }),
    ...listAccess(contents, origin, decided),
    ...(permits.some(([, given]) => given.length > 0) && { permits: Object.fromEntries(permits) }),
    ...(contents.main && (await findMainFolder(source.dir, origin, book.get(name)))),
  }
}

/**
 * An installed skill runs only from its reviewed copy, and only while its source is unchanged. Gives its contents from
 * that copy if it is trusted, otherwise from the source.
 */
async function findReviewed(
  source: SkillContents,
  { book, store }: TrustContext,
  read: SkillReader,
): Promise<{ contents: SkillContents; state: SkillState }> {
  const trusted = book.get(source.name)?.trusted
  if (trusted === undefined) return { contents: source, state: 'quarantined' }
  if (trusted !== source.hash) return { contents: source, state: 'changed' }
  const dir = snapshotIn(store, trusted)
  const { contents } = await read({ dir, folderName: basename(homeOf(source.dir)) })
  if (contents.hash === trusted && contents.name === source.name) return { contents, state: 'trusted' }
  const damaged: Diagnostic = {
    ...{ severity: 'error', file: '.', path: '' },
    ...reasonOf('SNAPSHOT_DAMAGED', 'snapshot-damaged', 'review-and-trust-again', { hash: trusted.slice(0, 12) }),
  }
  return { contents: { ...source, diagnostics: [...source.diagnostics, damaged] }, state: 'changed' }
}

type Why = Omit<Diagnostic, 'file' | 'path'>

function withholdTools(contents: SkillContents, why: (tool: Tool) => Why | null): SkillContents {
  const withheld = contents.tools.flatMap((tool) => {
    const reason = why(tool)
    return reason ? [{ name: tool.name, diagnostic: { ...reason, file: tool.source.file, path: '' } }] : []
  })
  if (withheld.length === 0) return contents
  return {
    ...contents,
    tools: contents.tools.filter((tool) => why(tool) === null),
    withheld: [...contents.withheld, ...withheld],
    diagnostics: [...contents.diagnostics, ...withheld.map(({ diagnostic }) => diagnostic)],
  }
}

/** Adds whose signatures they are. One that does not match its key marks the file as changed. */
function judgeSignatures(contents: SkillContents, pems: readonly string[]): SkillContents {
  if (contents.tools.every(({ signature }) => signature === undefined)) return contents
  const keys = new Map(pems.map((pem) => [fingerprintOf(pem), pem]))
  const tools = contents.tools.map((tool) =>
    tool.signature ? { ...tool, signature: judgeSignature(tool.signature, keys) } : tool,
  )
  const why = { message: message('rye-signature-modified'), remedy: message('rye-sign-again') }
  return withholdTools({ ...contents, tools }, ({ signature }) =>
    signature?.state === 'modified' ? { severity: 'error', code: 'SIGNATURE', ...why } : null,
  )
}

const NEEDS_PROGRAM: ReadonlySet<string> = new Set(['code', 'program', 'function'])

async function withholdMissing(contents: SkillContents, search: Search): Promise<SkillContents> {
  if (contents.tools.every(({ runtime }) => !NEEDS_PROGRAM.has(runtime.kind))) return contents
  const programs = new Set(contents.tools.flatMap(({ runtime }) => (runtime.kind === 'program' ? runtime.program : [])))
  const missing = new Set(await findMissing([[...programs]], search.searchPath))
  const interpreters = await findInterpreters(search)
  return withholdTools(contents, ({ runtime }) => {
    const isLacking = runtime.kind === 'program' && missing.has(runtime.program)
    const lacking = isLacking ? message('rye-program-missing', { program: runtime.program }) : null
    const why = whyMissing(runtime, interpreters) ?? lacking
    return why && { severity: 'warning', code: 'BINARY_MISSING', message: why, remedy: message('then-load-again') }
  })
}

function whyMissing(runtime: Tool['runtime'], machine: Interpreters): Message | null {
  if (runtime.kind === 'code') return findMissingInterpreter(machine, runtime.launcher)
  if (runtime.kind !== 'function' || machine.node.ok || machine.deno.ok) return null
  return message('no-interpreter-for-functions')
}

/** Withholds tools that their server now describes differently from the review, or that need a sign-in. */
const withholdServed = (contents: SkillContents, { withdrawn, signedOut }: SkillDecisions): SkillContents =>
  withholdTools(contents, ({ runtime }) => {
    if (runtime.kind !== 'mcp') return null
    const { server, listed } = runtime
    if (signedOut?.has(server.name)) {
      const texts = { message: message('sign-in-needed', { server: server.name }), remedy: message('sign-in-again') }
      return { severity: 'error', code: 'SERVER_SIGN_IN', ...texts }
    }
    if (!withdrawn?.has(listed)) return null
    const texts = { message: message('server-tool-withdrawn'), remedy: message('list-again-and-review') }
    return { severity: 'error', code: 'SERVER_CHANGED', ...texts }
  })

/** A project's tools are in a folder below it. A skill that came from no local folder belongs to none. */
async function findMainFolder(dir: string, origin: LoadedSkill['origin'], { installed }: SkillDecisions = {}) {
  const source = installed?.source
  const isHere = source?.kind === 'folder' || source?.kind === 'adopted'
  const from = origin === 'named' ? dir : isHere ? source.from : null
  const real = from && (await realpath(from).catch(() => null))
  return real ? { mainOf: real.replace(/(?:\/\.\w+)?\/skills(?:\/[^/]+)?$/, '') } : {}
}

/** Of the alternative that lacks the fewest. */
async function findMissing(alternatives: string[][], searchPath: string[]): Promise<string[]> {
  let fewest: string[] | null = null
  for (const bins of alternatives) {
    const found = await Promise.all(bins.map((name) => findBinary(name, searchPath)))
    const missing = bins.filter((_name, index) => !found[index]?.ok)
    if (!fewest || missing.length < fewest.length) fewest = missing
  }
  return fewest ?? []
}
