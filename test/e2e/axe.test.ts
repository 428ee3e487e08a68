import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { root } from '#test/helpers/root'
import { SKILLS, setUpApp } from './set-up.ts'
import { install, openSkill, send } from './steps.ts'

const AXE = readFileSync(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']

const { ollama, open, start, newHome } = setUpApp('file')

beforeAll(async () => {
  await start(newHome(), [SKILLS])
  const sample = join(newHome(), 'sample')
  mkdirSync(join(sample, 'scripts'), { recursive: true })
  writeFileSync(join(sample, 'SKILL.md'), '---\nname: sample\ndescription: A sample.\n---\n<!-- hidden -->\nRead me.\n')
  writeFileSync(join(sample, 'scripts', 'run.sh'), '#!/bin/sh\necho hello\n')
  await install(open, sample, 'sample')
  await go('New chat')
  ollama.enqueue(
    callTool('system_memory', {}),
    say('There is **enough**:\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\n```sh\ndf -h\n```'),
  )
  await send(open, 'Is there memory?')
  const approval = open.page.getByRole('group', { name: 'Approve system_memory' })
  await approval.getByRole('button', { name: 'Run once' }).click()
  await open.page.getByText('enough').first().waitFor()
  ollama.enqueue(callTool('patience_follow', { file: '/dev/null' }))
  await send(open, 'Follow the file')
  await open.page.getByRole('group', { name: 'Approve patience_follow' }).waitFor()
})

const press = (key: string) => open.page.keyboard.press(key)
const go = (name: string) => open.page.getByRole('button', { name, exact: true }).first().click()
const showing = (name: string) => open.page.getByRole('region', { name, exact: true }).waitFor()

const overlay = (keys: string) => ({
  show: () => press(keys).then(() => open.page.getByRole('dialog').waitFor()),
  leave: () => press('Escape'),
})

/** How to come to each screen, and how to leave it. */
const SCREENS: Record<string, { show: () => Promise<unknown>; leave?: () => Promise<unknown> }> = {
  'a chat with a question': {
    show: async () => {
      await open.page.locator('.sidebar').getByText('Is there memory?').click()
      const run = open.page
        .getByRole('group', { name: 'Approve patience_follow' })
        .getByRole('button', { name: 'Run once' })
      // It is armed a moment after it is shown.
      await expect.poll(() => run.isEnabled(), { timeout: 20_000 }).toBe(true)
    },
  },
  inspector: {
    show: async () => {
      if ((await open.page.getByRole('complementary', { name: 'Inspector' }).count()) === 0)
        await press('Control+Alt+b')
      await open.page.getByLabel('Inspector').first().waitFor()
    },
    leave: () => press('Control+Alt+b'),
  },
  palette: overlay('Control+k'),
  shortcuts: overlay('Control+/'),
  search: overlay('Control+Shift+f'),
  skills: { show: () => go('Skills') },
  'the sheet of a skill': {
    show: () => open.page.locator('.page button').filter({ hasText: 'system' }).first().click(),
  },
  review: {
    show: async () => {
      await openSkill(open, 'sample')
      await open.page.getByRole('button', { name: 'Review sample' }).click()
      await open.page.getByRole('article', { name: 'Review of sample' }).waitFor()
    },
  },
  activity: { show: () => go('Activity').then(() => showing('Activity')) },
  background: { show: () => go('Background').then(() => showing('Background')) },
  models: { show: () => go('Models').then(() => showing('Models')) },
  settings: { show: () => go('Settings').then(() => showing('Settings')) },
  'a new chat': { show: () => go('New chat') },
}

describe.each(['light', 'dark'])('every screen of the app, %s,', (theme) => {
  it.each(Object.keys(SCREENS))('passes axe: %s', async (name) => {
    await open.page.evaluate((value) => window.skillet?.call('setting.change', { name: 'theme', value }), theme)
    await expect
      .poll(() => open.page.evaluate(() => document.documentElement.dataset.theme), { timeout: 20_000 })
      .toBe(theme)
    await SCREENS[name]?.show()
    await open.page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => requestAnimationFrame(drawn))
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
    })
    expect(await findViolations()).toEqual([])
    await SCREENS[name]?.leave?.()
  })
})

async function findViolations(): Promise<string[]> {
  await open.page.evaluate(AXE)
  return open.page.evaluate(async (runOnly) => {
    interface Found {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    const { axe } = window as unknown as { axe: { run(where: object, options: object): Promise<Found> } }
    // What a model wrote has the headings it has.
    const { violations } = await axe.run({ exclude: [['.markdown h2'], ['.markdown h3']] }, { runOnly })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }, RULES)
}
