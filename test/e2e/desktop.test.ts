import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { hasBusDaemon, startSessionBus } from '#test/helpers/session-bus'
import { launchUnopened, sayYes } from './launch.ts'
import { SKILLS, setUpApp } from './set-up.ts'
import { chooseFile, closeWindow, isVisible, PATIENCE, send } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('test')

async function setWidth(width: number): Promise<void> {
  await open.app.evaluate(({ BrowserWindow }, width) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(width, 850)
  }, width)
  await expect.poll(() => page().evaluate(() => innerWidth)).toBe(width)
}

describe('the language', () => {
  it('changes everywhere at once, loses nothing, and is still chosen at the next start', async () => {
    const home = newHome()
    await start(home)
    await page().getByRole('textbox', { name: 'Message' }).fill('half a thought')
    await page().getByRole('button', { name: 'Settings', exact: true }).click()
    await page().getByRole('radio', { name: 'Deutsch' }).click()
    await page().getByRole('heading', { name: 'Einstellungen' }).waitFor()
    expect(await page().evaluate(() => document.documentElement.lang)).toBe('de')
    expect(await page().evaluate(() => (document.activeElement as HTMLInputElement | null)?.value)).toBe('de')
    for (const name of ['Skills', 'Verlauf', 'Modelle', 'Einstellungen']) {
      await page().getByRole('button', { name, exact: true }).waitFor()
    }
    await expect.poll(menuLabels, PATIENCE).toContain('Datei')
    expect(await menuLabels()).toContain('Fenster')
    await page().getByRole('button', { name: 'Neuer Chat' }).first().click()
    const box = page().getByRole('textbox', { name: 'Nachricht' })
    expect(await box.inputValue()).toBe('half a thought')
    ollama.enqueue(say('Gern.'))
    await page().getByRole('button', { name: 'Senden' }).click()
    await page().getByText('Gern.').waitFor()
    // Its words are long: with the largest text in the narrowest window, the chips still leave room to write.
    await setWidth(720)
    await page().evaluate(() => {
      document.documentElement.style.fontSize = '140%'
    })
    const tops = await page()
      .locator('.composer-chips > *')
      .evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().bottom))
    const rows = tops.toSorted((a, b) => a - b).filter((top, at, all) => at === 0 || top - (all[at - 1] ?? 0) > 12)
    expect(rows.length).toBeLessThanOrEqual(3)
    await setWidth(1360)
    await page().getByRole('button', { name: 'Einstellungen', exact: true }).waitFor()
    await open.app.evaluate(({ app, BrowserWindow }) => {
      app.relaunch = () => undefined
      BrowserWindow.getAllWindows()[0]?.reload()
    })
    await page().getByRole('textbox', { name: 'Nachricht' }).waitFor()

    await page().getByRole('button', { name: 'Einstellungen', exact: true }).click()
    await page().getByRole('radio', { name: 'English' }).click()
    await page().getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await page().evaluate(() => document.documentElement.lang)).toBe('en')
    await expect.poll(menuLabels, PATIENCE).toContain('File')
  })
})

describe('the data folder', () => {
  it('moves after the person says so, and both the window and the old folder say where it is', async () => {
    const desk = newHome()
    const more = { XDG_CONFIG_HOME: join(desk, 'config') }
    const [from, to] = [join(desk, 'config', 'Skillet'), join(desk, 'elsewhere')]
    mkdirSync(from, { recursive: true })
    mkdirSync(to)
    await start('', [], more)
    ollama.enqueue(say('Noted.'))
    await send(open, 'Before the move')
    await page().getByText('Noted.').waitFor()
    await sayYes(open)
    await chooseFile(open, to)
    await open.app.evaluate(({ app }) => {
      app.relaunch = () => undefined
    })
    await page().getByRole('button', { name: 'Settings', exact: true }).click()
    await page().getByRole('button', { name: 'Move…' }).click()
    await open.ended
    expect(readdirSync(to)).toContain('skillet.db')

    await start('', [], more)
    await page().getByText('Before the move').first().click()
    await page().getByText('Noted.').waitFor()
    await page().getByRole('button', { name: 'Settings', exact: true }).click()
    await page().getByText('The old folder is at').waitFor()
    expect(existsSync(from)).toBe(false)
    expect(readdirSync(join(desk, 'config')).some((name) => name.startsWith('Skillet-moved-'))).toBe(true)
    await open.close()

    // The drive is unplugged: nothing is opened without a word, and nothing empty is made.
    rmSync(to, { recursive: true })
    const asked = await launchUnopened(more)
    expect(asked).toMatchObject({
      message: `Skillet’s data folder is missing: ${to}`,
      buttons: ['Quit', 'Try again', 'Use the old folder'],
    })
    expect([existsSync(from), existsSync(to)]).toEqual([false, false])
  })

  it('stays while a command runs, and can stay named as it was', async () => {
    await start(newHome())
    const answer = await page().evaluate(() => window.skillet?.call('place.move', {}))
    expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining('SKILLET_HOME') } })
    await open.close()
    const more = { XDG_CONFIG_HOME: newHome() }
    await start('', [SKILLS], more)
    ollama.enqueue(callTool('patience_follow', { file: '/dev/null' }))
    await send(open, 'Follow nothing')
    await page().getByRole('group', { name: 'Approve patience_follow' }).waitFor()
    const refused = await page().evaluate(() => window.skillet?.call('place.move', {}))
    expect(refused).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('waiting for your decision') },
    })
  })
})

