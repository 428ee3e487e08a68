import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findInterpreters } from '#main/launchers/find-interpreters'
import { launch } from '#main/launchers/launch'
import type { Entry, Launch, LaunchOptions } from '#main/launchers/launcher'
import { readResult } from '#main/launchers/read-result'
import { sanitizePath } from '#main/runners/process/search-path'
import { type Supervised, type SuperviseOptions, supervise } from '#main/runners/process/supervise'
import type { LauncherName } from '#shared/call/action'
import type { JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import { confine } from '#test/helpers/sandbox-here'

/** A shim of a version manager is no interpreter: the system's own is looked for first. */
const searchPath = await sanitizePath(`${dirname(process.execPath)}:/usr/bin:${process.env.PATH ?? ''}`, [])

export const interpretersHere = await findInterpreters({ searchPath })

export interface Tried extends Partial<LaunchOptions> {
  name: LauncherName
  file: string
  code: string
  args?: JsonObject
  entry?: Partial<Entry>
  /** Other files in the folder of the tool. */
  beside?: Readonly<Record<string, string>>
  confined?: boolean
  timeoutMs?: number
  watch?: SuperviseOptions
  /** What happens to the file between the plan and the start. */
  meanwhile?(path: string): void
}

export interface Outcome {
  /** The value, or the text of the error. */
  value: unknown
  error: string | null
  /** By the tool itself. */
  printed: string
  ended: Supervised
  launch: Launch
  folder: string
  /** What lay in the folder afterwards. */
  left: string[]
}

/** Writes a tool of its own for the running test, plans its start, starts it and reads its result. */
export async function launchTool(tried: Tried): Promise<Outcome> {
  const { name, file, code, args = {}, mode = 'function' } = tried
  const interpreter = interpretersHere[name]
  if (!interpreter.ok) throw new Error(textOf(interpreter.why))
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillet-launch-'))
  try {
    const path = join(folder, file)
    for (const [other, text] of Object.entries({ ...tried.beside, [file]: code }))
      writeFileSync(join(folder, other), text)
    const sha256 = createHash('sha256').update(code).digest('hex')
    const options = { project: folder, ...tried, mode }
    const launched = launch(name, { path, sha256, code, ...tried.entry }, args, options)
    tried.meanwhile?.(path)
    const ended = await supervise(makeCommand(interpreter.path, launched, folder, tried), tried.watch)
    const left = readdirSync(folder).sort()
    const result = readResult(ended, launched.entry.result)
    const shared = { ended, launch: launched, folder, left, printed: result.stdout ?? ended.stdout.text }
    return result.ok
      ? { value: result.value, error: null, ...shared }
      : { value: undefined, error: textOf(result.error), ...shared }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function makeCommand(path: string, launch: Launch, folder: string, { confined = false, timeoutMs = 20_000 }: Tried) {
  const env = { PATH: '/usr/bin:/bin', HOME: homedir(), ...launch.env }
  const { args, stdin } = launch
  const command = { path, args, cwd: folder, env, stdin, timeoutMs, givesResult: launch.entry.result === 'pipe' }
  return confined ? confine(command, {}, [folder]) : command
}
