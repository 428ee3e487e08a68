import { posix } from 'node:path'
import type { Part } from './task.ts'

/** Whether the whole argument list is one that the parts describe. */
export function matchesArgv(parts: readonly Part[], argv: readonly string[]): boolean {
  return endsOf(parts, argv, 0).has(argv.length)
}

/** Where the list can stand once the parts have taken their elements. */
function endsOf(parts: readonly Part[], argv: readonly string[], from: number): Set<number> {
  let places = new Set([from])
  for (const part of parts) {
    const next = new Set<number>()
    for (const place of places) for (const end of endsOfPart(part, argv, place)) next.add(end)
    places = next
  }
  return places
}

function endsOfPart(part: Part, argv: readonly string[], from: number): Iterable<number> {
  if (typeof part === 'string' || part instanceof RegExp || 'path' in part) {
    const element = argv[from]
    return element !== undefined && isElement(part, element) ? [from + 1] : []
  }
  if ('maybe' in part) return [from, ...endsOf(part.maybe, argv, from)]
  if ('oneOf' in part) return part.oneOf.flatMap((each) => [...endsOf(each, argv, from)])
  if ('anyOrder' in part) return endsInAnyOrder(part.anyOrder, argv, from)
  return Array.from({ length: argv.length - from + 1 }, (_, more) => from + more)
}

function endsInAnyOrder(groups: Part[][], argv: readonly string[], from: number): number[] {
  if (groups.length === 0) return [from]
  return groups.flatMap((group, index) =>
    [...endsOf(group, argv, from)].flatMap((end) => endsInAnyOrder(groups.toSpliced(index, 1), argv, end)),
  )
}

function isElement(part: string | RegExp | { path: string }, element: string): boolean {
  if (typeof part === 'string') return part === element
  if (part instanceof RegExp) return part.test(element)
  return plain(part.path) === plain(element)
}

const plain = (path: string) => posix.normalize(path).replace(/(?<=.)\/$/, '')
