import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { SKILLS, setUpApp } from './set-up.ts'
import { answerDialogs, go, PATIENCE } from './steps.ts'

const { open, start, newHome } = setUpApp('file')
const file = join(newHome(), 'log.txt')

beforeAll(async () => {
  writeFileSync(file, 'one line\n')
  await start(newHome(), [SKILLS])
  await answerDialogs(open, 1)
})

it('a command that a person started outside any chat is opened by key, followed and canceled in Activity', async () => {
  const { page } = open
  await go(open, 'Skills')
  await page.getByRole('button', { name: /^patience/ }).click()
  await page.getByRole('button', { name: /^Try/ }).first().click()
  const form = page.getByRole('article', { name: 'Try patience_follow' })
  await form.getByRole('textbox', { name: 'file' }).fill(file)
  await form.getByRole('button', { name: 'Run', exact: true }).click()
  await form.getByRole('button', { name: /^Run once/ }).click()

  await go(open, 'Activity')
  const rows = page.getByRole('grid')
  await rows.getByText('Running').waitFor()
  await rows.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await inspector.getByText('Running').first().waitFor()
  expect(await inspector.locator('.argv li').last().innerText()).toMatch(/log\.txt\s+you/)

  await page.getByRole('button', { name: 'Cancel patience_follow' }).click()
  await rows.getByText('Canceled').waitFor()
  await expect.poll(() => inspector.innerText(), PATIENCE).not.toContain('Running')
})
