import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { electronCommand, makeHome } from './launch.ts'
import { setUpApp } from './set-up.ts'
import { crash, inPage, isVisible, send } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('test')
const children: ChildProcess[] = []
const { home, remove } = makeHome()

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(remove)

describe('a second copy of the app', () => {
  it('brings the first to the front and ends', async () => {
    await start(home)
    await open.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    const second = spawnApp(home)
    const [code] = await once(second.child, 'exit')
    expect(code).toBe(0)
    expect(second.said()).toContain('open already')
    await expect.poll(() => isVisible(open)).toBe(true)
    expect(open.app.windows()).toHaveLength(1)
  })

  it('leaves one owner of the data when ten start at once', async () => {
    const ten = Array.from({ length: 10 }, () => spawnApp(home))
    const ended = ten.filter(({ child }) => once(child, 'exit').then(() => true))
    await expect.poll(() => ended.filter(({ child }) => child.exitCode === 0).length, { timeout: 40_000 }).toBe(9)
    expect(ten.filter(({ child }) => child.exitCode === null)).toHaveLength(1)
  })
})

describe('an obstacle at the start', () => {
  it('is named with its remedy if the data folder cannot be written', async () => {
    const file = join(home, 'a-file')
    writeFileSync(file, '')
    const { said } = spawnApp(join(file, 'home'))
    await expect.poll(said, { timeout: 20_000 }).toMatch(/cannot open: .*a-file.*home/s)
    expect(said()).not.toMatch(/\n\s+at /)
  })

  it('is shown in the window if the record was damaged, with what was kept and where the damaged file is', async () => {
    const home = newHome()
    await start(home)
    ollama.enqueue(say('Remember this.'))
    await send(open, 'Are you there?')
    await open.page.getByText('Remember this.').waitFor()
    await open.close()
    const file = join(home, 'skillet.db')
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 24, 96)
    writeFileSync(file, bytes)
    await start(home)
    await open.page
      .getByText(/damaged/)
      .first()
      .waitFor()
    expect(readdirSync(home).some((name) => name.startsWith('skillet.db.damaged-'))).toBe(true)
    await open.page.getByText('Are you there?').first().click()
    await open.page.getByText('Remember this.').waitFor()
  })
})

describe('a window that crashes', () => {
  it('returns with the chat as it was, and the approval still waits', async () => {
    await start(home)
    ollama.enqueue(callTool('system_memory', {}), say('There is enough.'))
    await send(open, 'Is there memory?')
    await open.page.getByRole('group', { name: 'Approve system_memory' }).waitFor()
    await crash(open)
    // The driver gives a crashed page up for ever, so the new one is asked through main.
    await press('Is there memory?')
    await press('Run once')
    await expect.poll(() => inPage(open, 'document.body.innerText'), { timeout: 10_000 }).toContain('There is enough.')
  })
})

async function press(button: string): Promise<void> {
  const found = `[...document.querySelectorAll('button:enabled')].find((each) => each.textContent.includes('${button}'))`
  await expect.poll(() => inPage(open, `Boolean(${found})`), { timeout: 10_000 }).toBe(true)
  await inPage(open, `${found}.click()`)
}

function spawnApp(home: string) {
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
