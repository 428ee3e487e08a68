import { findMissing } from './find-interpreters.ts'
import type { Launcher } from './launcher.ts'
import { readResult } from './read-result.ts'

/** A file, never a line of text: the arguments come on standard input as JSON, the project's folder as `$1`. */
export const bash: Launcher = {
  name: 'bash',
  missing: (machine) => findMissing(machine, 'bash'),
  launch: ({ path, sha256 }, args, { interpreter, project }) => ({
    path: interpreter,
    args: ['--noprofile', '--norc', path, project],
    stdin: JSON.stringify(args),
    env: {},
    entry: { launcher: 'bash', path, sha256 },
    result: 'stdout',
  }),
  readResult,
}
