import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type FakeOllama, startFakeOllama } from '#test/helpers/fake-ollama'
import { root } from '#test/helpers/root'
import { launchApp, makeHome, type OpenApp } from './launch.ts'

/** For the app: skills made for these tests, beside the bundled ones. */
export const SKILLS = `--skills=${join(root, 'test', 'fixtures', 'e2e-skills')}`

/** A screenshot at the end of each test, to be looked at. */
const SEEN = join(root, 'out', 'seen')

export interface SetUp {
  /** It answers from the first hook of the file to its last. */
  ollama: FakeOllama
  /** Always the app that was started last. */
  open: OpenApp
  /** Takes what `launchApp` takes. */
  start(home: string, args?: string[], more?: Record<string, string>): Promise<void>
  newHome(): string
}

/** Until the end of the file, or of each test, an app stays open and a home is kept. */
export function setUpApp(until: 'file' | 'test'): SetUp {
  const ollama = {} as FakeOllama
  const open: Partial<OpenApp> = {}
  const homes: ReturnType<typeof makeHome>[] = []

  const putAway = async () => {
    await open.close?.()
    for (const { remove } of homes.splice(0)) remove()
  }
  beforeAll(async () => {
    Object.assign(ollama, await startFakeOllama())
  })
  if (until === 'test') afterEach(putAway)
  // Hooks of this kind run from the last to the first.
  afterEach(({ task }) => keepPicture(open, `${basename(task.file.name, '.test.ts')} ${task.name}`))
  afterAll(async () => {
    await putAway()
    await ollama.close()
  })

  return {
    ollama,
    open: open as OpenApp,
    start: async (home, args, more) => {
      Object.assign(open, await launchApp(home, ollama, args, more))
    },
    newHome: () => {
      const made = makeHome()
      homes.push(made)
      return made.home
    },
  }
}

async function keepPicture({ app, ended }: Partial<OpenApp>, name: string): Promise<void> {
  const taking = app?.evaluate(async ({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]
    if (!window?.isVisible() || window.webContents.isCrashed()) return ''
    return (await window.webContents.capturePage()).toPNG().toString('base64')
  })
  // An app that has ended, or ends now, answers no more.
  const picture = await Promise.race([taking?.catch(() => ''), ended])
  if (!picture) return
  mkdirSync(SEEN, { recursive: true })
  writeFileSync(join(SEEN, `${name.replace(/[^a-z0-9]+/gi, '-').slice(0, 120)}.png`), Buffer.from(picture, 'base64'))
}
