import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from '#main/data-folder/home'
import type { SkillSource } from '#main/trust/skill-registry'
import { type ExitCode, fail } from './exits.ts'
import type { Options } from './options.ts'
import type { Printer } from './print.ts'

export interface Invocation {
  /** What follows the command's name. */
  words: string[]
  options: Options
  printer: Printer
  stdin: NodeJS.ReadableStream
  stderr: NodeJS.WritableStream
  env: NodeJS.ProcessEnv
  /** Where the person is: relative paths begin there. */
  here: string
  /** Where commands run. */
  cwd: string
  home: string
  skills: SkillSource[]
  signal: AbortSignal
}

/** What a command found: one document with --json, lines for people otherwise. */
export interface Output {
  json: object
  lines: readonly string[]
  exit?: ExitCode
}

export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return version
}

/** npm starts scripts in the package's folder and passes on where the person was. */
export function findStand(env: NodeJS.ProcessEnv, cwd: string, root = ROOT): string {
  return env.INIT_CWD && cwd === root ? resolve(env.INIT_CWD) : cwd
}

/** The bundled skills, then those that the person named. */
export function listSources({ skills = [], 'no-bundled': isBare }: Options, here: string): SkillSource[] {
  const named = skills.map((said) => {
    const path = resolve(here, said)
    return isFolder(path)
      ? { path, origin: 'named' as const }
      : fail('USAGE', `--skills ${said}: there is no folder ${path}.`)
  })
  const path = join(ROOT, 'skills')
  return isBare || !isFolder(path) ? named : [{ path, origin: 'bundled' }, ...named]
}

/** Asked first whether it exists, which no path makes throw. */
export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()
