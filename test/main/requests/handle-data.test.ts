import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FoundPlace, locateHome, namePlace } from '#main/data-folder/home'
import { recoverMove } from '#main/data-folder/recover-move'
import type { WindowPorts } from '#main/electron/window-ports'
import { handlePlace } from '#main/requests/handle-data'
import type { Tick } from '#shared/facts'
import { message, textOf } from '#shared/messages/message'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

async function openPlace({ yes = true, named = false, chosen = 'elsewhere' as string | null } = {}) {
  const desk = makeTempDir()
  const env = { XDG_CONFIG_HOME: join(desk, 'config') }
  const home = join(desk, 'config', 'Skillet')
  mkdirSync(home, { recursive: true })
  const { core } = await openTestCore({
    home,
    decide: (_call, _plan, _verdict, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(null))),
  })
  const said: string[] = []
  const ticks: Tick[] = []
  const ended = Promise.withResolvers<void>()
  const window: Pick<WindowPorts, 'chooseFolder' | 'confirm' | 'explain' | 'openFolder' | 'relaunch' | 'tell'> = {
    chooseFolder: async () => chosen && join(desk, chosen),
    confirm: async ({ message }) => said.push(message) > 0 && yes,
    explain: async ({ detail }) => void said.push(detail),
    openFolder: async (folder) => (said.push(folder) > 0 ? null : message('folder-gone', { folder })),
    tell: (tick) => ticks.push(tick),
    relaunch: ended.resolve,
  }
  const place = named ? namePlace(home) : (locateHome(undefined, env, 'linux') as FoundPlace)
  const handlers = handlePlace(core, window, place)
  return { core, desk, env, home, handlers, window, said, ticks, ended: ended.promise }
}

describe('moving the data from the window', () => {
  it('asks outside the page, reports progress, and restarts over the new folder', async () => {
    const { handlers, said, ticks, ended, desk, env, core, window } = await openPlace()
    expect(await handlers['place.move']({})).toEqual({ ok: true, value: { moving: true } })
    await ended
    const to = join(desk, 'elsewhere')
    expect(said).toEqual([`Move everything to ${to}?`])
    const phases = ticks.flatMap((tick) => (tick.tick === 'moving' ? [tick.phase] : []))
    expect([...new Set(phases)]).toEqual(['preparing', 'copying', 'checking', 'switching', 'done'])
    const place = locateHome(undefined, env, 'linux')
    if (!place.ok) throw new Error(textOf(place.message))
    const again = handlePlace(core, window, { ...place, pointer: await recoverMove(place) })
    const read = await again['place.read']({})
    expect(read).toMatchObject({
      ok: true,
      value: { home: to, isNamed: false, kept: expect.stringContaining('-moved-') },
    })
    expect(await again['place.showKept']({})).toMatchObject({ ok: true })
  })

  it.each([
    ['the person says no', { yes: false }],
    ['they choose no folder', { chosen: null }],
  ])('does nothing where %s', async (_why, how) => {
    const { handlers, core, desk } = await openPlace(how)
    expect(await handlers['place.move']({})).toEqual({ ok: true, value: { moving: false } })
    expect(await core.ledger.verify()).toMatchObject({ ok: true })
    expect(existsSync(join(desk, 'elsewhere'))).toBe(false)
    await core.close()
  })

  it('is refused for an unsuitable folder, and for one named on the command line', async () => {
    const inside = await openPlace({ chosen: 'config/Skillet/in' })
    expect(await inside.handlers['place.move']({})).toMatchObject({ ok: false, error: { code: 'DATA_NOT_MOVED' } })
    expect(inside.said).toEqual([])
    await inside.core.close()
    const named = await openPlace({ named: true })
    expect(await named.handlers['place.move']({})).toMatchObject({
      error: { message: expect.stringContaining('SKILLET_HOME') },
    })
    expect(await named.handlers['place.showKept']({})).toMatchObject({ ok: false })
    await named.core.close()
  })

  it('is refused while something waits or runs', async () => {
    const { core, handlers, said } = await openPlace()
    const stop = new AbortController()
    const done = core.runCall({
      caller: { kind: 'model', from: 'protocol' },
      ...{ chat: null, call: 'waits', tool: 'echo_touch', args: { file: '/tmp/never' }, signal: stop.signal },
    })
    await expect
      .poll(async () => (await core.ledger.read({ types: ['approval.asked'] })).length, { timeout: 20_000 })
      .toBe(1)
    expect(await handlers['place.move']({})).toMatchObject({ error: { message: expect.stringContaining('waiting') } })
    expect(said).toEqual([])
    stop.abort()
    await done
    await core.close()
  })
})
