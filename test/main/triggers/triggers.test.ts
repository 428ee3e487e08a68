import { describe, expect, it } from 'vitest'
import { writeConfig } from '#main/calls/tool-config'
import { keepOn, once, openBackground, wishing } from '#test/helpers/background-core'
import { body } from '#test/helpers/tool-code'

const fails = body('throw new Error("no")')
const DAY = 86_400_000

describe('the start', () => {
  it('runs nothing that nobody switched on', async () => {
    const { core, settled, started, tool, dialogs, decline, switchOn } = await openBackground([wishing('a', once(50))])
    await core.triggers.start()
    decline()
    await switchOn('a')
    expect(dialogs).toHaveLength(1)
    await settled(0)
    expect([started(), tool('a')?.state]).toEqual([[], 'off'])
  })

  it('TC-20 runs by priority', async () => {
    const priorities = [wishing('a', once(10)), wishing('b', once(100)), wishing('c', once(50))]
    const { core, settled, switchOn, started } = await openBackground(priorities)
    await switchOn('a', 'b', 'c')
    await core.triggers.start()
    await settled(3)
    expect(started()).toEqual(['b', 'c', 'a'])
  })

  it('TC-21 runs a dependency first', async () => {
    const { core, settled, switchOn, started } = await openBackground([
      ...[wishing('A', once(100, ['B'])), wishing('B', once(50))],
    ])
    await switchOn('A', 'B')
    await core.triggers.start()
    await settled(2)
    expect(started()).toEqual(['B', 'A'])
  })

  it('TC-22 skips what waits for something that failed, is missing or waits for it, and says so', async () => {
    const { core, settled, switchOn, started, tool, why } = await openBackground([
      wishing('failing', once(50), fails),
      wishing('after', once(100, ['failing'])),
      ...[wishing('round', once(50, ['trip'])), wishing('trip', once(50, ['round']))],
      ...[wishing('alone', once(50, ['off'])), wishing('off', once(50))],
    ])
    await switchOn('failing', 'after', 'round', 'trip', 'alone')
    await core.triggers.start()
    await settled(1)
    expect(started()).toEqual(['failing'])
    await expect.poll(() => tool('trip')?.state).toBe('skipped')
    expect(why('after')).toMatch(/waits for failing, which did not start/)
    expect(why('round')).toMatch(/wait for each other: round, trip/)
    expect(why('alone')).toMatch(/waits for off, which nobody switched on/)
  })

  it('TC-23 continues after a tool that keeps running has started', async () => {
    const { core, switchOn, started, tool, results } = await openBackground([
      wishing('after', once(100, ['keeper'])),
      wishing('keeper', { bootstrap: { enabled: true, mode: 'continuous', priority: 10 } }, keepOn),
    ])
    await switchOn('after', 'keeper')
    await core.triggers.start()
    await expect.poll(() => results()[1], { timeout: 10_000 }).toMatchObject({ schema_name: 'system.startup.v1' })
    expect([started(), tool('keeper')?.state]).toEqual([['keeper', 'after'], 'running'])
  })

  it('TC-23 takes its own scheduler for the awaited one', async () => {
    const { core, settled, switchOn, started } = await openBackground([wishing('after', once(100, ['scheduler']))])
    await switchOn('after')
    await core.triggers.start()
    await settled(1)
    expect(started()).toEqual(['after'])
  })

  it('TC-24 tells the tool that it is the start, and gives it its input', async () => {
    const source = body('return { input, event: context.request.trigger_event }')
    const { core, settled, switchOn, results } = await openBackground([
      wishing('a', once(50, [], { input: { force_refresh: false } }), source),
    ])
    await switchOn('a')
    await core.triggers.start()
    await settled(1)
    expect(results()).toEqual([
      {
        input: { force_refresh: false },
        event: { schema_name: 'system.startup.v1', timestamp: '2026-03-05T10:30:00.000Z' },
      },
    ])
  })

  it('runs with the person’s settings, and no longer after they changed', async () => {
    const source = body('return (await context.api.getBreadcrumb(input.config_id)).context.config')
    const form = {
      configurable: true,
      config_fields: [{ key: 'city', label: 'City', type: 'string', ui_type: 'text' }],
    }
    const permissions = { breadcrumbs: { read: ['tool.config.v1'] } }
    const { core, settled, switchOn, results, tool } = await openBackground([
      wishing('a', { ...once(50), ui_schema: form, permissions }, source),
    ])
    const setUp = (city: string) => writeConfig(core.ledger.records, 'sample/a', { city })
    await setUp('Oslo')
    await core.triggers.start()
    await switchOn('a')
    await settled(1)
    expect([results(), tool('a')?.state]).toEqual([[{ city: 'Oslo' }], 'on'])
    await setUp('Rome')
    await expect.poll(() => tool('a')?.state).toBe('changed')
  })

  it('refuses to run a tool with an input that its schema refuses', async () => {
    const needs = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
    const { switchOn, dialogs } = await openBackground([wishing('a', { ...once(50), input_schema: needs })])
    await expect(switchOn('a')).rejects.toThrow(/n/)
    expect(dialogs).toEqual([])
  })
})

describe('a tool that keeps running', () => {
  const keeper = (source: string) => wishing('keeper', { bootstrap: { enabled: true, mode: 'continuous' } }, source)

  it('starts when it is switched on, and ends when it is stopped, paused or switched off', async () => {
    const { core, switchOn, tool, requests } = await openBackground([keeper(keepOn)])
    const state = () => tool('keeper')?.state
    const named = { skill: 'sample', tool: 'keeper' }
    const pause = (value: 'on' | 'paused') =>
      core.publish({ type: 'setting.changed', chat: null, name: 'background', value })
    await core.triggers.start()
    await switchOn('keeper')
    await expect.poll(state).toBe('running')
    await requests['background.run']({ ...named, isWanted: false })
    await expect.poll(state).toBe('stopped')
    await requests['background.run']({ ...named, isWanted: true })
    await expect.poll(state).toBe('running')
    await pause('paused')
    await expect.poll(state).toBe('on')
    await pause('on')
    await expect.poll(state).toBe('running')
    await requests['background.switch']({ ...named, enabled: false })
    await expect.poll(state).toBe('off')
    expect(core.isBusy()).toBe(false)
  })

  it('is restarted after ever longer waits when it ends by itself, and given up after five times', async () => {
    const { core, switchOn, settled, tool, why, pass, started } = await openBackground([keeper(fails)])
    await core.triggers.start()
    await switchOn('keeper')
    await settled(1)
    for (const [index, seconds] of [10, 20, 40, 80, 160].entries()) {
      await settled(index + 1)
      pass((seconds - 1) * 1000)
      expect(started()).toHaveLength(index + 1)
      pass(1000)
      await settled(index + 2)
    }
    await expect.poll(() => tool('keeper')?.state).toBe('stopped')
    expect(why('keeper')).toMatch(/5 times in a row/)
    pass(DAY)
    expect(started()).toHaveLength(6)
  })
})
