import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const CALLS = ['-f', '-e', 'trace=fsync,fdatasync,write']

export const canTrace = (): boolean =>
  spawnSync('strace', [...CALLS, '-o', '/dev/null', process.execPath, '--version']).status === 0

/** How often the disk was forced before each of so many appends was acknowledged, as the kernel saw it. */
export function countSyncs(folder: string, commits: number): number[] {
  const [home, trace] = [join(folder, 'home'), join(folder, 'trace')]
  const program = join(import.meta.dirname, 'append-one-by-one.ts')
  execFileSync('strace', [...CALLS, '-o', trace, process.execPath, program, home, String(commits)])
  let syncs = 0
  const syncsBefore: number[] = []
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    if (/f(data)?sync(\(\d+\)| resumed>.*) += 0/.test(line)) syncs += 1
    if (!line.includes('write(1, "ack ')) continue
    syncsBefore.push(syncs)
    syncs = 0
  }
  return syncsBefore
}
