import type { JsonObject } from '#shared/json'
import { findMissing } from './find-interpreters.ts'
import type { Entry, Launch, Launcher, LaunchOptions } from './launcher.ts'
import { readResult } from './read-result.ts'

interface FileLauncher {
  name: 'python' | 'node'
  flags: string[]
  /** The flag for code on the command line, then the wrapper that calls the function. */
  wrapper: string[]
}

/** As `--name value` pairs. */
const listOptions = (args: JsonObject) =>
  Object.entries(args).map(([name, value]) => `--${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)

/** A function runs through the wrapper, which gets path, hash and project; a script runs directly. */
export function makeFileLauncher({ name, flags, wrapper }: FileLauncher): Launcher {
  function launch({ path, sha256 }: Entry, args: JsonObject, options: LaunchOptions): Launch {
    const { interpreter, mode, project, argv } = options
    const stdin = typeof argv === 'object' ? '' : JSON.stringify(args)
    const given = argv === 'params' ? ['--params', stdin] : []
    const words = argv === 'options' ? listOptions(args) : [...given, '--project-path', project]
    const script = [path, ...(typeof argv === 'object' ? argv : words)]
    const isScript = mode === 'script'
    return {
      path: interpreter,
      args: [...flags, ...(isScript ? script : [...wrapper, path, sha256, project])],
      stdin,
      env: {},
      entry: { launcher: name, path, sha256 },
      result: isScript ? 'stdout' : 'pipe',
    }
  }
  return { name, missing: (machine) => findMissing(machine, name), launch, readResult }
}
