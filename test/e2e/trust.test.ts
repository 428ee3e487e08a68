import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { describeTool, PAGE, writeSkill } from '#test/main/skills/write-skill'
import { setUpApp } from './set-up.ts'
import { answerDialogs, dialogs, go, install, openSkill, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()
const source = join(newHome(), 'sample')

beforeAll(async () => {
  writeSkill(
    {
      'SKILL.md': `${PAGE}${'A line that the model reads.\n\n'.repeat(200)}`,
      'tools.json': describeTool('say', 'shout').replace('"script":"shout"', '"script":"shout","args":["$param"]'),
      'scripts/shout.sh': 'printf "%s" "$1" | tr a-z A-Z\n',
    },
    source,
  )
  await start(home)
  await answerDialogs(open, 1)
})

describe('a skill, from its folder to a withdrawn tool', () => {
  it('waits in quarantine after installation, and its tools are not offered', async () => {
    const { page } = open
    await install(open, source, 'sample')
    expect(await page.getByRole('region', { name: 'Waiting for your review' }).innerText()).toContain('sample')
    expect(await page.getByRole('navigation').innerText()).toContain('1 to review')
  })

  it('is trusted only after its review, with the whole script, was seen to the end', async () => {
    const review = open.page.getByRole('article', { name: 'Review of sample' })
    expect(await review.innerText()).toContain('tr a-z A-Z')
    const trust = review.getByRole('button', { name: 'Trust sample' })
    expect(await trust.isDisabled()).toBe(true)
    await review.locator('.review-end').scrollIntoViewIfNeeded()
    await expect.poll(() => trust.isEnabled()).toBe(true)
    await trust.click()
    await open.page.getByRole('switch', { name: 'Enable sample' }).waitFor()
    expect(await open.page.getByRole('region', { name: 'Ready', exact: true }).innerText()).toContain('sample')
  })

  it('runs its tool after approval, without its script, and appears in Activity', async () => {
    await runIn('Say hello', 'hello')
    expect(await lastOutput()).toContain('hello')
    await go(open, 'Activity')
    const commands = open.page.getByRole('region', { name: 'Recorded commands' })
    await expect.poll(() => commands.innerText()).toMatch(/sample\s+echo hello\s+exit 0\s+you/)
  })

  it('runs its script only after a system dialog that shows it, and not after it is switched off', async () => {
    const { page } = open
    await openSkill(open, 'sample')
    const scripts = page.getByRole('switch', { name: 'Allow scripts for sample' })
    await answerDialogs(open, 0)
    await scripts.click()
    await expect.poll(async () => (await dialogs(open)).length).toBe(1)
    await expect.poll(() => scripts.isEnabled()).toBe(true)
    expect(await scripts.isChecked()).toBe(false)
    await answerDialogs(open, 1)
    await scripts.click()
    await expect.poll(() => scripts.isChecked()).toBe(true)
    expect((await dialogs(open))[0]).toContain('tr a-z A-Z')
    await runIn('Say it loud', 'loud')
    expect(await lastOutput()).toContain('LOUD')
    await openSkill(open, 'sample')
    await scripts.click()
    await expect.poll(() => scripts.isChecked()).toBe(false)
    await runIn('Say it again', 'quiet')
    expect(await lastOutput()).toContain('quiet')
  })

  it('runs by the rule made from one approval, says so, and asks again after it is revoked', async () => {
    const { page } = open
    ollama.enqueue(callTool('say', { text: 'twice' }), say('Said it once.'))
    await write(open, 'Say it twice')
    const approval = page.getByRole('group', { name: 'Approve say' })
    await approval.getByRole('button', { name: 'Always allow…' }).click()
    await approval.getByRole('radio', { name: /text = "twice"/ }).check()
    await approval.getByRole('button', { name: 'Allow and run' }).click()
    await page.getByText('Said it once.').waitFor()
    ollama.enqueue(callTool('say', { text: 'twice' }), say('Said it unasked.'))
    await write(open, 'And again')
    await page.getByText('Said it unasked.').waitFor()
    const card = page.getByRole('article', { name: 'Tool call say' })
    await card.getByRole('button', { name: /^Ran/ }).click()
    await card.getByText('Ran automatically: allowed by your rule').waitFor()
    await go(open, 'Settings')
    const rules = page.getByRole('region', { name: 'Rules' })
    await expect.poll(() => rules.innerText()).toMatch(/Always allow say with only text = "twice".*used 1 time/s)
    await rules.getByRole('button', { name: /^Revoke/ }).click()
    await rules.getByText('No rules yet.').waitFor()
    await runIn('Is it asked again?', 'twice')
  })

  it('runs with the arguments that the person changed, after one decision, and the model gets the result', async () => {
    const { page } = open
    ollama.enqueue(callTool('say', { text: 'wrong' }), say('As you wish.'))
    await write(open, 'Say something else')
    const approvals = page.getByRole('group', { name: 'Approve say' })
    await approvals.getByRole('button', { name: 'Edit arguments' }).click()
    await approvals.getByRole('textbox', { name: 'text' }).fill('right')
    await approvals.getByRole('button', { name: 'Run my version' }).click()
    await page.getByText('As you wish.').waitFor()
    expect(await lastOutput()).toMatch(/the person changed the arguments.*"right".*right/s)
    const card = page.getByRole('article', { name: 'Tool call say' })
    await expect.poll(() => card.innerText()).toMatch(/Ran.*echo right/s)
    expect(await card.count()).toBe(1)
  })

  it('is tried by hand: what would run is shown first, and the record names the person', async () => {
    const { page } = open
    await openSkill(open, 'sample')
    await page.getByRole('button', { name: 'Try say' }).click()
    const trial = page.getByRole('article', { name: 'Try say' })
    const preview = trial.getByRole('region', { name: 'Command preview' })
    await trial.getByRole('textbox', { name: 'text' }).fill('by hand')
    await expect.poll(() => preview.innerText()).toContain("echo 'by hand'")
    await trial.getByRole('button', { name: 'Run', exact: true }).click()
    await trial.getByRole('group', { name: 'Approve say' }).getByRole('button', { name: 'Run once' }).click()
    const card = trial.getByRole('article', { name: 'Tool call say' })
    await card.getByRole('button', { name: /^Ran/ }).click()
    await expect.poll(() => card.innerText()).toMatch(/exit 0.*by hand/s)
    await go(open, 'Activity')
    await page.getByRole('button', { name: 'Run say again' }).first().click()
    await page.getByRole('group', { name: 'Approve say' }).getByRole('button', { name: 'Deny', exact: true }).click()
    const commands = page.getByRole('region', { name: 'Recorded commands' })
    await expect.poll(() => commands.innerText()).toMatch(/sample\s+echo 'by hand'\s+Denied/)
  })

  it('shows its folder in the file manager', async () => {
    const { app, page } = open
    await app.evaluate(({ shell }) => {
      shell.openPath = async (path) => {
        Object.assign(globalThis, { shown: path })
        return ''
      }
    })
    await openSkill(open, 'sample')
    const shown = () => app.evaluate(() => (globalThis as unknown as { shown?: string }).shown)
    await page.getByRole('button', { name: 'Open folder' }).click()
    await expect.poll(shown).toBe(join(home, 'skills', 'sample'))
  })

  it('is withdrawn after one changed byte, says so by itself, and returns after a review', async () => {
    const { page } = open
    await go(open, 'Skills')
    appendFileSync(join(home, 'skills', 'sample', 'SKILL.md'), '!')
    const changed = page.getByRole('region', { name: 'Changed since you trusted them' })
    await changed.waitFor()
    ollama.enqueue(callTool('say', { text: 'removed' }), say('It is not there.'))
    await write(open, 'Say something')
    await page.getByText('It is not there.').waitFor()
    expect(await page.getByRole('article', { name: 'Tool call say' }).last().innerText()).toContain('Not run')
    await page.getByText('sample changed on disk. Its tools are off until you review it.').waitFor()
    await openSkill(open, 'sample')
    await page.getByRole('button', { name: 'Review sample' }).click()
    const review = page.getByRole('article', { name: 'Review of sample' })
    expect(await review.getByRole('region', { name: 'Changes' }).innerText()).toContain('SKILL.md')
    await review.locator('.review-end').scrollIntoViewIfNeeded()
    await review.getByRole('button', { name: 'Trust sample' }).click()
    await page.getByRole('switch', { name: 'Enable sample' }).waitFor()
  })
})

/** Asks for the tool in a chat of its own, and approves it. */
async function runIn(chat: string, text: string): Promise<void> {
  ollama.enqueue(callTool('say', { text }), say(`Said ${text}.`))
  await write(open, chat)
  await open.page.getByRole('group', { name: 'Approve say' }).getByRole('button', { name: 'Run once' }).click()
  await open.page.getByText(`Said ${text}.`).waitFor()
}

async function lastOutput(): Promise<string> {
  const messages = ollama.requests.at(-1)?.messages as { content: string }[]
  return messages.at(-1)?.content ?? ''
}
