import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { MARKER_NAME } from '#main/runners/process/survivors'
import { openShop } from '#test/helpers/installed-skill'

it('ends at the next start what a killed Skillet left running, and records its end', async () => {
  const first = await openShop()
  const orphan = spawn('sleep', ['300'], { env: { ...process.env, [MARKER_NAME]: 'orphan-1' }, detached: true })
  const other = spawn('sleep', ['300'], { env: { ...process.env, [MARKER_NAME]: 'ended-1' }, detached: true })
  await Promise.all([once(orphan, 'spawn'), once(other, 'spawn')])
  const gone = once(orphan, 'exit')
  const about = { chat: null, skill: 'sample', server: 'a' }
  const type = 'server.started' as const
  const started = { type, line: 'sleep 300', path: '/bin/sleep', cwd: '/', env: [] }
  const ended = { type: 'server.ended', instance: 'ended-1', exitCode: 0, signal: null, ms: 1, said: '' } as const
  await first.core.publish(
    { ...about, ...started, instance: 'ended-1' },
    { ...about, ...ended },
    { ...about, ...started, instance: 'orphan-1' },
  )
  await first.core.close()
  const next = await openShop(undefined, { home: first.home })
  expect(await gone).toEqual([null, 'SIGKILL'])
  await next.core.close()
  const again = await openShop(undefined, { home: first.home })
  const ends = await again.core.ledger.read({ types: ['server.ended'] })
  expect(ends.map((fact) => fact.type === 'server.ended' && fact.instance)).toEqual(['ended-1', 'orphan-1'])
  // One whose end was on record is another's process by now.
  expect(other.exitCode).toBe(null)
  other.kill()
})
