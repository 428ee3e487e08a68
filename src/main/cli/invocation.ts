import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from '#main/data-folder/home'
import type { SkillSource } from '#main/trust/skill-registry'
import type { ExitCode } from './exits.ts'
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
  cwd: string
  /** Where commands run. */
  folder: string
  home: string
  skills: SkillSource[]
  /** Ends whatever is running. */
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

export type Sources = { ok: true; sources: SkillSource[] } | { ok: false; message: string }

/** The bundled skills, then those that the person named. */
export function listSources(options: Options, cwd: string): Sources {
  const named: SkillSource[] = []
  for (const said of options.skills ?? []) {
    const path = resolve(cwd, said)
    if (!isFolder(path)) return { ok: false, message: `--skills ${said}: there is no folder ${path}.` }
    named.push({ path, origin: 'named' })
  }
  const bundled = join(ROOT, 'skills')
  const own: SkillSource[] = options['no-bundled'] || !isFolder(bundled) ? [] : [{ path: bundled, origin: 'bundled' }]
  return { ok: true, sources: [...own, ...named] }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