describe('the tray', () => {
  it('is refused with a sentence on a desktop without one, and closing the window ends the app', async () => {
    await start(newHome(), [], { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' })
    await page().getByRole('button', { name: 'Settings', exact: true }).click()
    await tray('On').click()
    await page()
      .getByText(/no icons of background programs/)
      .waitFor()
    expect(await tray('Off').isChecked()).toBe(true)
    await closeWindow(open)
    await open.ended
  })

  it.runIf(hasBusDaemon)('keeps commands and turns going while the window is hidden, and brings it back', async () => {
    const bus = await startSessionBus(newHome())
    onTestFinished(bus.stop)
    const file = join(newHome(), 'followed.txt')
    writeFileSync(file, 'first line\n')
    await start(newHome(), [SKILLS], { DBUS_SESSION_BUS_ADDRESS: bus.address })
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
    await expect.poll(trayLabels, PATIENCE).toEqual(['Show Skillet', 'New chat', '', 'Quit Skillet'])
    await page().getByRole('button', { name: 'New chat' }).first().click()
    ollama.enqueue(callTool('patience_follow', { file }))
    await send(open, 'Follow the file')
    await page().getByRole('group', { name: 'Approve patience_follow' }).waitFor()
    await expect.poll(trayLabels, PATIENCE).toContain('1 needs your approval')
    await closeWindow(open)
    await expect.poll(() => isVisible(open), PATIENCE).toBe(false)
    await clickTray('tray-waiting')
    await expect.poll(() => isVisible(open), PATIENCE).toBe(true)
    await sayYes(open)
    await page().getByRole('button', { name: 'Run once' }).click()
    await page().getByText('first line').first().waitFor()
    await closeWindow(open)
    await expect.poll(() => isVisible(open), PATIENCE).toBe(false)
    writeFileSync(file, 'second line\n', { flag: 'a' })
    await page().getByText('second line').first().waitFor({ state: 'attached' })
    await clickTray('tray-show')
    await expect.poll(() => isVisible(open), PATIENCE).toBe(true)

    await sayYes(open)
    await clickTray('tray-quit').catch(() => undefined)
    await open.ended
  })
})

describe('the desktop around the app', () => {
  it('gets no claim on web addresses, and the system draws the window frame', async () => {
    await start(newHome())
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

  it('opens one window however often the app is started, called or told to open something', async () => {
    await start(newHome())
    await open.app.evaluate(({ app }) => {
      for (let n = 0; n < 3; n++) app.emit('second-instance', {}, ['skillet', 'skillet://app/evil', '/etc/passwd'], '/')
      app.emit('activate', {}, false)
    })
    expect(open.app.windows()).toHaveLength(1)
    expect(page().url()).toBe('skillet://app/index.html')
  })
})

const page = () => open.page

const tray = (name: string) => page().getByRole('group', { name: 'Run in background' }).getByRole('radio', { name })

const menuLabels = () =>
  open.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? [])

const trayLabels = () =>
  open.app.evaluate(() =>
    (globalThis as unknown as { menu: Electron.Menu | null }).menu?.items.map(({ label }) => label),
  )

async function clickTray(id: string): Promise<void> {
  await open.app.evaluate((_, id) => {
    ;(globalThis as unknown as { menu: Electron.Menu | null }).menu?.getMenuItemById(id)?.click()
  }, id)
}
