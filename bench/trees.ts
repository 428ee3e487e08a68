import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { FILTER_PIPE } from '#main/runners/process/start-process'
import { supervise } from '#main/runners/process/supervise'
import { textOf } from '#shared/messages/message'
import {
  endTree,
  isTraceless,
  killItsApp,
  killTree,
  listTree,
  plantTree,
  TREE_ENDS,
  TREE_SHAPES,
  type TreeShape,
  waitForTree,
} from '#test/helpers/process-trees'
import { confine, makeShellCommand, sandboxHere } from '#test/helpers/sandbox-here'
import { median, printTable, type Report, type Row } from './report.ts'

const RUNS = Number(process.env.SKILLET_TREES ?? 500)
const HANGS = Number(process.env.SKILLET_HANGS ?? 50)
const SPAWNS = 60
const TIMEOUT_MS = 300
const AT_ONCE = 8
const SHAPES = Object.keys(TREE_SHAPES) as TreeShape[]
const HANGING: readonly TreeShape[] = SHAPES.filter((shape) => shape !== 'a child that outlives the program').slice(
  0,
  6,
)

/** Trees of processes, ended in every way, and what is left of them; and what the sandbox costs beside a bare start. */
export async function run(): Promise<Report> {
  const rows: Row[] = []
  if (sandboxHere.word === 'enforced') {
    rows.push({ name: `orphans of ${RUNS} trees in the sandbox`, value: await countOrphans(RUNS), unit: '', goal: 0 })
    rows.push({
      name: 'latest end beyond the timeout, in the sandbox',
      value: await hang(true, HANGS),
      unit: 'ms',
      goal: 5000,
    })
  } else {
    rows.push({ name: `not measured in a sandbox: ${textOf(sandboxHere.reason)}`, value: Number.NaN, unit: '' })
  }
  const { unlisted, traceless } = await countUnlisted(RUNS / 5)
  rows.push({
    name: 'left and not listed, of trees that leave a trace, without a sandbox',
    value: unlisted,
    unit: '',
    goal: 0,
  })
  rows.push({ name: 'left and not listed, of daemons that wiped their environment', value: traceless, unit: '' })
  rows.push({
    name: 'latest end beyond the timeout, without a sandbox',
    value: await hang(false, HANGS),
    unit: 'ms',
    goal: 5000,
  })
  return { name: 'Trees of processes', rows: [...rows, ...(await compareStarts())] }
}

/** What lives on of so many trees, of every shape by turns, each ended in one of the ways. */
export async function countOrphans(runs: number): Promise<number> {
  let orphans = 0
  await repeat(runs, async (index) => {
    const tree = plantTree(SHAPES[index % SHAPES.length] as TreeShape)
    const end = TREE_ENDS[Math.floor(index / SHAPES.length) % TREE_ENDS.length] as (typeof TREE_ENDS)[number]
    if (end === 'app killed') await killItsApp(tree, true)
    else await endTree({ ...tree, command: confine(tree.command) }, end)
    const left = end === 'app killed' ? await waitForTree(tree, (pids) => pids.length === 0) : listTree(tree)
    if (left.length > 0) console.error(`left of ${tree.token} after ${end}: ${left.join(' ')}`)
    orphans += left.length
    killTree(tree)
  })
  return orphans
}

export async function countUnlisted(runs: number): Promise<{ unlisted: number; traceless: number }> {
  const counts = { unlisted: 0, traceless: 0 }
  await repeat(runs, async (index) => {
    const shape = SHAPES[index % SHAPES.length] as TreeShape
    const tree = plantTree(shape)
    const ended = await endTree(tree, index % 2 === 0 ? 'cancel' : 'timeout')
    const listed = ended.survivors.map(({ pid }) => pid)
    const left = listTree(tree).filter((pid) => !listed.includes(pid))
    counts[isTraceless(shape) ? 'traceless' : 'unlisted'] += left.length
    killTree(tree)
  })
  return counts
}

/** How long after its timeout the slowest run settled. */
export async function hang(isConfined: boolean, rounds: number): Promise<number> {
  let latest = 0
  await repeat(HANGING.length * rounds, async (index) => {
    const tree = plantTree(HANGING[index % HANGING.length] as TreeShape, TIMEOUT_MS)
    const startedAt = performance.now()
    await supervise(isConfined ? confine(tree.command) : tree.command)
    latest = Math.max(latest, performance.now() - startedAt - TIMEOUT_MS)
    killTree(tree)
  })
  return latest
}

async function compareStarts(): Promise<Row[]> {
  const command = makeShellCommand('', { path: '/bin/true', args: [] })
  const bare = await time(async () => {
    await once(spawn(command.path, { stdio: ['ignore', 'pipe', 'pipe'] }), 'close')
  })
  const supervised = await time(() => supervise(command))
  const rows: Row[] = [
    { name: 'a program that does nothing, bare spawn', value: bare, unit: 'ms' },
    { name: 'the same, supervised', value: supervised, unit: 'ms', ratio: supervised / bare },
  ]
  if (sandboxHere.word !== 'enforced') return rows
  const wrapped = confine(command).wrapped
  const bareSandbox = await time(async () => {
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe', 'ignore', 'pipe'] as const
    const child = spawn(wrapped?.path ?? '', wrapped?.args ?? [], { stdio: [...stdio] })
    const filter = Array.from<unknown>(child.stdio)[FILTER_PIPE]
    if (filter instanceof Writable) filter.end(Buffer.from(wrapped?.filter ?? '', 'base64'))
    await once(child, 'close')
  })
  const confined = await time(() => supervise(confine(command)))
  return [
    ...rows,
    { name: 'bubblewrap with the same profile, bare spawn', value: bareSandbox, unit: 'ms' },
    { name: 'confined and supervised', value: confined, unit: 'ms', ratio: confined / bareSandbox },
  ]
}

async function time(once: () => Promise<unknown>): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < SPAWNS; round++) {
    const startedAt = performance.now()
    await once()
    took.push(performance.now() - startedAt)
  }
  return median(took)
}

async function repeat(count: number, one: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < count) await one(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

if (import.meta.main) printTable(await run())
