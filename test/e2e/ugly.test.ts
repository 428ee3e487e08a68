import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callTool, type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { electronCommand, launchApp, makeHome, type OpenApp } from './launch.ts'

let ollama: FakeOllama
let open: OpenApp | undefined
const children: ChildProcess[] = []
const { home, remove } = makeHome()

beforeAll(async () => {
  ollama = await startFakeOllama()
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await open?.close()
  open = undefined
})
afterAll(async () => {
  await ollama.close()
  remove()
})

describe('a second copy of the app', () => {
  it('brings the first to the front and ends', async () => {
    open = await launchApp(home, ollama)
    await open.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    const second = start(home)
    const [code] = await once(second.child, 'exit')
    expect(code).toBe(0)
    expect(second.said()).toContain('open already')
    const isVisible = () => open?.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
    await expect.poll(isVisible).toBe(true)
    expect(open.app.windows()).toHaveLength(1)
  })

  it('is the only owner of its data when ten start at once', async () => {
    const ten = Array.from({ length: 10 }, () => start(home))
    const ended = ten.filter(({ child }) => once(child, 'exit').then(() => true))
    await expect.poll(() => ended.filter(({ child }) => child.exitCode === 0).length, { timeout: 40_000 }).toBe(9)
    expect(ten.filter(({ child }) => child.exitCode === null)).toHaveLength(1)
  })
})

describe('what stands in the way of a start', () => {
  it('is named with its remedy when the data folder cannot be written', async () => {
    const file = join(home, 'a-file')
    writeFileSync(file, '')
    const { said } = start(join(file, 'home'))
    await expect.poll(said, { timeout: 20_000 }).toMatch(/cannot open: .*a-file.*home/s)
    expect(said()).not.toMatch(/\n\s+at /)
  })

  it('is told in the window when the record was damaged, with what was kept and where the damaged file is', async () => {
    const { home, remove } = makeHome()
    open = await launchApp(home, ollama)
    ollama.enqueue(say('Remember this.'))
    await send('Are you there?')
    await open.page.getByText('Remember this.').waitFor()
    await open.close()
    const file = join(home, 'skillet.db')
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 24, 96)
    writeFileSync(file, bytes)
    open = await launchApp(home, ollama)
    await open.page
      .getByText(/damaged/)
      .first()
      .waitFor()
    expect(readdirSync(home).some((name) => name.startsWith('skillet.db.damaged-'))).toBe(true)
    await open.page.getByText('Are you there?').first().click()
    await open.page.getByText('Remember this.').waitFor()
    await open.close()
    open = undefined
    remove()
  })
})

describe('a window that crashes', () => {
  it('comes back with the chat as it was, and the approval still waits', async () => {
    open = await launchApp(home, ollama)
    ollama.enqueue(callTool('system_memory', {}), say('There is enough.'))
    await send('Is there memory?')
    await open.page.getByRole('group', { name: 'Approve system_memory' }).waitFor()
    await open.app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<void>((finish) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents
          contents?.once('did-finish-load', () => finish())
          contents?.forcefullyCrashRenderer()
        }),
    )
    // The driver gives a crashed page up for ever, so the new one is asked through main.
    await press('Is there memory?')
    await press('Run once')
    await expect.poll(() => inPage('document.body.innerText'), { timeout: 10_000 }).toContain('There is enough.')
  })
})

const inPage = (script: string): Promise<unknown> | undefined =>
  open?.app.evaluate(
    ({ BrowserWindow }, script) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script),
    script,
  )

async function press(button: string): Promise<void> {
  const found = `[...document.querySelectorAll('button:enabled')].find((each) => each.textContent.includes('${button}'))`
  await expect.poll(() => inPage(`Boolean(${found})`), { timeout: 10_000 }).toBe(true)
  await inPage(`${found}.click()`)
}

async function send(text: string): Promise<void> {
  await open?.page.getByRole('textbox', { name: 'Message' }).fill(text)
  await open?.page.getByRole('button', { name: 'Send' }).click()
}

function start(home: string) {
  const { executablePath, args, env } = electronCommand(home, ollama.host)
  const child = spawn(executablePath, [...args, '--no-sandbox'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let text = ''
  child.stdout.on('data', (data) => {
    text += data
  })
  child.stderr.on('data', (data) => {
    text += data
  })
  return { child, said: () => text }
}
