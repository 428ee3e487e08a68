import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readCommand } from '#main/runners/process/process-table'
import { killSurvivors } from '#main/runners/process/survivors'
import { killTree, listTree } from './process-trees.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LATEST_MS = 30
const AT_ONCE = 3
/** A program that was still starting has started by then, and one that was ending has ended. */
const SETTLED_MS = 1500

/** An app that only starts one program, confined or not, and says so right before. */
const STARTER = `
  import { detectSandbox } from '#main/runners/process/sandbox'
  import { supervise } from '#main/runners/process/supervise'
  const [token, marker, isConfined] = process.argv.slice(1)
  const base = { path: '/bin/sleep', args: [token], cwd: '/', env: {}, stdin: null, timeoutMs: 60000, marker }
  const nothing = { word: 'enforced', network: false, writable: [], hidden: [] }
  const sandbox = await detectSandbox(process.platform, ['/usr/local/bin', '/usr/bin', '/bin'])
  const wrapped = isConfined === 'yes' ? { wrapped: sandbox.wrap(base, nothing, []) } : {}
  process.stdout.write('now')
  await supervise({ ...base, ...wrapped })`

export interface KilledStarters {
  /** Something of it was running when its starter was killed. */
  underWay: number
  /** The program was left. */
  left: number
  /** A process of bubblewrap was left that waits for the one that should have told it who it is; nothing ran in it. */
  unfinished: number
  /** Anything was left once the next start of the app had looked for it. */
  leftAfterSweep: number
}

/** Kills the process that starts a program within 30 ms of the start. */
export async function killStarters(count: number, isConfined: boolean): Promise<KilledStarters> {
  const all = Array.from({ length: count }, (_, index) => ({
    token: `87654.${randomInt(10 ** 8, 10 ** 9)}`,
    marker: `killed-starter-${randomInt(10 ** 12)}`,
    afterMs: (index * LATEST_MS) / count,
  }))
  let underWay = 0
  const waiting = [...all.keys()]
  const work = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const { token, marker, afterMs } = all[index] as (typeof all)[number]
      const words = ['--input-type=module-typescript', '-e', STARTER, token, marker, isConfined ? 'yes' : 'no']
      const starter = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
      const gone = once(starter, 'exit')
      await once(starter.stdout, 'data')
      if (afterMs > 0) await pause(afterMs)
      starter.kill('SIGKILL')
      await gone
      if (listTree({ token }).length > 0) underWay += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await pause(SETTLED_MS)
  const remains = all.flatMap(listTree)
  const left = remains.filter((pid) => readCommand(pid).startsWith('/bin/sleep ')).length
  await Promise.all(all.map(({ marker }) => killSurvivors(marker)))
  const leftAfterSweep = all.flatMap(listTree).length
  all.forEach(killTree)
  return { underWay, left, unfinished: remains.length - left, leftAfterSweep }
}
