import type { CallError, PlacedValue } from '#shared/call/plan'
import type { Json, JsonObject } from '#shared/json'
import { type Message, message } from '#shared/messages/message'
import { isInside } from '#shared/paths'
import { toVisible } from '#shared/visible'
import type { JudgedArgs, JudgedValue } from './rule-match.ts'

interface ArgPorts {
  /** Where declared folders are looked up. */
  cwd: string
  /** Where the program runs, and so where its relative paths start. */
  runsIn: string
  platform: NodeJS.Platform
  /** The real path of the nearest existing ancestor, or of the path itself. Never called with `..`. */
  realAncestor(path: string): Promise<string>
}

interface PathPorts extends ArgPorts {
  /** The granted folders. */
  roots: readonly string[]
  /** Those that may be changed; all of them by default. */
  writeRoots?: readonly string[]
  /** May the chat open this existing place outside? If so, the place is noted here and is not an error. */
  mayOpen?(path: string, access: 'read' | 'write', param: string): boolean
}

/** Refuses a declared path that leaves the granted folders, really or by its spelling. */
export async function checkPaths(
  argv: readonly string[],
  values: readonly PlacedValue[],
  ports: PathPorts,
): Promise<CallError | null> {
  const declared = values.filter(({ readPath, writePath }) => readPath || writePath)
  if (declared.length === 0) return null
  const resolveAll = (roots: readonly string[]) => Promise.all(roots.map((root) => ports.realAncestor(root)))
  const [readable, writable] = await Promise.all([resolveAll(ports.roots), resolveAll(ports.writeRoots ?? ports.roots)])
  for (const { param, place, elements, text, writePath } of declared) {
    const folder = place === 'workingdir' ? ports.cwd : ports.runsIn
    const paths = elements.length > 0 ? elements.map((element) => argv[element] as string) : [text]
    for (const path of paths) {
      const mayOpen = (real: string) => ports.mayOpen?.(real, writePath ? 'write' : 'read', param) === true
      const problem = await explainPath(path, folder, writePath ? writable : readable, { ...ports, mayOpen })
      if (problem === null) continue
      return {
        code: 'PATH_NOT_GRANTED',
        message: message('parameter-path-problem', { param, path: toVisible(JSON.stringify(path)).text, problem }),
        path: param,
      }
    }
  }
  return null
}

async function explainPath(
  path: string,
  folder: string,
  roots: readonly string[],
  { mayOpen, ...ports }: Omit<PathPorts, 'mayOpen'> & { mayOpen(real: string): boolean },
): Promise<Message | null> {
  const isWindows = ports.platform === 'win32'
  const spelling = (isWindows ? explainWindowsPath(path) : null) ?? explainSpelling(path)
  if (spelling !== null) return spelling
  const whole = isAbsolute(path, isWindows) ? path : `${folder}/${path}`
  const readings = GOES_UP.test(whole)
    ? [await walk(whole, isWindows, ports), await ports.realAncestor(flatten(whole, isWindows))]
    : [await ports.realAncestor(whole)]
  // Programs disagree about `..` after a link, so both readings must stay inside.
  const isIn = (reading: string | null) => reading !== null && roots.some((root) => isInside(reading, root, isWindows))
  const isGranted = readings.every(isIn)
  const [real, other = real] = readings
  if (!isGranted && real && real === other && mayOpen(real)) return null
  return isGranted ? null : message('outside-granted-folders', { folders: ports.roots.join(', ') || message('none') })
}

const GOES_UP = /(?:^|[\\/])\.\.(?:[\\/]|$)/

/** Follows the path like the kernel, where `..` is the parent of the link's target. Null if that is unknown. */
async function walk(path: string, isWindows: boolean, ports: PathPorts): Promise<string | null> {
  const { drive, names } = splitPath(path, isWindows)
  let place = `${drive}/`
  let isMissing = false
  for (const name of names) {
    if (name === '.' || name === '') continue
    if (name === '..') {
      if (isMissing) return null
      place = place.replace(isWindows ? /[\\/]+[^\\/]*[\\/]?$/ : /\/[^/]*\/?$/, '') || `${drive}/`
      continue
    }
    if (isMissing) continue
    const next = await ports.realAncestor(`${place}/${name}`)
    isMissing = next === place
    place = next
  }
  return place
}

