import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openLedger } from '#main/ledger/open-ledger'
import { callTool, type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { launchApp, makeHome, type OpenApp, root, sayYes } from './launch.ts'

const SKILLS = `--skills=${join(root, 'test', 'fixtures', 'e2e-skills')}`
const POLL = { timeout: 30_000 }

let ollama: FakeOllama
let open: OpenApp | undefined
let homes: ReturnType<typeof makeHome>[] = []

beforeAll(async () => {
  ollama = await startFakeOllama()
})
afterEach(async () => {
  await open?.close()
  open = undefined
  for (const { remove } of homes) remove()
  homes = []
})
afterAll(() => ollama.close())

const newHome = (): string => {
  const made = makeHome()
  homes.push(made)
  return made.home
}

describe('the window', () => {
  it('opens where it stood and as large as it was, and is never narrower than 720', async () => {
    const home = newHome()
    open = await launchApp(home, ollama)
    const asked = { x: 60, y: 70, width: 1000, height: 700 }
    await open.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), asked)
    await expect.poll(bounds, POLL).toEqual(asked)
    expect(await open.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getMinimumSize())).toEqual([
      ...[720, 480],
    ])
    await open.close()
    open = await launchApp(home, ollama)
    await expect.poll(bounds, POLL).toEqual(asked)
  })

  it('comes back into sight when the screen it stood on is gone', async () => {
    const home = newHome()
    writeFileSync(join(home, 'window.json'), JSON.stringify({ x: 9000, y: 9000, width: 800, height: 600 }))
    open = await launchApp(home, ollama)
    const { x = -1, y = -1 } = (await bounds()) ?? {}
    expect([x >= 0 && x < 1440, y >= 0 && y < 900]).toEqual([true, true])
  })

  it('does what the menu asks for', async () => {
    open = await launchApp(newHome(), ollama)
    await clickMenu('open-settings')
    await open.page.getByRole('region', { name: 'Settings', exact: true }).waitFor()
    await clickMenu('new-chat')
    await open.page.getByRole('textbox', { name: 'Message' }).waitFor()
  })

  it('is not opened again after the third crash within a minute, and the person is asked', async () => {
    open = await launchApp(newHome(), ollama)
    await watchDialogs(0)
    for (let crash = 1; crash <= 2; crash++) await open.app.evaluate(crashAndLoad)
    expect(await questions()).toEqual([])
    await open.app.evaluate(({ app, BrowserWindow }) => {
      app.quit = () => undefined
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
    })
    await expect.poll(questions, POLL).toMatchObject([{ message: expect.stringContaining('crashed three times') }])
    await open.kill()
    open = undefined
  })
})

describe('quitting', () => {
  it('names what runs and what waits; waiting loses nothing, and stopping is on record', async () => {
    const { home: place, remove } = makeHome()
    const home = newHome()
    const file = join(place, 'followed.txt')
    writeFileSync(file, 'first line\n')
    open = await launchApp(home, ollama, [SKILLS])
    ollama.enqueue(callTool('patience_follow', { file }))
    await send('Follow the file')
    const approval = open.page.getByRole('group', { name: 'Approve patience_follow' })
    await approval.waitFor()
    await watchDialogs(0)
    await open.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(questions, POLL).toMatchObject([{ detail: expect.stringContaining(`Waiting: tail`) }])
    await sayYes(open)
    await approval.getByRole('button', { name: 'Run once' }).click()
    await open.page.getByText('first line').first().waitFor()

    await watchDialogs(0)
    await open.app.evaluate(({ app }) => app.quit())
    await expect.poll(questions, POLL).toMatchObject([
      {
        message: '1 command is running.',
        detail: expect.stringMatching(/^Running: tail .*followed\.txt/),
        buttons: ['Wait', 'Stop them and quit'],
      },
    ])
    writeFileSync(file, 'second line\n', { flag: 'a' })
    await open.page.getByText('second line').first().waitFor()

    await sayYes(open)
    const ended = new Promise((resolve) => open?.app.process().once('exit', resolve))
    await open.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined)
    await ended
    open = undefined
    const opened = await openLedger({ home })
    if (!opened.ok) throw new Error(opened.problem.message)
    const finished = await opened.ledger.read({ types: ['run.finished'] })
    await opened.ledger.close()
    expect(opened.interrupted).toEqual([])
    expect(finished).toMatchObject([{ canceled: true, survivors: [] }])
    remove()
  })
})

