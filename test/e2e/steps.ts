import type { OpenApp } from './launch.ts'

export const go = ({ page }: OpenApp, name: string) =>
  page.getByRole('navigation').getByRole('button', { name }).click()

/** Says it in a chat of its own. */
export async function write({ page }: OpenApp, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** From the address to the review, which is open then. */
export async function install(open: OpenApp, source: string, skill: string): Promise<void> {
  const { page } = open
  await go(open, 'Skills')
  await page.getByRole('button', { name: 'Install skill' }).click()
  await page.getByRole('textbox', { name: 'Address of a git repository, or a path' }).fill(source)
  await page.getByRole('button', { name: 'Fetch', exact: true }).click()
  await page.getByRole('button', { name: 'Install and review' }).click()
  await page.getByRole('article', { name: `Review of ${skill}` }).waitFor()
}

/** Reads the open review to its end. */
export async function trust({ page }: OpenApp, skill: string): Promise<void> {
  const review = page.getByRole('article', { name: `Review of ${skill}` })
  await review.locator('.review-end').scrollIntoViewIfNeeded()
  await review.getByRole('button', { name: `Trust ${skill}` }).click()
  await page.getByRole('switch', { name: `Enable ${skill}` }).waitFor()
}

/** The sheet of the skill. */
export async function openSkill(open: OpenApp, skill: string): Promise<void> {
  await go(open, 'Skills')
  await open.page.getByRole('button', { name: new RegExp(`^${skill}`) }).click()
}

/** Answers every dialog of the system with that button from now on, and forgets what was asked before. */
export async function answerDialogs({ app }: OpenApp, button: 0 | 1): Promise<void> {
  await app.evaluate(({ dialog }, response) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    const answer = async (...given: unknown[]) => {
      asked.push(JSON.stringify(given.at(-1)))
      return { response, checkboxChecked: false }
    }
    dialog.showMessageBox = answer as typeof dialog.showMessageBox
  }, button)
}

export const dialogs = ({ app }: OpenApp): Promise<string[]> =>
  app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
