import { median } from '../report.ts'
import type { TaskResult } from './run-tasks.ts'
import { KIND_TITLES, KINDS } from './task.ts'
import type { Way } from './ways.ts'

const MOST_REASONS = 4

/** A line for each way: tasks done by kind, calls, times. */
export function formatTable(results: readonly TaskResult[], ways: readonly Way[]): string {
  const kinds = KINDS.filter((kind) => results.some((result) => result.kind === kind))
  const head = [
    '',
    ...kinds.map((kind) => KIND_TITLES[kind]),
    'done',
    'right tool',
    'calls run',
    'schema-valid',
    'median',
    ...(results.some(({ figures }) => figures) ? ['first call', 'tokens read'] : []),
  ]
  const rows = ways.flatMap((way) => {
    const own = results.filter((result) => result.way === way.name)
    if (own.length === 0) return []
    const share = (of: TaskResult[]) => `${of.filter(({ done }) => done).length}/${of.length}`
    const sum = (field: 'executed' | 'valid') => own.reduce((total, result) => total + result[field], 0)
    return [
      [
        way.title,
        ...kinds.map((kind) => share(own.filter((result) => result.kind === kind))),
        share(own),
        `${own.filter(({ choseRightTool }) => choseRightTool).length}/${own.length}`,
        String(sum('executed')),
        sum('executed') === 0 ? '-' : `${Math.round((100 * sum('valid')) / sum('executed'))} %`,
        `${(median(own.map(({ ms }) => ms)) / 1000).toFixed(1)} s`,
        ...(head.includes('first call') ? describeFigures(own) : []),
      ],
    ]
  })
  const table = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0, column === 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The medians of what passed before the first call, and of the tokens that the server read for a task. */
function describeFigures(own: readonly TaskResult[]): [firstCall: string, read: string] {
  const figures = own.flatMap((result) => result.figures ?? [])
  const times = figures.flatMap(({ firstCallMs }) => (firstCallMs > 0 ? [firstCallMs] : []))
  const read = figures.map(({ readTokens }) => readTokens)
  return [
    times.length === 0 ? '-' : `${(median(times) / 1000).toFixed(1)} s`,
    read.length === 0 ? '-' : median(read).toFixed(0),
  ]
}

const pad = (cell: string, width: number, isFirst: boolean) => (isFirst ? cell.padEnd(width) : cell.padStart(width))

/** Why the other tasks were not done, the most frequent reason first. */
export function formatReasons(results: readonly TaskResult[], ways: readonly Way[]): string {
  return ways
    .flatMap(({ name, title }) => {
      const counts = new Map<string, number>()
      for (const { way, why } of results) if (way === name && why) counts.set(why, (counts.get(why) ?? 0) + 1)
      if (counts.size === 0) return []
      const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_REASONS)
      return [`${title.trim()}: ${most.map(([why, count]) => `${count} ${why}`).join(', ')}`]
    })
    .join('\n')
}

/** Beside the plain client, over the tasks that both were given; empty where there are none. */
export function formatAim(results: readonly TaskResult[]): string {
  const requestsOf = (way: string) => new Set(results.flatMap((each) => (each.way === way ? [each.request] : [])))
  const [givenPlainly, given] = [requestsOf('plain'), requestsOf('turn')]
  const both = new Set([...given].filter((request) => givenPlainly.has(request)))
  if (both.size === 0) return ''
  const doneIn = (way: string) => results.filter((each) => each.way === way && each.done && both.has(each.request))
  const describe = (of: TaskResult[]) =>
    `${of.length} (${of.filter(({ kind }) => kind !== 'talk').length} by a command)`
  const [plain, ours] = [doneIn('plain'), doneIn('turn')]
  const times = plain.length === 0 ? '' : `, ${(ours.length / plain.length).toFixed(1)} times as many`
  const isMet = ours.length > 0 && ours.length >= 2 * plain.length
  const figures = `Of ${both.size} tasks our turn does ${describe(ours)}, the plain client ${describe(plain)}${times}`
  return `${figures} (aim: twice): ${isMet ? 'met' : 'not met'}`
}
