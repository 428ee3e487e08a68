import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { callTool, type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { hasBusDaemon, startSessionBus } from '#test/helpers/session-bus'
import { launchApp, launchUnopened, makeHome, type OpenApp, root, sayYes } from './launch.ts'

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

describe('the language', () => {
  it('is changed everywhere at once, loses nothing, and is there at the next start', async () => {
    const home = newHome()
    open = await launchApp(home, ollama)
    await page().getByRole('textbox', { name: 'Message' }).fill('half a thought')
    await page().getByRole('button', { name: 'Settings', exact: true }).click()
    await page().getByRole('radio', { name: 'Deutsch' }).click()
    await page().getByRole('heading', { name: 'Einstellungen' }).waitFor()
    expect(await page().evaluate(() => document.documentElement.lang)).toBe('de')
    expect(await page().evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)).toBe('de')
    for (const name of ['Skills', 'Verlauf', 'Modelle', 'Einstellungen']) {
      await page().getByRole('button', { name, exact: true }).waitFor()
    }
    await expect.poll(menuLabels, POLL).toContain('Datei')
    expect(await menuLabels()).toContain('Fenster')
    await page().getByRole('button', { name: 'Neuer Chat' }).first().click()
    const box = page().getByRole('textbox', { name: 'Nachricht' })
    expect(await box.inputValue()).toBe('half a thought')
    ollama.enqueue(say('Gern.'))
    await page().getByRole('button', { name: 'Senden' }).click()
    await page().getByText('Gern.').waitFor()
    await open.app.evaluate(({ app, BrowserWindow }) => {
      app.relaunch = () => undefined
      BrowserWindow.getAllWindows()[0]?.reload()
    })
    await page().getByRole('textbox', { name: 'Nachricht' }).waitFor()

    await page().getByRole('button', { name: 'Einstellungen', exact: true }).click()
    await page().getByRole('radio', { name: 'English' }).click()
    await page().getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await page().evaluate(() => document.documentElement.lang)).toBe('en')
    await expect.poll(menuLabels, POLL).toContain('File')
  })
})

describe('the data folder', () => {
  it('is moved after the person said so, and both the window and the old folder tell', async () => {
    const desk = newHome()
    const more = { XDG_CONFIG_HOME: join(desk, 'config') }
    const [from, to] = [join(desk, 'config', 'Skillet'), join(desk, 'elsewhere')]
    mkdirSync(from, { recursive: true })
    mkdirSync(to)
    open = await launchApp('', ollama, [], more)
    ollama.enqueue(say('Noted.'))
    await send('Before the move')
    await page().getByText('Noted.').waitFor()
    await sayYes(open)
    await open.app.evaluate(({ app, dialog }, to) => {
      app.relaunch = () => undefined
      dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [to] })) as typeof dialog.showOpenDialog
    }, to)
    await page().getByRole('button', { name: 'Settings', exact: true }).click()
    const ended = new Promise((resolve) => open?.app.process().once('exit', resolve))
    await page().getByRole('button', { name: 'Move…' }).click()
    await ended
    expect(readdirSync(to)).toContain('skillet.db')

    open = await launchApp('', ollama, [], more)
    await page().getByText('Before the move').first().click()
    await page().getByText('Noted.').waitFor()
    await page().getByRole('button', { name: 'Settings', exact: true }).click()
    await page().getByText('The folder from before the move is at').waitFor()
    expect(existsSync(from)).toBe(false)
    expect(readdirSync(join(desk, 'config')).some((name) => name.startsWith('Skillet-moved-'))).toBe(true)
    await open.close()

    // The drive is unplugged: nothing is opened without a word, and nothing empty is made.
    rmSync(to, { recursive: true })
    const asked = await launchUnopened(more)
    expect(asked).toMatchObject({
      message: `The data of Skillet are not there: ${to}`,
      buttons: ['Quit', 'Try again', 'Use the folder from before the move'],
    })
    expect([existsSync(from), existsSync(to)]).toEqual([false, false])
    open = undefined
  })

  it('stays while a command runs, and where it was named', async () => {
    open = await launchApp(newHome(), ollama)
    const answer = await page().evaluate(() => window.skillet?.call('place.move', {}))
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining('SKILLET_HOME') } })
    await open.close()
    const more = { XDG_CONFIG_HOME: newHome() }
    open = await launchApp('', ollama, [SKILLS], more)
    ollama.enqueue(callTool('patience_follow', { file: '/dev/null' }))
    await send('Follow nothing')
    await page().getByRole('group', { name: 'Approve patience_follow' }).waitFor()
    const refused = await page().evaluate(() => window.skillet?.call('place.move', {}))
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining('waits for your decision') } })
  })
})

