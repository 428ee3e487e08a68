import { existsSync } from 'node:fs'
import { inspectMachine, type Machine } from '#main/calls/machine'
import { filesOf } from '#main/ledger/home'
import { listAllSources } from '#main/trust/live-registry'
import { type FoundTool, loadRegistry, type SkillRegistry, type SkillSource } from '#main/trust/skill-registry'
import { storeIn } from '#main/trust/store'
import { EMPTY_BOOK } from '#main/trust/trust-book'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import type { Decided } from './skills-decided.ts'

export interface Stock {
  registry: SkillRegistry
  machine: Machine
  /** Scripts are off for all skills. */
  areScriptsOff: boolean
}

/** The skills of this call, with a home those that are installed there too, and what this machine gives them. */
export async function stock({
  cwd,
  skills,
  home,
}: {
  cwd: string
  skills: SkillSource[]
  home?: string
}): Promise<Stock> {
  const machine = await inspectMachine({
    ...{ cwd, skillFolders: skills.map(({ path }) => path) },
    ...(home !== undefined && { dataFolder: home }),
  })
  if (home === undefined)
    return { machine, registry: await loadRegistry(skills, machine.searchPath), areScriptsOff: false }
  const read = await readWhatWasDecided(home)
  // Without what was decided nothing installed is trusted, and no script runs.
  const { book, scripts } = read.ok ? read.decided : { book: EMPTY_BOOK, scripts: 'off' as const }
  const sources = listAllSources(skills, home)
  const registry = await loadRegistry(sources, machine.searchPath, { book, store: storeIn(home), scripts })
  if (!read.ok) registry.diagnostics.push(unreadRecord(home, read.message))
  return { machine, registry, areScriptsOff: scripts === 'off' }
}

/** Looks at the folders once more: a person may have thought about an approval for a while. */
export async function findFresh(registry: SkillRegistry, name: string): Promise<FoundTool> {
  const found = registry.find(name)
  if (!found.ok || (await registry.isFresh(found.skill))) return found
  const changed = message('skill-changed-while-asked', { skill: found.skill.name })
  return { ok: false, error: { code: 'SKILL_CHANGED', message: changed } }
}

async function readWhatWasDecided(home: string): Promise<Decided> {
  if (!existsSync(filesOf(home).database)) return { ok: true, decided: { book: EMPTY_BOOK, scripts: 'on' } }
  // Loaded late: without a record there is nothing to open it for.
  const { readDecided } = await import('./skills-decided.ts')
  return readDecided(home)
}

function unreadRecord(home: string, problem: string): Diagnostic {
  return {
    severity: 'error',
    code: 'FILE_UNREADABLE',
    file: home,
    path: '',
    message: message('decisions-unreadable', { problem }),
    remedy: message('see-doctor'),
  }
}
