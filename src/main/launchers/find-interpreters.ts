import { createRequire } from 'node:module'
import path from 'node:path'
import { type FoundBinary, listCandidates, lookAt, readIdentity } from '#main/runners/process/find-binary'
import type { LauncherName } from '#shared/call/action'
import { type Message, message } from '#shared/messages/message'

export type Interpreter = Extract<FoundBinary, { ok: true }> | { ok: false; why: Message }

export type Interpreters = Readonly<Record<LauncherName, Interpreter>>

export const INTERPRETER_TITLES: Readonly<Record<LauncherName, string>> = {
  ...{ python: 'Python 3', node: 'Node.js', deno: 'Deno', bash: 'Bash' },
}

/** Programs that a person chose in Settings. */
export type ChosenInterpreters = Readonly<Partial<Record<LauncherName, string>>>

export interface Search {
  /** From `sanitizePath`. */
  searchPath: string[]
  chosen?: ChosenInterpreters
  platform?: NodeJS.Platform
  /** Where Deno is if it is not on the path. */
  findPackaged?: () => string | null
}

/** How this computer finds the programs of tools. */
export interface ProgramSearch {
  searchPath: string[]
  /** All without a name. */
  interpreters(...only: LauncherName[]): Promise<Interpreters>
}

/**
 * Finds each interpreter, or says why it cannot be used. A chosen one that does not work is an error; no other one
 * replaces it. Those that are not asked for count as missing.
 */
export async function findInterpreters(
  search: Search,
  names: readonly LauncherName[] = Object.keys(INTERPRETER_TITLES) as LauncherName[],
): Promise<Interpreters> {
  const titles = Object.entries(INTERPRETER_TITLES)
  const missing = titles.map(([name, title]) => [name, refuse(message('interpreter-missing', { title }))])
  const found = names.map(async (name) => [name, await findInterpreter(name, search)])
  return Object.fromEntries([...missing, ...(await Promise.all(found))]) as Interpreters
}

export function findMissing(machine: Interpreters, name: LauncherName): Message | null {
  const interpreter = machine[name]
  return interpreter.ok ? null : interpreter.why
}

async function findInterpreter(name: LauncherName, search: Search): Promise<Interpreter> {
  const title = INTERPRETER_TITLES[name]
  const chosen = search.chosen?.[name] ?? ''
  if (chosen !== '') {
    return (await lookFor(chosen, title, search)) ?? refuse(message('interpreter-gone', { title, path: chosen }))
  }
  let refused: Interpreter | null = null
  for (const file of listPrograms(name, search)) {
    const found = await lookFor(file, title, search)
    if (found?.ok) return found
    refused ??= found
  }
  return refused ?? refuse(message('interpreter-missing', { title }))
}

function listPrograms(name: LauncherName, search: Search): string[] {
  const { searchPath, platform = process.platform, findPackaged = findPackagedDeno } = search
  const isWindows = platform === 'win32'
  // On other systems "python" may be Python 2.
  const programs = name !== 'python' ? [name] : isWindows ? ['python', 'python3'] : ['python3']
  const onPath = programs.flatMap((program) => listCandidates(program, searchPath, { platform }))
  const packaged = name === 'deno' ? findPackaged() : null
  return packaged === null ? onPath : [...onPath, packaged]
}

export async function lookFor(
  file: string,
  title: string,
  { platform = process.platform }: Pick<Search, 'platform'> = {},
): Promise<Interpreter | null> {
  const values = { title, path: file }
  const sight = lookAt(file, { platform })
  if (sight === 'nothing') return null
  if (sight === 'seen-folder') return refuse(message('interpreter-is-folder', values))
  if (sight !== 'program') return refuse(message('interpreter-not-program', values))
  const isStub = platform === 'win32' && STORE_STUB.test(file)
  if (isStub) return refuse(message('interpreter-store-stub', values))
  try {
    const identity = await readIdentity(file, true)
    // npm installs Deno as a Node script that starts the real program without our pipe for results.
    const real = path.basename(identity.realpath) === 'bin.cjs' ? findPackagedDeno(identity.realpath) : null
    return real === null ? { ok: true, path: file, identity } : await lookFor(real, title, { platform })
  } catch {
    return refuse(message('interpreter-gone', values))
  }
}

/** Windows puts a stub on the path that only opens its store. */
const STORE_STUB = /[\\/]Microsoft[\\/]WindowsApps[\\/][^\\/]+$/i

/** The package `deno` contains no program; there is one package per system. */
function findPackagedDeno(from: string = import.meta.url): string | null {
  const system = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  try {
    const require = createRequire(createRequire(from).resolve('deno/package.json'))
    const folder = path.dirname(require.resolve(`@deno/${system}/package.json`))
    return path.join(folder, process.platform === 'win32' ? 'deno.exe' : 'deno')
  } catch {
    // Optional packages are not installed on every system.
    return null
  }
}

const refuse = (why: Message): Interpreter => ({ ok: false, why })
