import { appendFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { PAGE } from '#test/helpers/function-skill'
import { makeTempDir } from '#test/helpers/temp-dir'
import { writeSkill } from '#test/main/skills/write-skill'
import { setUpApp } from './set-up.ts'
import { answerDialogs, chooseFile, install, openSkill, PATIENCE, trust, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()

const PARAMS = `params: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }`
const source = join(newHome(), 'demo')
writeSkill(
  {
    'SKILL.md': PAGE,
    'shout.skill.js': `export const frontmatter = {
  description: 'Say it loudly.',
  metadata: { polite: { word: 'please' }, ${PARAMS} },
}
export default async (ctx, { text }) => ({ text: text.toUpperCase() })
`,
    'polite.skill.js': `export const frontmatter = { metadata: { role: 'middleware' } }
export default async (ctx, { word }) => ({ text: (await ctx.next()).text + ', ' + word })
`,
    'mood.skill.md':
      '---\nname: mood\ndescription: Judge a mood.\nallowed-tools: shout\nmetadata:\n  params:\n    type: object\n    properties: { text: { type: string } }\n---\nShout the text, then say whether that was rude.\n',
    'handle.skill.md': '---\nname: handle\ndescription: Handle it.\nmetadata:\n  delegate: ./lib/handler.js\n---\n',
    'lib/handler.js': 'export default async () => "handled"\n',
  },
  source,
)

const row = (tool: string) => open.page.getByRole('article', { name: `Tool call ${tool}` })
const card = (tool: string) => open.page.getByRole('group', { name: `Approve ${tool}` })
const picture = (name: string) => open.page.screenshot({ path: `/tmp/skill-interface-${name}.png` })

beforeAll(async () => {
  rmSync(join(source, 'tools.json'))
  await start(home)
  await answerDialogs(open, 1)
  await install(open, source, 'demo')
  await trust(open, 'demo')
})

describe('a skill of functions and prompts', () => {
  it('shows the code of each function in its review, and runs none before its scripts are allowed', async () => {
    const { page } = open
    await picture('sheet')
    const scripts = page.getByRole('switch', { name: 'Allow scripts for demo' })
    expect(await scripts.isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Show contents' }).click()
    const review = page.getByRole('article', { name: 'Review of demo' })
    await expect.poll(() => review.innerText(), PATIENCE).toContain('text.toUpperCase()')
    expect(await review.innerText()).toContain('"handled"')
    await picture('review')
    await openSkill(open, 'demo')
    await scripts.click()
    await expect.poll(() => scripts.isChecked()).toBe(true)
  })

  it('names every layer of a function on the card, and runs them all', async () => {
    ollama.enqueue(callTool('shout', { text: 'come in' }), say('Shouted.'))
    await write(open, 'Call them in')
    await card('shout').waitFor()
    const details = card('shout').getByRole('region', { name: 'Details' })
    if (!(await details.isVisible())) await card('shout').getByText('Details', { exact: true }).click()
    const words = await card('shout').innerText()
    for (const each of [
      /1\. polite: .*polite\.skill\.js/,
      /2\. shout: .*shout\.skill\.js/,
      /polite = \{"word":"please"\} \(shout\.skill\.js\)/,
    ]) {
      expect(words).toMatch(each)
    }
    await picture('chain')
    // Nothing can be approved whose beginning was not seen.
    await card('shout').getByRole('heading').first().scrollIntoViewIfNeeded()
    const run = card('shout').getByRole('button', { name: /^Run once/ })
    await run.scrollIntoViewIfNeeded()
    await run.click()
    await open.page.getByText('Shouted.').waitFor()
    await row('shout').getByRole('button', { name: /^Ran/ }).click()
    await row('shout').getByText('COME IN, please').waitFor()
  })

  it('shows a prompt as a turn inside its card, with the denied call in it', async () => {
    const { page } = open
    ollama.enqueue(
      callTool('mood', { text: 'go away' }),
      callTool('shout', { text: 'go away' }),
      say('It was rude.'),
      say('Rude.'),
    )
    await write(open, 'What is the mood of this?')
    await card('shout')
      .getByRole('button', { name: /^Deny(?! with)/ })
      .first()
      .click()
    await page.getByText('Rude.', { exact: true }).waitFor()
    const mood = row('mood').first()
    const toggle = mood.getByRole('button', { name: /mood/ }).first()
    if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
    await mood.getByText('It was rude.').first().waitFor()
    await expect
      .poll(() => mood.getByRole('article', { name: 'Tool call shout' }).innerText(), PATIENCE)
      .toMatch(/Denied/)
    await picture('denied')
    await mood.getByRole('button', { name: 'Inspect mood' }).click()
    const inner = page.getByRole('region', { name: 'Calls inside' })
    await picture('inspector')
    await inner.getByRole('button', { name: /Denied shout/ }).click()
    await page.getByRole('heading', { name: 'shout', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close the inspector' }).click()
    await page.setViewportSize({ width: 400, height: 800 })
    await picture('denied-narrow')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture('denied-dark')
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('is exported as a folder for other agents', async () => {
    const into = makeTempDir()
    await openSkill(open, 'demo')
    await chooseFile(open, into)
    await open.page.getByRole('button', { name: 'Export' }).click()
    await open.page.getByText(/demo exported/).waitFor()
    await picture('exported')
    expect(existsSync(join(into, 'demo/SKILL.md'))).toBe(true)
    await open.page.getByRole('button', { name: 'Dismiss' }).click()
  })

  it('is withdrawn when the file that a delegate names changes, and says so', async () => {
    const { page } = open
    appendFileSync(join(home, 'skills/demo/lib/handler.js'), '// changed\n')
    ollama.enqueue(callTool('handle', {}), say('It is gone.'))
    await write(open, 'Handle it')
    await page.getByText('It is gone.').waitFor()
    expect(await row('handle').innerText()).toContain('Not run')
    await page.getByText('demo changed on disk. Its tools are off until you review it.').waitFor()
    await openSkill(open, 'demo')
    await picture('changed')
    await page.getByRole('button', { name: 'Review demo' }).click()
    const review = page.getByRole('article', { name: 'Review of demo' })
    await expect.poll(() => review.innerText(), PATIENCE).toContain('// changed')
    await picture('changed-review')
  })
})
