import type { LauncherName } from '#shared/call/action'
import { type Json, type JsonObject, toText } from '#shared/json'
import { launchCode } from './deno.ts'
import type { Entry, Launch, LaunchOptions } from './launcher.ts'
import { NODE_FLAGS, NODE_WRAPPER } from './node.ts'
import { PYTHON_WRAPPER } from './python.ts'

/** Programs that run a file. `wrapper`: the flag for code on the command line, then the code that calls a function. */
const PROGRAMS = {
  // Bytecode files would change the reviewed folder of the skill.
  python: { flags: ['-B', '-X', 'utf8'], wrapper: ['-c', PYTHON_WRAPPER] },
  node: { flags: NODE_FLAGS, wrapper: ['--input-type=module', '-e', NODE_WRAPPER] },
  // It runs a file, never a line of text.
  bash: { flags: ['--noprofile', '--norc'], wrapper: null },
} as const

/** Turns an entry file and JSON arguments into a process. Starts nothing and reads no files. */
export function launch(name: LauncherName, entry: Entry, args: JsonObject, options: LaunchOptions): Launch {
  if (name === 'deno') return launchCode(entry, args, options)
  const { path, sha256 } = entry
  const { mode, project, argv } = options
  const { flags, wrapper } = PROGRAMS[name]
  const stdin = typeof argv === 'object' ? '' : JSON.stringify(args)
  const isScript = mode === 'script' || wrapper === null
  const words = isScript ? [path, ...listWords(name, args, options)] : [...wrapper, path, sha256, project]
  const isTold = name === 'bash' && typeof argv !== 'object'
  return {
    ...{ args: [...flags, ...words], stdin },
    env: isTold ? Object.fromEntries(Object.entries(args).flatMap(nameParam)) : {},
    entry: { launcher: name, path, sha256, result: isScript ? 'stdout' : 'pipe' },
  }
}

/** What a script reads besides standard input. */
function listWords(name: LauncherName, args: JsonObject, { argv, project }: LaunchOptions): readonly string[] {
  if (typeof argv === 'object') return argv
  if (name === 'bash') return [project]
  if (argv === 'options') return Object.entries(args).map(([option, value]) => `--${option}=${toText(value)}`)
  return [...(argv === 'params' ? ['--params', JSON.stringify(args)] : []), '--project-path', project]
}

/** The system limits the size of an environment. */
const LONGEST_VALUE = 8192

/** An argument as an environment variable, under its name in capitals. */
function nameParam([name, value]: [string, Json]): [string, string][] {
  const text = toText(value)
  return /^\w{1,64}$/.test(name) && !text.includes('\0') && text.length < LONGEST_VALUE
    ? [[`RYE_PARAM_${name.toUpperCase()}`, text]]
    : []
}
