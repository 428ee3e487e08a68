import type { Confinement } from '#shared/call/plan'
import { isBelow } from '#shared/paths'

/** The last matching rule decides. */
export function writeSeatbeltProfile(confinement: Confinement, readable: readonly string[]): string {
  const { network, writable, hidden } = confinement
  return [
    '(version 1)',
    '(allow default)',
    ...(network ? [] : ['(deny network*)']),
    '(deny file-write*)',
    `(allow file-write* ${['/dev/null', '/dev/zero', '/dev/dtracehelper', '/dev/tty'].map(literal).join(' ')})`,
    `(allow file-write* ${['/private/tmp', '/private/var/folders', ...writable].map(subpath).join(' ')})`,
    ...hidden.map((folder) => `(deny file-read* file-write* ${subpath(folder)})`),
    ...readable.filter((folder) => isBelowOne(folder, hidden)).map((folder) => `(allow file-read* ${subpath(folder)})`),
    ...writable
      .filter((folder) => isBelowOne(folder, hidden))
      .map((folder) => `(allow file-read* file-write* ${subpath(folder)})`),
    '',
  ].join('\n')
}

const isBelowOne = (folder: string, hidden: readonly string[]) => hidden.some((parent) => isBelow(folder, parent))

const subpath = (path: string) => `(subpath ${quote(path)})`
const literal = (path: string) => `(literal ${quote(path)})`

/** A path may contain quotes and parentheses; it must not become a rule. */
function quote(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`
}
