import { describe, expect, it } from 'vitest'
import { LONGEST_WAIT_MS, makeApprovals } from '#main/calls/approvals'
import { textOf } from '#shared/messages/message'
import { makeRequest, makeSurroundings, makeTool } from '#test/helpers/make-tool'
import { planCall } from '#test/helpers/plan-call'

const ONCE = { decision: 'once', by: 'person' } as const

describe('an approval', () => {
  it('is given once, and only for exactly what was shown', async () => {
    const { approvals, asked, digest, waiting } = await ask()
    expect(approvals.answer('other', digest, ONCE)).toBe(false)
    expect(approvals.answer('call', '0'.repeat(64), ONCE)).toBe(false)
    expect(approvals.find('call', digest)).toMatchObject({ plan: asked.plan })
    expect(approvals.answer('call', digest, ONCE)).toBe(true)
    expect(approvals.answer('call', digest, ONCE)).toBe(false)
    expect(await waiting).toEqual(ONCE)
  })

  it('is valid for 30 minutes of Skillet running, even if the clock jumps forward', async () => {
    const { approvals, digest, clock } = await ask()
    clock.wall += 10 * 365 * 24 * 3600 * 1000
    clock.uptime += LONGEST_WAIT_MS - 1
    expect(approvals.find('call', digest)).not.toBeNull()
    clock.uptime += 1
    expect(approvals.find('call', digest)).toBeNull()
  })

  it('ends without an answer when its time is up', async () => {
    const { approvals, digest, clock, waiting } = await ask()
    clock.uptime += LONGEST_WAIT_MS
    clock.wall += LONGEST_WAIT_MS
    expect(approvals.answer('call', digest, ONCE)).toBe(false)
    expect(await waiting).toBeNull()
    expect(approvals.waiting()).toEqual([])
  })

  it.each([3_600_000, 10 * 365 * 24 * 3600 * 1000])('ends when the clock is set back by %i ms', async (back) => {
    const { approvals, digest, clock, waiting } = await ask()
    clock.uptime += 1000
    clock.wall -= back
    expect(approvals.answer('call', digest, ONCE)).toBe(false)
    expect(await waiting).toBeNull()
  })

  it('survives a small correction of the clock', async () => {
    const { approvals, digest, clock } = await ask()
    clock.uptime += 1000
    clock.wall += 200
    expect(approvals.answer('call', digest, ONCE)).toBe(true)
  })

  it('waits as long as the person allows, even if that changes while it waits', async () => {
    let longest = 60_000
    const { approvals, digest, clock, waiting } = await ask(() => longest)
    clock.uptime += 50_000
    clock.wall += 50_000
    expect(approvals.find('call', digest)).not.toBeNull()
    longest = 40_000
    expect(approvals.find('call', digest)).toBeNull()
    expect(await waiting).toBeNull()
  })

  it('ends with the turn', async () => {
    const { approvals, digest, stop, waiting } = await ask()
    stop.abort()
    expect(await waiting).toBeNull()
    expect(approvals.answer('call', digest, ONCE)).toBe(false)
  })
})

async function ask(longestWaitMs?: () => number) {
  const clock = { uptime: 5_000_000, wall: Date.parse('2026-03-05T12:00:00Z') }
  const approvals = makeApprovals({ uptime: () => clock.uptime, wall: () => clock.wall }, longestWaitMs)
  const planned = await planCall(makeRequest(makeTool(), {}), makeSurroundings())
  if (!planned.ok) throw new Error(textOf(planned.error.message))
  const asked = { plan: planned.plan, verdict: planned.verdict, proposals: [] }
  const stop = new AbortController()
  const waiting = approvals.ask('call', asked, stop.signal)
  return { approvals, asked, digest: planned.plan.digest, clock, stop, waiting }
}
