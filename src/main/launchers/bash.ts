import type { Json } from '#shared/json'
import { findMissing } from './find-interpreters.ts'
import type { Launcher } from './launcher.ts'
import { readResult } from './read-result.ts'

/** The system limits the size of an environment. */
const LONGEST_VALUE = 8192

/** An argument as an environment variable, under its name in capitals. */
function nameParam([name, value]: [string, Json]): [string, string][] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^\w{1,64}$/.test(name) && !text.includes('\0') && text.length < LONGEST_VALUE
    ? [[`RYE_PARAM_${name.toUpperCase()}`, text]]
    : []
}

/**
 * Runs a file, never a line of text. Arguments arrive as JSON on standard input and as variables, the project's folder
 * as `$1`.
 */
export const bash: Launcher = {
  name: 'bash',
  missing: (machine) => findMissing(machine, 'bash'),
  launch: ({ path, sha256 }, args, { interpreter, project, argv }) => ({
    path: interpreter,
    args: ['--noprofile', '--norc', path, ...(typeof argv === 'object' ? argv : [project])],
    stdin: typeof argv === 'object' ? '' : JSON.stringify(args),
    env: typeof argv === 'object' ? {} : Object.fromEntries(Object.entries(args).flatMap(nameParam)),
    entry: { launcher: 'bash', path, sha256 },
    result: 'stdout',
  }),
  readResult,
}