describe('a person who looks elsewhere', () => {
  it('is told what waits, sees it counted, and comes to the chat by a click', async () => {
    open = await launchApp(newHome(), ollama)
    ollama.enqueue(say('Good.'))
    await send('The first chat')
    await open.page.getByText('Good.').waitFor()
    await open.page.getByRole('button', { name: 'New chat' }).first().click()
    await open.app.evaluate(({ app, BrowserWindow, Notification }) => {
      const told: { body: string; notification: unknown }[] = []
      const badges: number[] = []
      Object.assign(globalThis, { told, badges })
      Notification.isSupported = () => true
      Notification.prototype.show = function show(this: Electron.Notification) {
        told.push({ body: this.body, notification: this })
      }
      app.setBadgeCount = (count = 0) => badges.push(count) > 0
      BrowserWindow.getAllWindows()[0]?.hide()
    })
    ollama.enqueue(callTool('system_memory', {}))
    const made = await open.page.evaluate(() => window.skillet?.call('chat.create', {}))
    const chat = made?.ok ? made.value.chat : ''
    await open.page.evaluate((chat) => window.skillet?.call('chat.send', { chat, text: 'Memory?' }), chat)
    await expect.poll(() => told(), POLL).toEqual(['system_memory waits for your decision.'])
    expect(await open.app.evaluate(() => (globalThis as unknown as { badges: number[] }).badges)).toEqual([1])
    await open.app.evaluate(() => {
      const { told } = globalThis as unknown as { told: { notification: Electron.Notification }[] }
      told[0]?.notification.emit('click', {} as never)
    })
    await open.page.getByRole('group', { name: 'Approve system_memory' }).waitFor()
    const isVisible = () => open?.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
    await expect.poll(isVisible, POLL).toBe(true)
  })
})

describe('a backup', () => {
  it('takes the place of the record after the person said so, and the window tells where that is kept', async () => {
    const home = newHome()
    open = await launchApp(home, ollama)
    ollama.enqueue(say('Noted.'))
    await send('Before the backup')
    await open.page.getByText('Noted.').waitFor()
    const made = await open.page.evaluate(() => window.skillet?.call('backup.make', {}))
    if (!made?.ok) throw new Error(made?.error.message)
    ollama.enqueue(say('Noted too.'))
    await send('After the backup')
    await open.page.getByText('Noted too.').waitFor()
    await sayYes(open)
    await open.app.evaluate(({ app }) => {
      app.relaunch = () => undefined
    })
    const ended = new Promise((resolve) => open?.app.process().once('exit', resolve))
    const { backup } = made.value.backup
    await open.page
      .evaluate((backup) => window.skillet?.call('backup.restore', { backup }), backup)
      .catch(() => undefined)
    await ended

    open = await launchApp(home, ollama)
    await open.page
      .getByText(/is kept whole at/)
      .first()
      .waitFor()
    await open.page.getByText('Before the backup').first().click()
    await open.page.getByText('Noted.').waitFor()
    expect(await open.page.getByText('Noted too.').count()).toBe(0)
    expect(readdirSync(home).some((name) => name.startsWith('skillet.db.replaced-'))).toBe(true)
    expect(existsSync(join(home, 'backups', backup))).toBe(true)
  })
})

const bounds = () => open?.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())

const told = () =>
  open?.app.evaluate(() => (globalThis as unknown as { told: { body: string }[] }).told.map(({ body }) => body))

async function clickMenu(id: string): Promise<void> {
  await open?.app.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), id)
}

/** Answers each dialog with the button of that number, and keeps what was asked. */
async function watchDialogs(button: number): Promise<void> {
  await open?.app.evaluate(({ dialog }, button) => {
    const asked: unknown[] = []
    Object.assign(globalThis, { asked })
    dialog.showMessageBox = (async (...given: unknown[]) => {
      asked.push(given.at(-1))
      return { response: button, checkboxChecked: false }
    }) as typeof dialog.showMessageBox
  }, button)
}

const questions = () => open?.app.evaluate(() => (globalThis as unknown as { asked: unknown[] }).asked)

function crashAndLoad({ BrowserWindow }: typeof import('electron')): Promise<void> {
  return new Promise((resolve) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.once('did-finish-load', () => resolve())
    contents?.forcefullyCrashRenderer()
  })
}

async function send(text: string): Promise<void> {
  await open?.page.getByRole('textbox', { name: 'Message' }).fill(text)
  await open?.page.getByRole('button', { name: 'Send' }).click()
}
