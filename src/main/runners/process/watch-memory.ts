import { readResidentMib } from './process-table.ts'

const EVERY_MS = 100
/** What an interpreter needs before its first line, and what its own limit does not count. */
const BESIDE_MIB = 128

/** Calls `exceeded` once the process uses more memory than allowed; its engine counts only part of it. */
export function watchMemory(pid: () => number, mostMib: number | undefined, exceeded: () => void): () => void {
  if (mostMib === undefined) return () => undefined
  const timer = setInterval(() => {
    if (readResidentMib(pid()) > mostMib + BESIDE_MIB) exceeded()
  }, EVERY_MS)
  return () => clearInterval(timer)
}
