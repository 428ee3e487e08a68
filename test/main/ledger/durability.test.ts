import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { canTrace, countSyncs } from './count-syncs.ts'
import { openHere } from './open-for-test.ts'

const COMMITS = 100

describe('an append', () => {
  it('is forced to the disk before it is acknowledged', async ({ skip }) => {
    skip(!canTrace(), 'strace is not here or may not trace')
    const syncsBefore = countSyncs(makeTempDir(), COMMITS)
    expect(syncsBefore).toHaveLength(COMMITS)
    expect(Math.min(...syncsBefore)).toBeGreaterThanOrEqual(1)
  }, 60_000)

  it('uses a log that is synced at every commit', async () => {
    const { db } = await openHere(makeTempDir())
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(db.pragma('synchronous', { simple: true })).toBe(2)
    if (process.platform === 'darwin') expect(db.pragma('checkpoint_fullfsync', { simple: true })).toBe(1)
  })
})
