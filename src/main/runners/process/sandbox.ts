import type { Confinement, Sandbox } from '#shared/call/plan'
import { type Message, message } from '#shared/messages/message'
import { isBelow } from '#shared/paths'
import { detectBubblewrap, none } from './bubblewrap.ts'
import { findBinary } from './find-binary.ts'
import type { Wrapped } from './start-process.ts'
import type { Command } from './supervise.ts'

export type Confined = Pick<Command, 'path' | 'args' | 'cwd' | 'env'>

export interface DetectedSandbox {
  word: Sandbox
  /** For a person: what confines commands here, or why nothing does. */
  reason: Message
  /** False if every command reaches the network, whatever was granted. */
  closesNetwork: boolean
  /** A command can be limited to named hosts. */
  leadsToHosts: boolean
  /**
   * What to start instead of the command, or why that is impossible; null if nothing here confines. `readable`: folders
   * that stay visible inside hidden ones.
   */
  wrap(command: Confined, confinement: Confinement, readable: readonly string[]): Wrapping
}

export type Wrapping = Wrapped | { refused: Message } | null

/** What to start instead of the command; null if nothing here confines it. */
export type Wrap = (command: Confined, confinement: Confinement, readable?: readonly string[]) => Wrapping

export const NO_SANDBOX = none(message('sandbox-off'))

const known = new Map<string, Promise<DetectedSandbox>>()

/** Tries this system's sandbox once for each search path. Never rejects. */
export function detectSandbox(platform: NodeJS.Platform, searchPath: readonly string[]): Promise<DetectedSandbox> {
  const key = [platform, ...searchPath].join('\0')
  const detected = known.get(key) ?? detect(platform, [...searchPath])
  known.set(key, detected)
  return detected
}

async function detect(platform: NodeJS.Platform, searchPath: string[]): Promise<DetectedSandbox> {
  if (platform === 'linux') return detectBubblewrap(searchPath)
  if (platform === 'darwin') return detectSeatbelt(searchPath)
  return none(message('sandbox-unknown-system', { platform }))
}

/** Written from its documentation and never run on a Mac, so it only counts as `partial`. */
async function detectSeatbelt(searchPath: string[]): Promise<DetectedSandbox> {
  const found = await findBinary('sandbox-exec', searchPath, { platform: 'darwin' })
  if (!found.ok) return none(message('sandbox-exec-missing'))
  return {
    word: 'partial',
    reason: message('sandbox-exec-works'),
    ...{ closesNetwork: true, leadsToHosts: false },
    wrap: (command, confinement, readable) => ({
      path: found.path,
      args: ['-p', writeSeatbeltProfile(confinement, readable), command.path, ...command.args],
      reports: false,
    }),
  }
}

/** Never weaker than planned: if that is impossible, nothing runs. */
export function wrapIfPlanned(
  command: Confined,
  confinement: Confinement | null | undefined,
  wrap: Wrap | undefined,
): { wrapped?: Wrapped } | { refused: Message } {
  if (!confinement || confinement.word === 'none') return {}
  const wrapped = wrap?.(command, confinement) ?? { refused: message('sandbox-gone') }
  return 'refused' in wrapped ? wrapped : { wrapped }
}

/** The last matching rule decides. */
export function writeSeatbeltProfile(confinement: Confinement, readable: readonly string[]): string {
  const { network, writable, hidden } = confinement
  const isInHidden = (folder: string) => hidden.some((parent) => isBelow(folder, parent))
  return [
    '(version 1)',
    '(allow default)',
    ...(network ? [] : ['(deny network*)']),
    '(deny file-write*)',
    `(allow file-write* ${['/dev/null', '/dev/zero', '/dev/dtracehelper', '/dev/tty'].map(literal).join(' ')})`,
    `(allow file-write* ${['/private/tmp', '/private/var/folders', ...writable].map(subpath).join(' ')})`,
    ...hidden.map((folder) => `(deny file-read* file-write* ${subpath(folder)})`),
    ...readable.filter(isInHidden).map((folder) => `(allow file-read* ${subpath(folder)})`),
    ...writable.filter(isInHidden).map((folder) => `(allow file-read* file-write* ${subpath(folder)})`),
    '',
  ].join('\n')
}

const subpath = (path: string) => `(subpath ${quote(path)})`
const literal = (path: string) => `(literal ${quote(path)})`

/** A path may contain quotes and parentheses; it must not become a rule. */
function quote(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`
}
