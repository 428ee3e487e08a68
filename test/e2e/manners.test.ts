import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLedger } from '#main/ledger/open-ledger'
import { textOf } from '#shared/messages/message'
import { callTool, say } from '#test/helpers/fake-ollama'
import { sayYes } from './launch.ts'
import { SKILLS, setUpApp } from './set-up.ts'
import { answerDialogs, clickMenu, closeWindow, crash, dialogs, isVisible, PATIENCE, send } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('test')

describe('the window', () => {
  it('opens where it was and as large as it was, and is never narrower than 720 pixels', async () => {
    const home = newHome()
    await start(home)
    const asked = { x: 60, y: 70, width: 1000, height: 700 }
    await open.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), asked)
    await expect.poll(bounds, PATIENCE).toEqual(asked)
    expect(await open.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getMinimumSize())).toEqual([
      ...[720, 480],
    ])
    await open.close()
    await start(home)
    await expect.poll(bounds, PATIENCE).toEqual(asked)
  })

  it('comes back into view when its screen is gone', async () => {
    const home = newHome()
    writeFileSync(join(home, 'window.json'), JSON.stringify({ x: 9000, y: 9000, width: 800, height: 600 }))
    await start(home)
    const { x = -1, y = -1 } = (await bounds()) ?? {}
    expect([x >= 0 && x < 1440, y >= 0 && y < 900]).toEqual([true, true])
  })

  it('does what the menu asks for', async () => {
    await start(newHome())
    await clickMenu(open, 'open-settings')
    await open.page.getByRole('region', { name: 'Settings', exact: true }).waitFor()
    await open.page
      .getByRole('region', { name: 'Shortcuts' })
      .getByRole('button', { name: 'Keyboard shortcuts' })
      .click()
    await open.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('New chat').first().waitFor()
    await open.page.keyboard.press('Escape')
    await clickMenu(open, 'new-chat')
    await open.page.getByRole('textbox', { name: 'Message' }).waitFor()
  })

  it('stays closed after the third crash within a minute, and the person is asked', async () => {
    await start(newHome())
    await answerDialogs(open, 0)
    for (let n = 1; n <= 2; n++) await crash(open)
    expect(await questions()).toEqual([])
    await open.app.evaluate(({ app, BrowserWindow }) => {
      app.quit = () => undefined
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
    })
    await expect.poll(questions, PATIENCE).toMatchObject([{ message: expect.stringContaining('crashed three times') }])
    await open.kill()
  })
})

describe('quitting', () => {
  it('names what runs and what waits; waiting loses nothing, and stopping is on record', async () => {
    const home = newHome()
    const file = join(newHome(), 'followed.txt')
    writeFileSync(file, 'first line\n')
    await start(home, [SKILLS])
    ollama.enqueue(callTool('patience_follow', { file }))
    await send(open, 'Follow the file')
    const approval = open.page.getByRole('group', { name: 'Approve patience_follow' })
    await approval.waitFor()
    await answerDialogs(open, 0)
    await closeWindow(open)
    await expect.poll(questions, PATIENCE).toMatchObject([{ detail: expect.stringContaining(`Waiting: tail`) }])
    await sayYes(open)
    await approval.getByRole('button', { name: 'Run once' }).click()
    await open.page.getByText('first line').first().waitFor()

    await answerDialogs(open, 0)
    await open.app.evaluate(({ app }) => app.quit())
    await expect.poll(questions, PATIENCE).toMatchObject([
      {
        message: '1 command is running.',
        detail: expect.stringMatching(/^Running: tail .*followed\.txt/),
        buttons: ['Wait', 'Stop and quit'],
      },
    ])
    writeFileSync(file, 'second line\n', { flag: 'a' })
    await open.page.getByText('second line').first().waitFor()

    await sayYes(open)
    await closeWindow(open)
    await open.ended
    const opened = await openLedger({ home })
    if (!opened.ok) throw new Error(textOf(opened.problem.message))
    const finished = await opened.ledger.read({ types: ['run.finished'] })
    await opened.ledger.close()
    expect(opened.interrupted).toEqual([])
    expect(finished).toMatchObject([{ canceled: true, survivors: [] }])
  })
})

describe('a person who looks at another window', () => {
  it('is notified of what waits, sees the number, and gets to the chat with a click', async () => {
    await start(newHome())
    ollama.enqueue(say('Good.'))
    await send(open, 'The first chat')
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
    await expect.poll(() => told(), PATIENCE).toEqual(['system_memory needs your approval.'])
    expect(await open.app.evaluate(() => (globalThis as unknown as { badges: number[] }).badges)).toEqual([1])
    await open.app.evaluate(() => {
      const { told } = globalThis as unknown as { told: { notification: Electron.Notification }[] }
      told[0]?.notification.emit('click', {} as never)
    })
    await open.page.getByRole('group', { name: 'Approve system_memory' }).waitFor()
    await expect.poll(() => isVisible(open), PATIENCE).toBe(true)
  })
})

describe('a backup', () => {
  it('replaces the record after the person says so, and the window says where the old one is', async () => {
    const home = newHome()
    await start(home)
    ollama.enqueue(say('Noted.'))
    await send(open, 'Before the backup')
    await open.page.getByText('Noted.').waitFor()
    const made = await open.page.evaluate(() => window.skillet?.call('backup.make', {}))
    if (!made?.ok) throw new Error(textOf(made?.error.message ?? ''))
    ollama.enqueue(say('Noted too.'))
    await send(open, 'After the backup')
    await open.page.getByText('Noted too.').waitFor()
    await sayYes(open)
    await open.app.evaluate(({ app }) => {
      app.relaunch = () => undefined
    })
    const { backup } = made.value.backup
    await open.page
      .evaluate((backup) => window.skillet?.call('backup.restore', { backup }), backup)
      .catch(() => undefined)
    await open.ended

    await start(home)
    await open.page
      .getByText(/is kept at/)
      .first()
      .waitFor()
    await open.page.getByText('Before the backup').first().click()
    await open.page.getByText('Noted.').waitFor()
    expect(await open.page.getByText('Noted too.').count()).toBe(0)
    expect(readdirSync(home).some((name) => name.startsWith('skillet.db.replaced-'))).toBe(true)
    expect(existsSync(join(home, 'backups', backup))).toBe(true)
  })
})

const bounds = () => open.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())

const told = () =>
  open.app.evaluate(() => (globalThis as unknown as { told: { body: string }[] }).told.map(({ body }) => body))

const questions = async () => (await dialogs(open)).map((asked) => JSON.parse(asked) as object)
