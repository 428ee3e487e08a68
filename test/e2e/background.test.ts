import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLedger } from '#main/ledger/open-ledger'
import type { JsonObject } from '#shared/json'
import { makeTempDir } from '#test/helpers/temp-dir'
import { body, makeToolCode } from '#test/helpers/tool-code'
import { setUpApp } from './set-up.ts'
import { answerDialogs, dialogs, drop, go, openSkill, PATIENCE, trust } from './steps.ts'

const { open, start, newHome } = setUpApp('file')
const home = newHome()

beforeAll(async () => {
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error('no record')
  const define = (title: string, interval: JsonObject) =>
    opened.ledger.records({
      ...({ do: 'create', by: 'toolbox/planner' } as const),
      draft: { schema_name: 'schedule.definition.v1', title, tags: [], context: { interval, labels: ['pay'] } },
    })
  await define('Pay day', { type: 'monthly', time: '14:00', nth_weekday: { nth: 'last', weekday: 'friday' } })
  await define('Never', { type: 'monthly', time: '14:00', day_of_month: 32 })
  await opened.ledger.close()
  await start(home)
})

const page = () => open.page
const listed = () => page().getByRole('region', { name: 'All background runs' })
const ran = () => page().getByRole('region', { name: 'Recent background runs' })
const toggle = () => page().getByRole('switch', { name: 'Run watcher in the background' })

describe('a tool that asks to run by itself', () => {
  it('has no page and no tray entry before there is such a tool', async () => {
    await go(open, 'Background')
    await page().getByText('Nothing runs by itself').waitFor()
  })

  it('is dropped, reviewed, and stays off until the person says yes in a system dialog', async () => {
    const source = body('await new Promise((resolve) => setInterval(() => undefined, 1000))')
    const tool = makeToolCode(source, {
      ...{ name: 'watcher', permissions: { network: ['api.example.com'] } },
      bootstrap: { enabled: true, mode: 'continuous', priority: 80, input: { often: true } },
      subscriptions: [{ schema_name: 'schedule.tick.v1', tag: 'interval:daily', description: 'Every day' }],
    })
    const file = join(makeTempDir(), 'watcher.tool.json')
    writeFileSync(file, JSON.stringify(tool))
    await drop(open, file, page().getByRole('button', { name: 'Install and review' }))
    await page().getByRole('button', { name: 'Install and review' }).click()
    await page().getByText('Asks to run by itself: Keeps running while Skillet is open').waitFor()
    await answerDialogs(open, 1)
    await trust(open, 'watcher')
    await openSkill(open, 'watcher')
    await page().getByRole('switch', { name: 'Allow scripts for watcher' }).click()
    await expect.poll(() => page().getByRole('switch', { name: 'Allow scripts for watcher' }).isChecked()).toBe(true)

    await go(open, 'Background')
    await listed().getByText('Keeps running while Skillet is open').waitFor()
    await answerDialogs(open, 0)
    await toggle().click()
    await expect.poll(async () => (await dialogs(open)).length, PATIENCE).toBe(1)
    expect(await toggle().isChecked()).toBe(false)
    const [asked = ''] = await dialogs(open)
    for (const said of [
      'watcher',
      'It starts right away',
      'Every day at 09:00',
      'At most 120 runs an hour',
      'api.example.com',
      'often',
    ]) {
      expect(asked).toContain(said)
    }
  })

  it('runs after it is switched on, and its run is on record', async () => {
    await answerDialogs(open, 1)
    await toggle().click()
    await listed().getByText('Running since').waitFor()
    await expect.poll(() => ran().textContent(), PATIENCE).toContain('watcher')
  })

  it('is paused and stopped from the page', async () => {
    await page().getByRole('button', { name: 'Pause all' }).click()
    await page().getByText('Paused: nothing runs by itself.').waitFor()
    await expect.poll(() => listed().textContent(), PATIENCE).not.toContain('Running since')
    await page().getByRole('button', { name: 'Resume all' }).click()
    await listed().getByText('Running since').waitFor()
    await page().getByRole('button', { name: 'Stop watcher' }).click()
    await listed().getByText('Stopped', { exact: false }).waitFor()
    await page().getByRole('button', { name: 'Start watcher' }).click()
    await listed().getByText('Running since').waitFor()
  })

  it('starts again with Skillet, and stops when its rule is gone', async () => {
    await open.close()
    await start(home)
    await go(open, 'Background')
    await listed().getByText('Running since').waitFor()
    await toggle().click()
    await expect.poll(() => listed().textContent(), PATIENCE).toContain('Off')
    expect(await toggle().isChecked()).toBe(false)
  })

  it('is listed next to its schedules, even those that never come, and in a narrow window', async () => {
    await page().evaluate(() => window.skillet?.call('setting.change', { name: 'theme', value: 'dark' }))
    await open.page.setViewportSize({ width: 400, height: 800 })
    const schedules = page().getByRole('region', { name: 'Schedules' })
    await schedules.getByText('On the last Friday of every month at 14:00 (UTC)').waitFor()
    await schedules.getByText('day_of_month must be a whole number from 1 to 31.').waitFor()
    const isCut = await page().evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isCut).toBe(false)
  })
})
