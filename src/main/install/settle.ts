import { lstat, mkdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PROJECT_FOLDER } from '#main/formats/formats'
import { quote } from '#main/formats/place'
import { homeOf } from '#main/skills/find-skills'
import { explainError, hasCode } from '#main/skills/read-file'
import { removeTree } from '#main/skills/remove-tree'
import { type Message, message } from '#shared/messages/message'
import type { Installation, InstallDiagnostic, SkillCandidate } from '#shared/skill/skill'
import { foldName } from './intake.ts'
import { listInstalled } from './list-installed.ts'
import { listNames, type Places } from './quarantine.ts'
import { refusal, toShown } from './refusal.ts'

interface Settling {
  places: Places
  /** This installation's folder in quarantine. */
  staging: string
  /** The staged copy of the source. */
  root: string
  replace: boolean
}

type Settled = { ok: true; installed: Installation['installed'][number] } | { ok: false; diagnostic: InstallDiagnostic }

/** Moves a staged skill to the installed ones in one step. */
export async function settleCandidate(candidate: SkillCandidate, settling: Settling): Promise<Settled> {
  const { name, hash, blocker } = candidate
  if (blocker) return { ok: false, diagnostic: blocker }
  const { places, replace, staging } = settling
  const dir = join(places.skills, name)
  try {
    const installed = await listInstalled(places.skills)
    const isAlike = (other: string) => foldName(other) === foldName(name)
    const older = installed.find((each) => isAlike(each.name))
    const other = installed.find((each) => isAlike(each.folder) && each !== older)
    if (other) return { ok: false, diagnostic: folderTaken(name, other.name) }
    if (older && !replace) return { ok: false, diagnostic: alreadyInstalled(name) }
    await mkdir(places.skills, { recursive: true, mode: 0o700 })
    const found = join(settling.root, candidate.dir)
    const isProject = homeOf(found) !== found
    const from = isProject ? await wrapProject(found, staging) : found
    if (older) await replaceFolder(from, dir, join(places.skills, older.folder), staging)
    else await rename(from, dir)
    const at = isProject ? join(dir, PROJECT_FOLDER) : dir
    return { ok: true, installed: { name, dir: at, hash, hasReplaced: older !== undefined } }
  } catch (error) {
    const isTaken = hasCode(error, 'ENOTEMPTY') || hasCode(error, 'EEXIST')
    return { ok: false, diagnostic: isTaken ? alreadyInstalled(name) : explainFailure(name, error) }
  }
}

/** Installs only a project's tools, in a folder named after the project. */
async function wrapProject(found: string, staging: string): Promise<string> {
  const wrapper = join(staging, 'project')
  await mkdir(wrapper, { recursive: true, mode: 0o700 })
  await rename(found, join(wrapper, PROJECT_FOLDER))
  return wrapper
}

/** Where a skill waits while its replacement moves in. */
const placeForReplaced = (staging: string): string => join(staging, 'replaced')

/** The old one waits in quarantine; the sweep restores it if this is interrupted. */
async function replaceFolder(from: string, to: string, older: string, staging: string): Promise<void> {
  const replaced = placeForReplaced(staging)
  await mkdir(replaced, { recursive: true, mode: 0o700 })
  const waiting = join(replaced, basename(older))
  await rename(older, waiting)
  try {
    await rename(from, to)
  } catch (error) {
    await rename(waiting, older)
    throw error
  }
  // The new one is in place: what cannot be deleted stays in quarantine.
  await removeTree(replaced).catch(() => undefined)
}

const NAME = /^[0-9a-f]{32}$/

/**
 * Removes what interrupted installations left behind, and restores a skill that was just being replaced, unless the new
 * one is there, perhaps in a folder of another name. Only the owner of the home may call it.
 */
export async function sweepQuarantine(places: Places, failed: (error: unknown) => void): Promise<void> {
  for (const name of await listNames(places.quarantine)) {
    const dir = join(places.quarantine, name)
    if (!NAME.test(name) || !(await lstat(dir)).isDirectory()) continue
    const replaced = placeForReplaced(dir)
    try {
      for (const older of await listInstalled(replaced)) {
        const installed = await listInstalled(places.skills)
        const isThere = installed.some((each) => foldName(each.name) === foldName(older.name))
        if (!isThere) await rename(join(replaced, older.folder), join(places.skills, older.folder))
      }
      await removeTree(dir)
    } catch (error) {
      failed(error)
    }
  }
}

function alreadyInstalled(name: string): InstallDiagnostic {
  return refusal('ALREADY_INSTALLED', name, 'skill-installed-already', 'replace-or-rename', { name: quote(name) })
}

function folderTaken(name: string, other: string): InstallDiagnostic {
  return refusal('ALREADY_INSTALLED', name, 'skill-folder-taken', 'remove-other-or-rename', {
    folder: quote(name),
    other: quote(other),
  })
}

const showProblem = (problem: Message | string) => (typeof problem === 'string' ? toShown(problem) : problem)

/** Explains file system errors; any other error is a bug and thrown again. */
export function explainFailure(file: string, error: unknown): InstallDiagnostic {
  if (!(error instanceof Error) || !('syscall' in error)) throw error
  const isFull = hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
  const why = isFull ? message('disk-full') : showProblem(explainError(error))
  const remedy = isFull ? message('free-space') : message('check-data-folder')
  return refusal('INSTALL_FAILED', file, 'install-failed', remedy, { why })
}
