import { describe, expect, it } from 'vitest'
import type { Family } from '#main/calls/inner-calls'
import { makeInnerCalls, readOutcome } from '#main/calls/inner-calls'
import type { CallRequest } from '#main/calls/run-call'
import { makeTimeLimit } from '#main/runners/process/time-limit'
import { approve, type Decide, openOwnCore } from '#test/helpers/open-test-core'

describe('a call from inside another one', () => {
  it('has its own entry in the record, names its parent, and is asked about', async () => {
    const asked: string[] = []
    const { call, facts } = await start(['*'], async (_call, plan, verdict) => {
      asked.push(plan.tool, JSON.stringify(verdict.reason))
      return { decision: 'once', by: 'person' }
    })
    expect(await call('echo_say', { text: 'from inside' })).toEqual({ ok: true, result: 'from inside\n' })
    expect(asked).toEqual(['echo_say', expect.stringContaining('why-another-tool')])
    expect(facts()[0]).toMatchObject({ type: 'call.requested', caller: { kind: 'tool', call: 'parent' } })
    expect(facts().at(-1)).toMatchObject({ type: 'run.finished' })
  })

  it('is refused and recorded if the parent or any call above it may not call the tool that way', async () => {
    const { call, facts } = await start(['echo_say(text=a*)'], approve)
    expect(await call('echo_say', { text: 'another' })).toMatchObject({ ok: true })
    expect(await call('echo_say', { text: 'other' })).toMatchObject({ ok: false, code: 'REFUSED' })
    expect(facts().at(-1)).toMatchObject({ type: 'call.refused', message: { code: 'inner-not-allowed' } })
    const below = await start(['*'], approve, { granted: [[]] })
    expect(await below.call('echo_say', { text: 'x' })).toMatchObject({ ok: false, code: 'REFUSED' })
  })

  it('tells its parent why it was denied, and what it said when it failed', async () => {
    const declined = await start(['*'], async () => ({ decision: 'deny', by: 'person' }))
    expect(await declined.call('echo_say', { text: 'x' })).toMatchObject({ ok: false, code: 'DECLINED' })
    const failed = await start(['*'], approve)
    expect(await failed.call('echo_fail', {})).toMatchObject({ ok: false, code: 'FAILED' })
  })

  it('goes three calls deep and no deeper', async () => {
    const third = await start(['*'], approve, { depth: 2 })
    expect(await third.call('echo_say', { text: 'x' })).toMatchObject({ ok: true })
    const fourth = await start(['*'], approve, { depth: 3 })
    expect(await fourth.call('echo_say', { text: 'x' })).toMatchObject({ ok: false, code: 'REFUSED' })
    expect(fourth.facts().at(-1)).toMatchObject({ message: { code: 'inner-too-deep' } })
  })

  it('is one of at most 50, at any depth, and the record names the first one too many', async () => {
    const { call, facts } = await start(['*'], approve, { bounds: { calls: 49, since: performance.now() } })
    expect(await call('echo_say', { text: '50' })).toMatchObject({ ok: true })
    const before = facts().length
    for (const _ of [1, 2, 3]) expect(await call('echo_say', { text: '51' })).toMatchObject({ ok: false })
    expect(
      facts()
        .slice(before)
        .map(({ type }) => type),
    ).toEqual(['call.requested', 'call.refused'])
  })

  it('is refused when the shared half hour is over', async () => {
    const { call, facts } = await start(['*'], approve, {
      bounds: { calls: 0, since: performance.now() - 30 * 60_000 },
    })
    expect(await call('echo_say', { text: 'late' })).toMatchObject({ ok: false })
    expect(facts().at(-1)).toMatchObject({ message: { code: 'inner-too-long' } })
  })

  it('pauses the time limit of its parent, and ends with it', async () => {
    const stop = new AbortController()
    let isHeld = false
    const hold = () => {
      isHeld = true
      return () => {
        isHeld = false
      }
    }
    const limit = { ...makeTimeLimit(), hold }
    const { call, next } = await start(['*'], approve, {}, { limit, signal: stop.signal })
    const started = next('run.started')
    const ending = call('echo_wait', { seconds: 60 })
    await started
    expect(isHeld).toBe(true)
    stop.abort()
    expect(await ending).toMatchObject({ ok: false, code: 'FAILED' })
    expect(isHeld).toBe(false)
  })
})

async function start(
  tools: string[],
  decide: Decide,
  family: Partial<Family> = {},
  { limit = makeTimeLimit(), signal = new AbortController().signal } = {},
) {
  const { core, facts, next } = await openOwnCore({ decide })
  const plan = { tool: 'parent', skill: '', grants: { read: [], write: [], hosts: [], secrets: [], tools } }
  const parent: CallRequest = {
    ...{ chat: null, call: 'parent', tool: 'parent', args: {}, signal },
    caller: { kind: 'person' },
  }
  const above: Family = { asking: '', depth: 0, bounds: { calls: 0, since: performance.now() }, granted: [], ...family }
  const inner = makeInnerCalls({ ...parent, family: above, runCall: core.runCall }, plan, limit)
  return { call: async (tool: string, args: unknown) => readOutcome(await inner(tool, args)), facts: () => facts, next }
}