function explainSpelling(path: string): Message | null {
  if (path.startsWith('~')) return message('starts-with-tilde')
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|file:)/i.test(path) ? message('is-an-address') : null
}

function explainWindowsPath(path: string): Message | null {
  if (/^[\\/]{2}/.test(path)) return message('is-a-network-path')
  if (/^[a-z]:(?![\\/])/i.test(path)) return message('depends-on-drive-folder')
  if (/:/.test(path.slice(2)) || /^:|^.:$/.test(path)) return message('names-a-stream')
  if (/~\d/.test(path)) return message('is-a-short-name')
  if (/[. ](?:[\\/]|$)/.test(path.replace(/(?:^|[\\/])\.{1,2}(?=[\\/]|$)/g, ''))) return message('name-ends-in-dot')
  return /(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^\\/]*)?(?:[\\/]|$)/i.test(path)
    ? message('names-a-device')
    : null
}

function isAbsolute(path: string, isWindows: boolean): boolean {
  return path.startsWith('/') || (isWindows && /^(?:\\|[a-z]:[\\/])/i.test(path))
}

/** Removes every `..` together with the name before it, as programs do that never look at the disk. */
function flatten(path: string, isWindows: boolean): string {
  const { drive, names } = splitPath(path, isWindows)
  const kept: string[] = []
  for (const name of names) {
    if (name === '..') kept.pop()
    else if (name !== '' && name !== '.') kept.push(name)
  }
  return `${drive}/${kept.join('/')}`
}

function splitPath(path: string, isWindows: boolean): { drive: string; names: string[] } {
  const drive = isWindows ? (/^[a-z]:/i.exec(path)?.[0] ?? '') : ''
  return { drive, names: path.slice(drive.length).split(isWindows ? /[\\/]/ : '/') }
}

/** Each argument with its final values: the resolver's instead of the model's, and paths with their targets. */
export async function collectJudgedArgs(
  args: JsonObject,
  argv: readonly string[],
  placed: readonly PlacedValue[],
  ports: ArgPorts,
): Promise<JudgedArgs> {
  const judged = new Map<string, JudgedValue[]>()
  for (const [param, value] of Object.entries(args)) {
    if (value === null) continue
    const own = placed.filter((each) => each.param === param)
    const values = await Promise.all(own.map((each) => readPlaced(each, value, argv, ports)))
    judged.set(param, own.length === 0 ? [{ value }] : removeRepeated(values.flat()))
  }
  return judged
}

async function readPlaced(
  placed: PlacedValue,
  raw: Json,
  argv: readonly string[],
  { cwd, runsIn, platform, realAncestor }: ArgPorts,
): Promise<JudgedValue[]> {
  const isWindows = platform === 'win32'
  // Programs disagree about this after a link, so no folder counts as containing it.
  const isUnsure = (path: string) =>
    GOES_UP.test(path) ||
    (isWindows ? /^[\\/](?![\\/])/.test(path) || explainWindowsPath(path) !== null : /^[a-z]:|\\/i.test(path))
  const { place, text, origin, elements, readPath, writePath } = placed
  const whole = origin === 'resolver' ? text : raw
  if (!readPath && !writePath) return [{ value: whole }]
  const folder = place === 'workingdir' ? cwd : runsIn
  const paths = elements.length > 1 ? elements.map((element) => argv[element] as string) : [text]
  return Promise.all(
    paths.map(async (path): Promise<JudgedValue> => {
      const value = paths.length > 1 ? path : whole
      if (isUnsure(path)) return { value }
      return { value, realPath: await realAncestor(isAbsolute(path, isWindows) ? path : `${folder}/${path}`) }
    }),
  )
}

function removeRepeated(values: JudgedValue[]): JudgedValue[] {
  const seen = new Map(values.map((value) => [JSON.stringify(value), value]))
  return [...seen.values()]
}
