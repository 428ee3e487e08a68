import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodeRuntime } from '#shared/skill/tool'
import { type Interpreter, lookFor } from './find-interpreters.ts'

export interface Imports {
  env: Record<string, string>
  /** Packages that the project installed; nobody has reviewed them. */
  packages?: string
  /** The Python of that environment, which alone finds its packages. */
  interpreter?: Extract<Interpreter, { ok: true }>
}

/** Where a tool finds modules besides those of its skill. */
export async function findImports({ launcher, importsPackages }: CodeRuntime, project: string): Promise<Imports> {
  if (importsPackages && launcher === 'node') {
    const packages = join(project, 'node_modules')
    return (await isThere(packages)) ? { env: { NODE_PATH: packages }, packages } : NONE
  }
  const packages = join(project, '.venv')
  if (!importsPackages || launcher !== 'python' || !(await isThere(join(packages, 'pyvenv.cfg')))) return NONE
  const program = process.platform === 'win32' ? join('Scripts', 'python.exe') : join('bin', 'python')
  const interpreter = await lookFor(join(packages, program), 'Python 3')
  return interpreter?.ok ? { env: { VIRTUAL_ENV: packages }, packages, interpreter } : NONE
}

const NONE: Imports = { env: {} }

const isThere = async (path: string) => (await stat(path).catch(() => null)) !== null
