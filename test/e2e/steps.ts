import type { Locator } from 'playwright-core'
import { type FakeOllama, say } from '#test/helpers/fake-ollama'
import type { OpenApp } from './launch.ts'

/** How long a poll looks for what takes the app a moment. */
export const PATIENCE = { timeout: 30_000 }

export const go = ({ page }: OpenApp, name: string) =>
  page.getByRole('navigation').getByRole('button', { name }).click()

export async function send({ page }: OpenApp, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Says it in a chat of its own. */
export async function write(open: OpenApp, text: string): Promise<void> {
  await open.page.getByRole('button', { name: 'New chat' }).click()
  await send(open, text)
}

/** Sends it by Enter, and waits until it is answered so. */
export async function ask({ page }: OpenApp, ollama: FakeOllama, text: string, answer: string): Promise<void> {
  ollama.enqueue(say(answer))
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(text)
  await box.press('Enter')
  await page.getByRole('region', { name: 'Messages' }).getByText(answer).waitFor()
  await page.getByRole('button', { name: 'Send' }).waitFor()
}

/** From the address to the review, which is open then. */
export async function install(open: OpenApp, source: string, skill: string): Promise<void> {
  const { page } = open
  await go(open, 'Skills')
  await page.getByRole('button', { name: 'Install skill' }).click()
  await page.getByRole('textbox', { name: 'Git repository URL or path' }).fill(source)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
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

/** What the person chooses in the next dialogs of the system: a file or folder to open, and one to write to. */
export async function chooseFile({ app }: OpenApp, file: string, target = file): Promise<void> {
  await app.evaluate(
    ({ dialog }, [file, target]) => {
      const chosen = async () => ({ canceled: false, filePaths: [file] })
      dialog.showOpenDialog = chosen as typeof dialog.showOpenDialog
      const saved = async () => ({ canceled: false, filePath: target })
      dialog.showSaveDialog = saved as typeof dialog.showSaveDialog
    },
    [file, target] as const,
  )
}

/** As the system does it, with the path of a real file; once more where the driver drops it before the page is drawn. */
export async function drop(
  open: OpenApp,
  path: string,
  then: Locator,
  at = { x: 600, y: 300 },
  tries = 5,
): Promise<void> {
  const session = await open.page.context().newCDPSession(open.page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
  }
  await session.detach()
  const isThere = await then.waitFor({ timeout: 8000 }).then(
    () => true,
    () => false,
  )
  if (isThere) return
  if (tries <= 1) throw new Error(`${path} was dropped and nothing came of it`)
  await drop(open, path, then, at, tries - 1)
}

export const isVisible = ({ app }: OpenApp): Promise<boolean | undefined> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())

/** The app may end by it before it can say so. */
export async function closeWindow({ app }: OpenApp): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined)
}

export async function clickMenu({ app }: OpenApp, id: string): Promise<void> {
  await app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), id)
}

/** Until the page that takes the place of the crashed one is there. */
export async function crash({ app }: OpenApp): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('did-finish-load', () => resolve())
        contents?.forcefullyCrashRenderer()
      }),
  )
}

/** The driver gives a crashed page up for ever, so the new one is asked through main. */
export const inPage = ({ app }: OpenApp, script: string): Promise<unknown> =>
  app.evaluate(
    ({ BrowserWindow }, script) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script),
    script,
  )
