import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callTool, end, type FakeOllama, part, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { launchApp, makeHome, type OpenApp, root, sayYes } from './launch.ts'

const SKILLS = `--skills=${join(root, 'test', 'fixtures', 'e2e-skills')}`
const POLL = { timeout: 30_000 }
const BEGINNING = `${Array.from({ length: 80 }, (_, at) => `Thing number ${at + 1}.\n\n`).join('')}\nSo far it is written`

let ollama: FakeOllama
let open: OpenApp
let homes: ReturnType<typeof makeHome>[] = []

beforeAll(async () => {
  ollama = await startFakeOllama()
})
afterEach(async () => {
  await open.close()
  for (const { remove } of homes) remove()
  homes = []
})
afterAll(() => ollama.close())

const newHome = (): string => {
  const made = makeHome()
  homes.push(made)
  return made.home
}

async function send(text: string): Promise<void> {
  await open.page.getByRole('textbox', { name: 'Message' }).fill(text)
  await open.page.getByRole('button', { name: 'Send' }).click()
}

/** Answers the beginning, and the rest once it is told to. */
function answerInTwo(rest: string): () => void {
  const goOn = Promise.withResolvers<void>()
  ollama.enqueue({ lines: [part({ content: BEGINNING }), part({ content: rest }), end()], until: goOn.promise })
  return goOn.resolve
}

describe('a window that is lost in the middle of an answer', () => {
  it('comes back to the chat, the draft and the end of the answer as far as it is written, which goes on', async () => {
    open = await launchApp(newHome(), ollama)
    ollama.enqueue(say('Another answer.'))
    await send('Another chat')
    await open.page.getByText('Another answer.').waitFor()
    await open.page.getByRole('button', { name: 'New chat' }).click()
    const goOn = answerInTwo(', and this is the end.')
    await send('Count things')
    await open.page.getByText('So far it is written').waitFor()
    await open.page.getByRole('textbox', { name: 'Message' }).fill('half a thought')
    await expect.poll(savedDrafts, POLL).toContain('half a thought')
    await crash()
    await expect.poll(text, POLL).toMatch(/Thing number 1\.[\s\S]*Thing number 80\.[\s\S]*So far it is written/)
    expect(await inPage("document.querySelector('textarea').value")).toBe('half a thought')
    expect(await text()).toContain('Count things')
    await expect.poll(() => inPage(AT_END), POLL).toBe(true)
    goOn()
    await expect.poll(text, POLL).toContain('So far it is written, and this is the end.')
    await expect.poll(() => inPage(AT_END), POLL).toBe(true)
  })

  it('comes back to another view, and the answer goes on behind it', async () => {
    open = await launchApp(newHome(), ollama)
    const goOn = answerInTwo(', and this is the end.')
    await send('Count things')
    await open.page.getByText('So far it is written').waitFor()
    await open.page.getByRole('navigation').getByRole('button', { name: 'Activity' }).click()
    await open.page.getByRole('region', { name: 'Activity', exact: true }).waitFor()
    await crash()
    await expect
      .poll(() => inPage(`Boolean(document.querySelector('section[aria-label="Activity"]'))`), POLL)
      .toBe(true)
    goOn()
    await inPage("[...document.querySelectorAll('button')].find((each) => /Count/.test(each.textContent)).click()")
    await expect.poll(text, POLL).toContain('So far it is written, and this is the end.')
  })
})

describe('a window that is lost while a command runs', () => {
  it('shows what the command printed so far, and what it prints from then on', async () => {
    const home = newHome()
    const file = join(newHome(), 'followed.txt')
    writeFileSync(file, 'plain \u001b[31mred so far\u001b[0m\n')
    open = await launchApp(home, ollama, [SKILLS])
    await sayYes(open)
    ollama.enqueue(callTool('patience_follow', { file }))
    await send('Follow the file')
    const approval = open.page.getByRole('group', { name: 'Approve patience_follow' })
    await approval.getByRole('button', { name: 'Run once' }).click()
    await open.page.getByText('red so far').first().waitFor()
    await crash()
    await expect.poll(text, POLL).toContain('plain red so far')
    appendFileSync(file, 'printed later\n')
    await expect.poll(text, POLL).toContain('printed later')
  })
})

describe('Skillet that is killed in the middle of an answer', () => {
  it('has what was written of it when it is started again, as a message that was cut off', async () => {
    const home = newHome()
    open = await launchApp(home, ollama)
    const recorded = open.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.skillet?.listen((push) => push.kind === 'fact' && push.fact.type === 'answer.written' && resolve())
        }),
    )
    answerInTwo('never')
    await send('Count things')
    await recorded
    await open.kill()
    open = await launchApp(home, ollama)
    await open.page.getByText('Count things').first().click()
    await open.page.getByText('So far it is written').waitFor()
    await open.page
      .getByText(/ended before|interrupted/i)
      .first()
      .waitFor()
  })
})

const AT_END = `(({ scrollHeight, scrollTop, clientHeight }) =>
  scrollHeight > 2 * clientHeight && scrollHeight - scrollTop - clientHeight < 48)(document.querySelector('.scroller'))`

const text = () => inPage("document.querySelector('main').innerText") as Promise<string>

const savedDrafts = () =>
  open.page.evaluate(async () => {
    const about = await window.skillet?.call('app.read', {})
    return about?.ok ? Object.values(about.value.drafts) : []
  })

/** The driver gives a crashed page up for ever, so the new one is asked through main. */
const inPage = (script: string): Promise<unknown> =>
  open.app.evaluate(
    ({ BrowserWindow }, script) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script),
    script,
  )

function crash(): Promise<void> {
  return open.app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((finish) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        contents?.once('did-finish-load', () => finish())
        contents?.forcefullyCrashRenderer()
      }),
  )
}
