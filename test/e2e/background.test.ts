import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { body, makeToolCode } from '#test/helpers/tool-code'
import { setUpApp } from './set-up.ts'
import { answerDialogs, dialogs, drop, go, openSkill, PATIENCE, trust } from './steps.ts'

const { open, start, newHome } = setUpApp('file')
const home = newHome()

beforeAll(async () => {
  await start(home)
})

const page = () => open.page
const listed = () => page().getByRole('region', { name: 'Background tools' })
const ran = () => page().getByRole('region', { name: 'Recent background runs' })
const toggle = () => page().getByRole('switch', { name: 'Run watcher in the background' })

describe('a tool that asks to run by itself', () => {
  it('is nowhere before there is one', async () => {
    await go(open, 'Background')
    await page().getByText('Nothing runs by itself').waitFor()
    await page().screenshot({ path: '/tmp/background-empty.png' })
  })

  it('is dropped, reviewed, and off until the person says yes in a dialog of the system', async () => {
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
    for (const said of ['watcher', 'Every day at 09:00', 'At most 120 runs an hour', 'api.example.com', 'often']) {
      expect(asked).toContain(said)
    }
  })

  it('runs once it is switched on, and its run is on record', async () => {
    await answerDialogs(open, 1)
    await toggle().click()
    await listed().getByText('Running since').waitFor()
    await expect.poll(() => ran().textContent(), PATIENCE).toContain('watcher')
    await page().screenshot({ path: '/tmp/background-light.png' })
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

  it('starts again with Skillet, and ends with its rule', async () => {
    await open.close()
    await start(home)
    await go(open, 'Background')
    await listed().getByText('Running since').waitFor()
    await page().evaluate(() => window.skillet?.call('setting.change', { name: 'theme', value: 'dark' }))
    await page().screenshot({ path: '/tmp/background-dark.png' })
    await open.page.setViewportSize({ width: 400, height: 800 })
    await page().screenshot({ path: '/tmp/background-narrow.png' })
    await open.page.setViewportSize({ width: 1000, height: 700 })
    await toggle().click()
    await expect.poll(() => listed().textContent(), PATIENCE).toContain('Off')
    expect(await toggle().isChecked()).toBe(false)
  })
})