describe('the tray', () => {
  it('is refused in words where the desktop has none, and closing ends the app', async () => {
    open = await launchApp(newHome(), ollama, [], { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' })
    await page().getByRole('button', { name: 'Settings', exact: true }).click()
    await tray('On').click()
    await page()
      .getByText(/no place for the icon/)
      .waitFor()
    expect(await tray('Off').isChecked()).toBe(true)
    const ended = new Promise((resolve) => open?.app.process().once('exit', resolve))
    await closeWindow()
    await ended
    open = undefined
  })

  it.runIf(hasBusDaemon)('keeps commands and turns going while the window is hidden, and brings it back', async () => {
    const bus = await startSessionBus(newHome())
    onTestFinished(bus.stop)
    const file = join(newHome(), 'followed.txt')
    writeFileSync(file, 'first line\n')
    open = await launchApp(newHome(), ollama, [SKILLS], { DBUS_SESSION_BUS_ADDRESS: bus.address })
    await open.app.evaluate(({ Tray }) => {
      const shown = globalThis as unknown as { menu: Electron.Menu | null }
      shown.menu = null
      const set = Tray.prototype.setContextMenu
      Tray.prototype.setContextMenu = function setContextMenu(this: Electron.Tray, menu) {
        shown.menu = menu
        set.call(this, menu)
      }
    })
    await page().getByRole('button', { name: 'Settings', exact: true }).click()
    await tray('On').click()
    await expect.poll(trayLabels, POLL).toEqual(['Show Skillet', 'New chat', '', 'Quit Skillet'])
    await page().getByRole('button', { name: 'New chat' }).first().click()
    ollama.enqueue(callTool('patience_follow', { file }))
    await send('Follow the file')
    await page().getByRole('group', { name: 'Approve patience_follow' }).waitFor()
    await expect.poll(trayLabels, POLL).toContain('1 waits for your decision')
    await closeWindow()
    await expect.poll(isVisible, POLL).toBe(false)
    await clickTray('tray-waiting')
    await expect.poll(isVisible, POLL).toBe(true)
    await sayYes(open)
    await page().getByRole('button', { name: 'Run once' }).click()
    await page().getByText('first line').first().waitFor()
    await closeWindow()
    await expect.poll(isVisible, POLL).toBe(false)
    writeFileSync(file, 'second line\n', { flag: 'a' })
    await page().getByText('second line').first().waitFor({ state: 'attached' })
    await clickTray('tray-show')
    await expect.poll(isVisible, POLL).toBe(true)

    await sayYes(open)
    const ended = new Promise((resolve) => open?.app.process().once('exit', resolve))
    await clickTray('tray-quit').catch(() => undefined)
    await ended
    open = undefined
  })
})

describe('the system around it', () => {
  it('is offered no addresses to open, and frames the window itself', async () => {
    open = await launchApp(newHome(), ollama)
    const seen = await open.app.evaluate(({ app, BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      const [outer, inner] = [window?.getBounds(), window?.getContentBounds()]
      return {
        isHandler: app.isDefaultProtocolClient('skillet'),
        listeners: ['open-url', 'open-file'].map((name) => app.listenerCount(name)),
        isFramed: process.platform === 'linux' || (outer?.height ?? 0) > (inner?.height ?? 0),
        windows: BrowserWindow.getAllWindows().length,
      }
    })
    expect(seen).toEqual({ isHandler: false, listeners: [0, 0], isFramed: true, windows: 1 })
  })

  it('opens one window however often it is started, asked or told to open something', async () => {
    open = await launchApp(newHome(), ollama)
    await open.app.evaluate(({ app }) => {
      for (let n = 0; n < 3; n++) app.emit('second-instance', {}, ['skillet', 'skillet://app/evil', '/etc/passwd'], '/')
      app.emit('activate', {}, false)
    })
    expect(open.app.windows()).toHaveLength(1)
    expect(page().url()).toBe('skillet://app/index.html')
  })
})

function page() {
  if (!open) throw new Error('No app is open.')
  return open.page
}

const tray = (name: string) => page().getByRole('group', { name: 'In the background' }).getByRole('radio', { name })

const isVisible = () => open?.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())

const closeWindow = () =>
  open?.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined)

const menuLabels = () =>
  open?.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? [])

const trayLabels = () =>
  open?.app.evaluate(() =>
    (globalThis as unknown as { menu: Electron.Menu | null }).menu?.items.map(({ label }) => label),
  )

async function clickTray(id: string): Promise<void> {
  await open?.app.evaluate((_, id) => {
    ;(globalThis as unknown as { menu: Electron.Menu | null }).menu?.getMenuItemById(id)?.click()
  }, id)
}

async function send(text: string): Promise<void> {
  await page().getByRole('textbox', { name: 'Message' }).fill(text)
  await page().getByRole('button', { name: 'Send' }).click()
}
