import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Command, type Supervised, supervise } from '#main/runners/process/supervise'
import { makeShellCommand } from './sandbox-here.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DEADLINE_MS = 30_000

/** Ten ways of a program to leave processes behind; @ sleeps longer than any test, and can be told from all others. */
export const TREE_SHAPES = {
  'one that sleeps': '@',
  'one that ignores SIGTERM': 'trap "" TERM; @; @; @; @',
  'one that stopped itself': '@ & kill -STOP $$; wait',
  'a grandchild whose parent is gone': '(@ &); @',
  'a daemon in a session of its own': 'setsid @ & @',
  'a daemon that ignores SIGTERM': 'setsid sh -c \'trap : TERM; trap "" HUP; @; @; @\' & @',
  'a child that outlives the program': '@ & sleep 0.6',
  'a chain of four': 'sh -c \'sh -c "sh -c \\"@ & @\\" & @" & @\' & @',
  'twenty children': 'i=0; while [ $i -lt 20 ]; do @ & i=$((i+1)); done; wait',
  'a daemon that wiped its environment': 'env -i setsid @ & @',
} as const

export type TreeShape = keyof typeof TREE_SHAPES

/** Of a daemon that left its session and wiped its environment, nothing tells whose it was. */
export const isTraceless = (shape: TreeShape) => shape === 'a daemon that wiped its environment'

export const TREE_ENDS = ['timeout', 'cancel', 'cancel at once', 'app killed'] as const

export interface Tree {
  command: Command
  /** By which its processes are found, whatever they did to their environment. */
  token: string
}

export function plantTree(shape: TreeShape, timeoutMs = 20_000): Tree {
  const token = `98765.${randomInt(10 ** 8, 10 ** 9)}`
  const script = TREE_SHAPES[shape].replaceAll('@', `sleep ${token}`)
  return { token, command: makeShellCommand(script, { timeoutMs }) }
}

/** Numbers of living processes that name the token as a whole argument. */
export function listTree({ token }: Pick<Tree, 'token'>): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isOfTree(pid, token))
}

function isOfTree(pid: number, token: string): boolean {
  try {
    const isNamed = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(token)
    return isNamed && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

export async function waitForTree(tree: Tree, isWanted: (pids: number[]) => boolean): Promise<number[]> {
  const deadline = performance.now() + DEADLINE_MS
  for (;;) {
    const pids = listTree(tree)
    if (isWanted(pids) || performance.now() > deadline) return pids
    await pause(20)
  }
}

export function killTree(tree: Pick<Tree, 'token'>): void {
  for (const pid of listTree(tree)) process.kill(pid, 'SIGKILL')
}

/** Lets it grow, ends it in one of the ways, and tells how that went. */
export async function endTree(tree: Tree, end: Exclude<(typeof TREE_ENDS)[number], 'app killed'>): Promise<Supervised> {
  if (end === 'timeout') return supervise({ ...tree.command, timeoutMs: 300 })
  const controller = new AbortController()
  const running = supervise(tree.command, { signal: controller.signal })
  if (end === 'cancel') await Promise.race([running, waitForTree(tree, (pids) => pids.length > 0)])
  controller.abort()
  return running
}

/** Runs it in an app of its own, which is killed as soon as the tree is there. Returns the tree as it was then. */
export async function killItsApp(tree: Tree, isConfined: boolean): Promise<number[]> {
  const code = isConfined ? CONFINES : SUPERVISES
  const words = ['--input-type=module-typescript', '-e', code, JSON.stringify(tree.command)]
  const app: ChildProcess = spawn(process.execPath, words, { cwd: ROOT, stdio: 'ignore' })
  const gone = once(app, 'exit').then(() => [])
  const grown = await Promise.race([gone, waitForTree(tree, (pids) => pids.length > 0)])
  app.kill('SIGKILL')
  await gone
  return grown
}

const SUPERVISES = `
  import { supervise } from '#main/runners/process/supervise'
  await supervise(JSON.parse(process.argv[1]))`

/** The app makes its sandbox itself: the descriptors in it are of the process that made it. */
const CONFINES = `
  import { supervise } from '#main/runners/process/supervise'
  import { detectSandbox } from '#main/runners/process/sandbox'
  import { sanitizePath } from '#main/runners/process/search-path'
  const command = JSON.parse(process.argv[1])
  const sandbox = await detectSandbox(process.platform, await sanitizePath(process.env.PATH ?? '', []))
  const grants = { word: 'enforced', network: false, writable: [], hidden: [] }
  await supervise({ ...command, wrapped: sandbox.wrap(command, grants, []) })`
