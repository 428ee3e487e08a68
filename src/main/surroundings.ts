import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, relative, resolve } from 'node:path'
import type { Surroundings } from '#main/plan-call'
import { reduceEnvironment } from '#main/runtime/environment'
import { findBinary } from '#main/runtime/find-binary'
import { sanitizePath } from '#main/runtime/search-path'
import { nameTempFolder } from '#main/runtime/temp-files'

/** Somebody who stands above one of these still means the programs in it; a project's folder may bring somebody else's. */
const HOLDING_PROGRAMS = [homedir(), '/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

export type PlanSurroundings = Omit<Surroundings, 'runResolver' | 'tempDir'>

export interface Machine {
  /** The folders that programs are looked up in. */
  searchPath: string[]
  /** What one call meets; a folder name for its files is made anew each time. */
  forCall(): PlanSurroundings & { tempDir: string }
}

export interface MachineOptions {
  /** Where commands run; declared paths must stay in it. */
  cwd: string
  /** Folders of skills: no program is taken from them. */
  skillFolders: string[]
}

/** What this machine and this person's environment give to every call. */
export async function lookAround({ cwd, skillFolders }: MachineOptions): Promise<Machine> {
  const workspace = HOLDING_PROGRAMS.some((folder) => isAncestor(cwd, folder)) ? [] : [cwd]
  const searchPath = await sanitizePath(process.env.PATH ?? '', [...skillFolders, ...workspace])
  const { env } = reduceEnvironment(process.env, [], searchPath)
  const shared: PlanSurroundings = {
    cwd,
    roots: [cwd],
    env,
    findBinary: (name) => findBinary(name, searchPath),
    realAncestor,
    policy: 'ask',
    sandbox: 'none',
  }
  return { searchPath, forCall: () => ({ ...shared, tempDir: nameTempFolder() }) }
}

function isAncestor(folder: string, of: string): boolean {
  const way = relative(folder, of)
  return way === '' || !way.startsWith('..')
}

async function realAncestor(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(resolve(path))
    return parent === path ? path : realAncestor(parent)
  }
}
