import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Requests } from '#main/requests/requests'
import type { WindowApi } from '#shared/requests/window-requests'
import { launchApp, makeHome, type OpenApp } from '#test/e2e/launch'
import { answerDialogs, go, install, openSkill, trust, write } from '#test/e2e/steps'
import { writeSkill } from '#test/main/skills/write-skill'
import { host, isOurs } from './real-server.ts'

/** A model without tool calls: the app has it choose, and fill in. */
const MODEL = 'smollm2'
const REQUEST = 'Greet Anna with a greeting card'

const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'greet',
      description: 'Greet a person by name with a greeting card.',
      parameters: { type: 'object', properties: { name: { type: 'string', maxLength: 20 } }, required: ['name'] },
    },
  ],
  allowlist: { echo: [''] },
  execution: [
    {
      ...{ tool: 'greet', binary: 'echo', subcommand: '' },
      args: [{ param: 'name', resolveCommand: { script: 'shout', args: ['$param'] } }],
    },
  ],
})

/** A hundred tools are minutes of reading for two cores: what is chosen from here is one, or an answer in words. */
async function switchOffBundled(): Promise<void> {
  const { skillet } = window as unknown as { skillet: WindowApi<Requests> }
  const listed = await skillet.call('skill.list', {})
  for (const { name, origin } of listed.ok ? listed.value.skills : []) {
    if (origin === 'bundled') await skillet.call('skill.switch', { skill: name, enabled: false })
  }
}

const hasWindow = Boolean(process.env.SKILLET_ELECTRON)

describe.skipIf(!isOurs || !hasWindow)('the window with a real model', () => {
  let open: OpenApp
  const { home, remove } = makeHome()
  const place = makeHome()
  const source = join(place.home, 'cards')

  beforeAll(async () => {
    writeSkill(
      {
        'SKILL.md': '---\nname: cards\ndescription: Writes greeting cards.\n---\n# Cards\nGreets people by name.\n',
        'tools.json': TOOLS,
        'scripts/shout.sh': 'printf "%s" "$1" | tr a-z A-Z\n',
      },
      source,
    )
    open = await launchApp(home, { host })
    await answerDialogs(open, 1)
    await open.page.evaluate(switchOffBundled)
  })
  afterAll(async () => {
    await open.close()
    remove()
    place.remove()
  })

  it('installs a skill, which is reviewed and trusted', async () => {
    await install(open, source, 'cards')
    await trust(open, 'cards')
  })

  it('lets the model choose the tool, asks, runs it once, and lets the model continue with its output', async () => {
    await choose(MODEL)
    await write(open, REQUEST)
    const command = await approve()
    expect(command).toMatch(/^echo \S/)
    const card = open.page.getByRole('article', { name: 'Tool call greet' })
    await card.getByRole('button', { name: /^Ran/ }).click()
    await card.locator('.stream').getByText(/\w/).first().waitFor()
    const conversation = open.page.getByRole('region', { name: 'Conversation' })
    // It read the output: now it answers, or would like to see more.
    await expect.poll(() => conversation.innerText(), WAIT).toMatch(GOES_ON)
    await rest()
  })

  it('records it in Activity', async () => {
    await go(open, 'Activity')
    const commands = open.page.getByRole('region', { name: 'Recorded commands' })
    await expect.poll(() => commands.innerText()).toMatch(/cards\s+echo .*exit 0\s+you/s)
  })

  it('runs the skill’s script while it is allowed, and not after it was switched off', async () => {
    await switchScripts(true)
    await write(open, REQUEST)
    const loud = await approve()
    expect(loud).toMatch(/^echo [^a-z]+$/)
    await rest()
    await switchScripts(false)
    await write(open, REQUEST)
    expect(await approve()).toMatch(/^echo .*[a-z]/)
    await rest()
  })

  it('no longer offers the tool after one byte of the skill changed', async () => {
    await go(open, 'Skills')
    appendFileSync(join(home, 'skills', 'cards', 'SKILL.md'), '!')
    await open.page.getByRole('region', { name: 'Changed since you trusted them' }).waitFor()
    await write(open, REQUEST)
    const conversation = open.page.getByRole('region', { name: 'Conversation' })
    await expect.poll(() => conversation.innerText(), WAIT).toMatch(GOES_ON)
    expect(await open.page.getByRole('article', { name: 'Tool call greet' }).count()).toBe(0)
    await rest()
  })

  async function choose(model: string): Promise<void> {
    await go(open, 'Models')
    const radio = (name: string) => open.page.getByRole('radio', { name: new RegExp(`^${name}(:latest)? `) })
    // What is in use because nothing was chosen looks chosen, and would be left as it is.
    for (const name of ['smollm2-json', model]) {
      await radio(name).click()
      await expect.poll(() => radio(name).isChecked()).toBe(true)
    }
  }

  /** The command that was asked about, once it ran. */
  async function approve(): Promise<string> {
    const approval = open.page.getByRole('group', { name: 'Approve greet' })
    await approval.waitFor({ timeout: WAIT.timeout })
    const command = await approval.locator('.command').first().innerText()
    await approval.getByRole('button', { name: 'Run once' }).click()
    await open.page
      .getByRole('article', { name: 'Tool call greet' })
      .getByRole('button', { name: /^Ran/ })
      .waitFor({ timeout: WAIT.timeout })
    return command
  }

  /** A small model may go on for minutes. */
  async function rest(): Promise<void> {
    const { page } = open
    const stop = page.getByRole('button', { name: 'Stop' })
    if (await stop.isVisible()) await stop.click()
    await page.getByRole('button', { name: 'Send' }).waitFor()
  }

  async function switchScripts(on: boolean): Promise<void> {
    await openSkill(open, 'cards')
    const scripts = open.page.getByRole('switch', { name: 'Allow scripts for cards' })
    await scripts.click()
    await expect.poll(() => scripts.isChecked()).toBe(on)
  }
})

/** It writes, for as long as it likes, or asks for a command. */
const GOES_ON = /Model:|asks to run/

const WAIT = { timeout: 240_000, interval: 200 }
