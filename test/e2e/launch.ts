import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import type { Requests } from '#main/requests/requests'
import type { WindowApi } from '#shared/requests/window-requests'
import { findElectron, HOLD_BACK } from '#test/helpers/electron-here'
import type { FakeOllama } from '#test/helpers/fake-ollama'
import { root } from '#test/helpers/root'

export interface OpenApp {
  app: ElectronApplication
  page: Page
  home: string
  /** Its process is gone, by whatever way. */
  ended: Promise<void>
  /** Does nothing to an app that has ended. */
  close(): Promise<void>
  /** As the system does when it is out of memory. */
  kill(): Promise<void>
}

export function makeHome(): { home: string; remove(): void } {
  const home = mkdtempSync(join(tmpdir(), 'skillet-e2e-'))
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) }
}

/** Where the chats of the tests work, in place of the person's own folder. */
const OWN_FOLDERS = join(tmpdir(), `skillet-folders-${process.pid}`)

/** Without a `home`, the app looks for its data itself, by the environment in `more`. */
export async function launchApp(
  home: string,
  ollama: FakeOllama | { host: string },
  args: string[] = [],
  more: Record<string, string> = {},
  /** As in homes of before, what only reads is asked about too. */
  asksAboutReads = true,
): Promise<OpenApp> {
  const { executablePath, args: common, env: plain } = electronCommand(home, ollama.host)
  const env = { ...plain, ...more }
  const { app, page } = await comeUp(
    () => _electron.launch({ executablePath, args: ['-r', HOLD_BACK, ...common, ...args], env, timeout: COME_UP_MS }),
    asksAboutReads,
  )
  const child = app.process()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    app,
    page,
    home,
    ended,
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      // A test may end with commands running or approvals waiting, and nobody is there to answer.
      await answerYes(app).catch(() => undefined)
      // Where the app ends while the driver still asks it something, the driver waits for ever.
      await Promise.race([app.close(), ended])
      await ended
    },
    kill: async () => {
      // The whole group: a GPU process that lost its parent was seen to spin for ever.
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await ended
    },
  }
}

// Longer than the 20 s that Chromium waits for a copy of itself that does not answer any more.
const COME_UP_MS = 30_000

async function comeUp(
  launch: () => Promise<ElectronApplication>,
  asksAboutReads: boolean,
  tries = 3,
): Promise<{ app: ElectronApplication; page: Page }> {
  let app: ElectronApplication | undefined
  try {
    app = askAgain(await launch())
    const page = await app.firstWindow({ timeout: COME_UP_MS })
    await page.getByRole('textbox', { name: 'Message' }).waitFor({ timeout: COME_UP_MS })
    // It can be written in before what stands behind it is open.
    await page.evaluate(knowAll, asksAboutReads)
    return { app, page }
  } catch (error) {
    if (app) process.kill(-(app.process().pid ?? 0), 'SIGKILL')
    if (tries <= 1) throw error
    return comeUp(launch, asksAboutReads, tries - 1)
  }
}

/** What the page asks for first, once more: main answers in order. */
async function knowAll(asksAboutReads: boolean): Promise<void> {
  const { skillet } = window as unknown as { skillet: WindowApi<Requests> }
  const about = await skillet.call('app.read', {})
  if (asksAboutReads && about.ok && about.value.settings.policy === 'changes') {
    await skillet.call('setting.change', { name: 'policy', value: 'ask' })
  }
  await skillet.call('skill.list', {})
}

/** From now on the person presses the button that says yes in every dialog of the system. */
export async function sayYes({ app }: OpenApp): Promise<void> {
  await answerYes(app)
}

async function answerYes(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ dialog }) => {
    const answer = async () => ({ response: 1, checkboxChecked: false })
    dialog.showMessageBox = answer as typeof dialog.showMessageBox
  })
}

/** The inspector of main now and then collects the promise of an answer before it settles. */
function askAgain(app: ElectronApplication): ElectronApplication {
  const evaluate = app.evaluate.bind(app) as (...asked: unknown[]) => Promise<unknown>
  const ask = async (asked: unknown[], tries = 5): Promise<unknown> => {
    try {
      return await evaluate(...asked)
    } catch (error) {
      if (tries <= 1 || !String(error).includes('was garbage collected')) throw error
      return ask(asked, tries - 1)
    }
  }
  return Object.assign(app, { evaluate: (...asked: unknown[]) => ask(asked) })
}

export function electronCommand(home: string, ollamaHost: string) {
  const executablePath = findElectron('npm test')
  const args = [root, ...(home ? [`--home=${home}`] : []), '--log-level=3', '--lang=en-US']
  return { executablePath, args, env: { ...reduceEnv(), OLLAMA_HOST: ollamaHost, SKILLET_FOLDERS: OWN_FOLDERS } }
}

function reduceEnv(): Record<string, string> {
  const { PATH = '', HOME = '', XAUTHORITY, VITEST_POOL_ID } = process.env
  const displays = (process.env.SKILLET_DISPLAYS ?? process.env.DISPLAY ?? '').split(' ')
  const DISPLAY = displays[Number(VITEST_POOL_ID ?? 1) % displays.length] ?? ''
  const XDG_STATE_HOME = join(OWN_FOLDERS, '..', 'skillet-test-state')
  return { PATH, HOME, DISPLAY, XDG_STATE_HOME, LANG: 'C.UTF-8', LANGUAGE: 'en', ...(XAUTHORITY && { XAUTHORITY }) }
}

/** Starts the app where it cannot open, and gives what it asks the person; "Quit" is the answer. */
export async function launchUnopened(more: Record<string, string>): Promise<unknown> {
  const { executablePath, args, env } = electronCommand('', 'http://127.0.0.1:9')
  const listen = join(root, 'test', 'e2e', 'tell-question.cjs')
  const child = spawn(executablePath, ['-r', listen, ...args, '--no-sandbox'], {
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.on('data', (data) => {
    said += data
  })
  await once(child, 'close')
  return JSON.parse(/^ASKED (.*)$/m.exec(said)?.[1] ?? 'null')
}
