import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLedger } from '#main/ledger/open-ledger'
import { handleTerminal } from '#main/requests/handle-terminal'
import { openSocket } from '#test/helpers/app-socket'
import { once, openBackground, wishing } from '#test/helpers/background-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli } from '#test/main/cli/run-cli'

it('skillet background says what asks to run by itself, when, and what a stored schedule contains', async () => {
  const cwd = makeTempDir()
  mkdirSync(join(cwd, 'feeds'))
  const daily = { schema_name: 'schedule.tick.v1', tag: 'mine', description: '' }
  const tool = wishing('feed', { ...once(50, ['scheduler']), subscriptions: [daily] })
  writeFileSync(join(cwd, 'feeds', 'feed.tool.json'), JSON.stringify(tool))
  const opened = await openLedger({ home: join(cwd, 'h') })
  if (!opened.ok) throw new Error('no record')
  const interval = { type: 'monthly', time: '14:00', nth_weekday: { nth: 'last', weekday: 'friday' } }
  await opened.ledger.records({
    ...({ do: 'create', by: 'feeds/feed' } as const),
    draft: { schema_name: 'schedule.definition.v1', title: 'Pay', tags: [], context: { interval, labels: ['mine'] } },
  })
  await opened.ledger.close()

  const args = ['background', '--no-bundled', '--skills', join(cwd, 'feeds'), '--home', join(cwd, 'h')]
  const { code, stdout } = await callCli(args, { cwd })
  expect([code, stdout]).toEqual([
    0,
    [
      ...['feed  off  of feeds', '  Once each time Skillet starts, after scheduler'],
      ...['  On the last Friday of every month at 14:00 (UTC)'],
      ...['schedule Pay: On the last Friday of every month at 14:00 (UTC)', '1 background tool, 0 on', ''],
    ].join('\n'),
  ])
  const listed = await callCli(['skills', ...args.slice(1)], { cwd })
  expect(listed.stdout).toContain('feed asks to run by itself: Once each time Skillet starts, after scheduler\n')
})

it.each(['open', 'closed'])(
  'skillet background stop ends what a person agreed to, while the app is %s',
  async (how) => {
    const { core, home, switchOn, tool } = await openBackground([wishing('feed', once(50))])
    await switchOn('feed')
    expect(tool('feed')).toMatchObject({ state: 'on' })
    const dir = core.registry().skills[0]?.dir ?? ''
    const window = { confirm: async () => false, chooseTarget: async () => null }
    if (how === 'open') await openSocket(core, undefined, handleTerminal(core, window))
    else await core.close()
    const stop = (name: string) =>
      callCli(['background', 'stop', name, '--no-bundled', '--skills', dir, '--home', home, '--json'], { cwd: home })
    const stopped = await stop('feed')
    expect([stopped.code, JSON.parse(stopped.stdout)]).toMatchObject([
      0,
      { skill: 'sample', tool: 'feed', state: 'off' },
    ])
    if (how === 'open') expect(tool('feed')).toMatchObject({ state: 'off' })
    expect(await stop('sample/feed')).toMatchObject({ code: 0 })
    expect(await stop('other')).toMatchObject({ code: 2 })
  },
)
