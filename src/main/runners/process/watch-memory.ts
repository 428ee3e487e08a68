import { readResidentMib } from './process-table.ts'

const EVERY_MS = 100
/** An interpreter needs this much before it runs a line, and beside what its own limit counts. */
const BESIDE_MIB = 128

/** Calls `exceeded` once the process holds more memory than it may: its engine only counts a part of it. */
export function watchMemory(pid: () => number, mostMib: number | undefined, exceeded: () => void): () => void {
  if (mostMib === undefined) return () => undefined
  const timer = setInterval(() => {
    if (readResidentMib(pid()) > mostMib + BESIDE_MIB) exceeded()
  }, EVERY_MS)
  return () => clearInterval(timer)
}
