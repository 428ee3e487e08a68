import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { daily, once, openBackground, tellEvent, wishing } from '#test/helpers/background-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { body } from '#test/helpers/tool-code'

const DAY = 86_400_000

describe('a schedule', () => {
  const weekly = { ...daily, tag: 'interval:weekly' }

  it('TC-25 runs what asks for the tag of its tick, and nothing that asks for another', async () => {
    const { core, switchOn, settled, started, results, pass, tool } = await openBackground([
      ...[wishing('each_day', { subscriptions: [daily] }), wishing('each_week', { subscriptions: [weekly] })],
    ])
    await core.triggers.start()
    await switchOn('each_day', 'each_week')
    expect(tool('each_day')?.next).toBe('2026-03-06T09:00:00.000Z')
    pass(DAY)
    await settled(1)
    expect(started()).toEqual(['each_day'])
    expect(results()[0]).toMatchObject({
      ...{ schema_name: 'schedule.tick.v1', tags: ['schedule:tick', 'interval:daily'] },
      context: { fired_at: '2026-03-06T09:00:00.000Z', interval_type: 'daily' },
    })
  })

  it('reports what was missed while the computer slept, and does not make up for it', async () => {
    const { core, switchOn, started, sleep, tool } = await openBackground([
      wishing('each_day', { subscriptions: [daily] }),
    ])
    await core.triggers.start()
    await switchOn('each_day')
    sleep(3 * DAY)
    expect(tool('each_day')?.missed).toEqual({ count: 3, last: '2026-03-08T09:00:00.000Z' })
    expect(started()).toEqual([])
  })

  it('reports what was missed while Skillet was closed', async () => {
    const home = makeTempDir()
    const tools = [wishing('each_day', { subscriptions: [daily] })]
    const now = Date.now()
    const first = await openBackground(tools, { home }, new Date(now).toISOString())
    await first.core.triggers.start()
    await first.switchOn('each_day')
    await first.core.close()
    const { core, tool, started } = await openBackground(tools, { home }, new Date(now + 4 * DAY).toISOString())
    await core.triggers.start()
    expect([tool('each_day')?.missed?.count, tool('each_day')?.state, started()]).toEqual([4, 'on', []])
  })

  it('ticks as a tool’s stored record says, and says why it cannot read one', async () => {
    const { core, switchOn, settled, started, pass } = await openBackground([
      wishing('both', { ...once(50), subscriptions: [{ ...daily, tag: 'mine' }] }),
    ])
    const define = (title: string, interval: object) =>
      core.ledger.records({
        ...{ do: 'create', by: 'sample/other' },
        draft: {
          ...{ schema_name: 'schedule.definition.v1', title, tags: [] },
          context: { interval: { ...interval }, labels: ['mine'] },
        },
      })
    await define('Hourly', { type: 'hourly', minute: 45 })
    await define('Never', { type: 'monthly', time: '10:00', day_of_month: 32 })
    await core.triggers.start()
    await switchOn('both')
    await settled(1)
    pass(30 * 60_000)
    await settled(2)
    expect(started()).toEqual(['both', 'both'])
    const { schedules } = core.triggers.list()
    expect(schedules.map(({ title, words, next }) => [title, textOf(words), next])).toEqual([
      ['Hourly', 'Every hour at :45 (UTC)', '2026-03-05T11:45:00.000Z'],
      ['Never', 'day_of_month must be a whole number from 1 to 31.', undefined],
    ])
    // More often than was agreed to: nothing runs before a person says so.
    await define('Minutely', { type: 'minutely' })
    await expect.poll(() => core.triggers.list().tools[0]?.state).toBe('changed')
    pass(2 * 60 * 60_000)
    expect(started()).toHaveLength(2)
  })
})

