import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { example, makeProject } from '#test/helpers/rye-project'
import { setUpApp } from './set-up.ts'
import { answerDialogs, chooseFile, dialogs, go, openSkill, PATIENCE, send, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()
const source = join(newHome(), 'garden')
const TABLE = `
__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "python/function"
__category__ = ""
__tool_description__ = "List the plants"
__requires__ = ["fs.read"]
CONFIG_SCHEMA = {"type": "object", "properties": {}}
def execute(params, project_path):
    return {"success": True, "data": [{"plant": "oak", "litres": 40}, {"plant": "fern", "litres": 2}]}
`

beforeAll(async () => {
  makeProject({ 'tools/utility/hello_world.py': example('001', 25), 'tools/plants.py': TABLE }, source)
  await start(home)
  await answerDialogs(open, 1)
})

describe('a project with tools of its own', () => {
  it('is proposed to a chat that works in its folder', async () => {
    const { page } = open
    await chooseFile(open, source)
    await page.getByRole('button', { name: /Choose another folder$/ }).click()
    await page.getByText('This folder has tools of its own.').waitFor()
    await page.screenshot({ path: join(process.env.SHOT_FOLDER ?? newHome(), 'proposed.png') })
    await page.getByRole('button', { name: 'Review them' }).click()
    await page.getByRole('button', { name: 'Install and review' }).click()
  })

  it('waits for its review after installation, with its signatures and its code', async () => {
    const review = open.page.getByRole('article', { name: 'Review of garden' })
    const text = await review.innerText()
    expect(text).toContain('utility_hello_world')
    expect(text).toContain('Not signed')
    expect(text).toContain('A greeting message')
    const trust = review.getByRole('button', { name: 'Trust garden' })
    await review.locator('.review-end').scrollIntoViewIfNeeded()
    await expect.poll(() => trust.isEnabled()).toBe(true)
    await trust.click()
    await open.page.getByRole('switch', { name: 'Enable garden' }).waitFor()
  })

  it('runs no code before a person allows it in a dialog that shows it', async () => {
    const { page } = open
    await openSkill(open, 'garden')
    const scripts = page.getByRole('switch', { name: 'Allow scripts for garden' })
    expect(await scripts.isChecked()).toBe(false)
    await answerDialogs(open, 1)
    await scripts.click()
    await expect.poll(() => scripts.isChecked(), PATIENCE).toBe(true)
    expect((await dialogs(open))[0]).toContain('A greeting message')
  })

  it('runs once it is approved, and its result is drawn', async () => {
    const { page } = open
    await page.getByRole('region', { name: 'Today' }).getByRole('button', { name: 'New chat' }).click()
    await run('plants', {}, 'Which plants are there?')
    const card = page.getByRole('article', { name: 'Tool call plants' })
    await card.getByRole('button', { name: /^Ran/ }).click()
    const result = card.getByRole('region', { name: 'Result of plants' })
    await expect.poll(() => result.getByRole('columnheader').allInnerTexts()).toEqual(['plant', 'litres'])
    expect(await result.getByRole('row').count()).toBe(3)
    await page.screenshot({ path: join(process.env.SHOT_FOLDER ?? newHome(), 'result.png') })
  })

  it('shows on its page what each tool says about itself', async () => {
    await openSkill(open, 'garden')
    await open.page.getByText('About this tool').first().click()
    expect(await open.page.getByText('utility/hello_world', { exact: true }).count()).toBeGreaterThan(0)
    await open.page.screenshot({ path: join(process.env.SHOT_FOLDER ?? newHome(), 'sheet.png') })
  })

  it('is withdrawn after one changed byte', async () => {
    const { page } = open
    appendFileSync(join(home, 'skills', 'garden', '.ai', 'tools', 'utility', 'hello_world.py'), '#')
    await go(open, 'Skills')
    await page.getByRole('region', { name: 'Changed since you trusted them' }).waitFor()
    ollama.enqueue(callTool('utility_hello_world', { name: 'A' }), say('It is gone.'))
    await write(open, 'Greet me')
    await page.getByText('It is gone.').waitFor()
    const card = page.getByRole('article', { name: 'Tool call utility_hello_world' })
    expect(await card.last().innerText()).toContain('Not run')
  })

  it('has a section in Settings for the trusted keys', async () => {
    const { page } = open
    await go(open, 'Settings')
    const keys = page.getByRole('region', { name: 'Trusted keys' })
    await keys.getByText('No keys yet.').waitFor()
    await answerDialogs(open, 1)
    const pem =
      '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAUbAHc8d2KetZE2I9eb+VaUpTLkNsDJtFaAsY0nTEm7I=\n-----END PUBLIC KEY-----\n'
    await keys.getByRole('textbox', { name: 'Public key' }).fill(pem)
    await keys.getByRole('button', { name: 'Trust this key' }).click()
    await keys.getByText('6ea18199041a1ea8').waitFor()
    await page.screenshot({ path: join(process.env.SHOT_FOLDER ?? newHome(), 'keys.png') })
    await keys.getByRole('button', { name: 'Remove the key 6ea18199041a1ea8' }).click()
    await keys.getByText('No keys yet.').waitFor()
  })
})

async function run(tool: string, args: Record<string, string>, words: string): Promise<void> {
  const { page } = open
  ollama.enqueue(callTool(tool, args), say(`Done: ${words}`))
  await send(open, words)
  await page
    .getByRole('group', { name: `Approve ${tool}` })
    .getByRole('button', { name: 'Run once' })
    .click()
  await page.getByText(`Done: ${words}`).waitFor()
}
