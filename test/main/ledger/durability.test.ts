import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { openHere } from './open-for-test.ts'

const COMMITS = 100
const CALLS = ['-f', '-e', 'trace=fsync,fdatasync,write']
const canTrace = spawnSync('strace', [...CALLS, '-o', '/dev/null', process.execPath, '--version']).status === 0

describe('an append', () => {
  it('is forced to the disk before it is acknowledged', async ({ skip }) => {
    skip(!canTrace, 'strace is not here or may not trace')
    const folder = makeTempDir()
    const [home, trace] = [join(folder, 'home'), join(folder, 'trace')]
    const program = join(import.meta.dirname, 'append-one-by-one.ts')
    execFileSync('strace', [...CALLS, '-o', trace, process.execPath, program, home, String(COMMITS)])
    let syncs = 0
    const syncsBefore: number[] = []
    for (const line of readFileSync(trace, 'utf8').split('\n')) {
      if (/f(data)?sync(\(\d+\)| resumed>.*) += 0/.test(line)) syncs += 1
      if (!line.includes('write(1, "ack ')) continue
      syncsBefore.push(syncs)
      syncs = 0
    }
    expect(syncsBefore).toHaveLength(COMMITS)
    expect(Math.min(...syncsBefore)).toBeGreaterThanOrEqual(1)
  }, 60_000)

  it('goes through a log that is synced at every commit', async () => {
    const { db } = await openHere(makeTempDir())
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    if (process.platform === 'darwin') expect(db.pragma('checkpoint_fullfsync', { simple: true })).toBe(1)
  })
})