describe('a record', () => {
  const onNote = { schema_name: 'note.v1', tag: 'urgent', description: 'A note' }
  const store = (schema: string, count = 1) =>
    body(
      `for (let n = 0; n < ${count}; n++) await context.api.createBreadcrumb({ schema_name: '${schema}', title: 'x', ` +
        `tags: ['urgent'], context: { n, of: { b: 2, a: 1 } } }); return null`,
    )
  const writes = (schema: string) => ({ permissions: { breadcrumbs: { write: [schema] } } })
  const write = (schema: string, count = 1) => wishing('writer', writes(schema), store(schema, count))
  const call = { chat: null, args: {}, signal: new AbortController().signal, caller: { kind: 'person' } as const }

  it('runs its subscribers once, with the record as their event and no input', async () => {
    const isOf = { path: 'of', op: 'eq', value: { a: 1, b: 2 } }
    const above = { ...onNote, context_match: [{ path: 'n', op: 'gt', value: 0 }, isOf] }
    const { core, switchOn, settled, started, results } = await openBackground(
      [write('note.v1', 2), wishing('reader', { subscriptions: [above, above] }, tellEvent)],
      { decide: async () => ({ decision: 'once', by: 'person' }) },
    )
    await core.triggers.start()
    await switchOn('reader')
    await core.runCall({ ...call, call: 'w', tool: 'writer' })
    await settled(1)
    expect([started(), results()]).toEqual([
      ['reader'],
      [
        expect.objectContaining({
          schema_name: 'note.v1',
          context: { n: 1, of: { a: 1, b: 2 } },
          created_by: 'sample/writer',
        }),
      ],
    ])
  })

  it('starts a chain that ends after five', async () => {
    const { core, switchOn, settled, started } = await openBackground(
      [wishing('writer', { ...writes('note.v1'), subscriptions: [onNote] }, store('note.v1'))],
      { decide: async () => ({ decision: 'once', by: 'person' }) },
    )
    await core.triggers.start()
    await switchOn('writer')
    await core.runCall({ ...call, call: 'w', tool: 'writer' })
    await settled(5)
    expect(started()).toHaveLength(5)
  })

  it('runs only what the queue takes during a flood, and says how many were dropped', async () => {
    const { core, switchOn, settled, tool } = await openBackground(
      [write('note.v1', 60), wishing('reader', { subscriptions: [onNote] })],
      { decide: async () => ({ decision: 'once', by: 'person' }) },
    )
    await core.triggers.start()
    await switchOn('reader')
    await core.runCall({ ...call, call: 'w', tool: 'writer' })
    const dropped = tool('reader')?.dropped ?? 0
    expect(dropped).toBeGreaterThan(20)
    await settled(60 - dropped)
  })

  it('runs its subscribers again when it changes, and not when it is deleted', async () => {
    const change = body(
      `const { id } = await context.api.createBreadcrumb({ schema_name: 'note.v1', tags: ['urgent'], context: { n: 1 } });
      await context.api.updateBreadcrumb(id, 1, { context: { n: 2 } }); await context.api.deleteBreadcrumb(id)`,
    )
    const { core, switchOn, settled, results } = await openBackground(
      [wishing('writer', writes('note.v1'), change), wishing('reader', { subscriptions: [onNote] })],
      { decide: async () => ({ decision: 'once', by: 'person' }) },
    )
    await core.triggers.start()
    await switchOn('reader')
    await core.runCall({ ...call, call: 'w', tool: 'writer' })
    await settled(2)
    expect(results()).toMatchObject([{ context: { n: 1 } }, { context: { n: 2 } }])
  })

  it('ticks for the tool that replaces the scheduler, which is then silent itself', async () => {
    const tick = body(
      `await context.api.createBreadcrumb({ schema_name: 'schedule.tick.v1', tags: ['interval:daily'], context: {} });
      await new Promise((resolve) => setInterval(() => undefined, 1000))`,
    )
    const scheduler = { ...writes('schedule.tick.v1'), bootstrap: { enabled: true, mode: 'continuous' } }
    const { core, switchOn, started, results, pass, tool } = await openBackground([
      ...[wishing('scheduler', scheduler, tick), wishing('reader', { subscriptions: [daily] })],
    ])
    await core.triggers.start()
    await switchOn('reader', 'scheduler')
    await expect.poll(() => results()[1]).toMatchObject({ created_by: 'sample/scheduler' })
    pass(2 * DAY)
    expect([started(), tool('scheduler')?.state]).toEqual([['scheduler', 'reader'], 'running'])
  })

  it('lets a background tool request another one, and that question waits for the person', async () => {
    const wants = { schema_name: 'tool.request.v1', title: '', tags: [], context: { tool: 'other', input: {} } }
    const request = body(`await context.api.createBreadcrumb(${JSON.stringify(wants)}); return null`)
    const { core, switchOn, started, asked, facts } = await openBackground([
      wishing('asking', { ...once(50), permissions: { breadcrumbs: { write: ['tool.request.v1'] } } }, request),
      wishing('other'),
    ])
    await core.triggers.start()
    await switchOn('asking')
    await expect.poll(() => asked.length).toBe(1)
    const waiting = facts.find((fact) => fact.type === 'call.requested' && fact.call === asked[0])
    expect([started(), waiting]).toMatchObject([['asking'], { tool: 'other', caller: { kind: 'tool' } }])
  })

  it('does not tick for a tool that only claims to be a tick', async () => {
    const { core, switchOn, started } = await openBackground(
      [
        wishing('writer', writes('schedule.tick.v1'), store('schedule.tick.v1')),
        wishing('reader', { subscriptions: [{ ...daily, tag: 'urgent' }] }),
      ],
      { decide: async () => ({ decision: 'once', by: 'person' }) },
    )
    await core.triggers.start()
    await switchOn('reader')
    const outcome = await core.runCall({ ...call, call: 'w', tool: 'writer' })
    expect(outcome.succeeded).toBe(true)
    expect(started()).toEqual([])
  })
})
