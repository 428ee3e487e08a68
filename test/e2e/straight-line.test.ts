import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { root } from '#test/helpers/root'
import { sayYes } from './launch.ts'
import { SKILLS, setUpApp } from './set-up.ts'
import { send } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()
// Not in the data folder, which no command gets to see.
const file = join(newHome(), 'followed.txt')

beforeAll(startWithYes)

describe('the main path, from message to record', () => {
  it('asks before a bundled skill runs, shows the exact command, runs it once and answers', async () => {
    ollama.enqueue(callTool('system_disk', {}), say('Your disk has room.'))
    await send(open, 'How full is the disk?')
    const approval = open.page.getByRole('group', { name: 'Approve system_disk' })
    await approval.waitFor()
    expect(await approval.innerText()).toMatch(/Check disk space.*df /s)
    await approval.locator('button:enabled', { hasText: 'Run once' }).waitFor()
    if (process.env.SKILLET_SHOTS) await open.page.screenshot({ path: join(root, 'docs', 'skillet.png') })
    await approval.getByRole('button', { name: 'Run once' }).click()
    await open.page.getByText('Your disk has room.').waitFor()
    const card = open.page.getByRole('article', { name: 'Tool call system_disk' })
    expect(await card.innerText()).toMatch(/Checked disk space\s*df .*exit 0/s)
  })

  it('gave the model the output of the command', () => {
    const messages = ollama.requests.at(-1)?.messages as { role: string; content: string; tool_name?: string }[]
    expect(messages.at(-1)).toMatchObject({ role: 'tool', tool_name: 'system_disk' })
    expect(messages.at(-1)?.content).toContain('Filesystem')
  })

  it('streams output into the card while the command runs, and stops it with all its children', async () => {
    writeFileSync(file, 'first line\n')
    ollama.enqueue(callTool('patience_follow', { file }))
    await send(open, 'Follow the file')
    await approve('patience_follow')
    const card = open.page.getByRole('article', { name: 'Tool call patience_follow' })
    await card.getByText('first line').waitFor()
    writeFileSync(file, 'second line\n', { flag: 'a' })
    await card.getByText('second line').waitFor()
    await open.page.getByRole('button', { name: 'Stop' }).click()
    await open.page.getByRole('button', { name: 'Send' }).waitFor()
    expect(await card.innerText()).toMatch(/cancel|stopped/i)
  })

  it('runs nothing after a denial, and tells the model so in fixed words', async () => {
    ollama.enqueue(callTool('system_memory', {}), say('As you wish.'))
    await send(open, 'How much memory is free?')
    const approval = open.page.getByRole('group', { name: 'Approve system_memory' })
    await approval.getByRole('button', { name: 'Deny', exact: true }).click()
    await open.page.getByText('As you wish.').waitFor()
    await open.page.getByRole('button', { name: 'Send' }).waitFor()
    const messages = ollama.requests.at(-1)?.messages as { content: string }[]
    expect(messages.at(-1)?.content).toBe('User declined this call.')
  })

  it('shows the chat and the run as they were after a restart', async () => {
    const before = await conversation(open.page)
    await open.close()
    await startWithYes()
    await openFirstChat(open.page)
    await expect.poll(() => conversation(open.page)).toBe(before)
  })

  it('says interrupted after the app was killed during a run, and does not repeat it', async () => {
    ollama.enqueue(callTool('patience_follow', { file }))
    await send(open, 'Follow it again')
    await approve('patience_follow')
    await open.page
      .getByRole('article', { name: 'Tool call patience_follow' })
      .last()
      .getByText('second line')
      .waitFor()
    const asked = ollama.requests.length
    await open.kill()
    await startWithYes()
    await openFirstChat(open.page)
    const card = open.page.getByRole('article', { name: 'Tool call patience_follow' }).last()
    await expect.poll(() => card.innerText()).toMatch(/interrupted/i)
    expect(ollama.requests.length).toBe(asked)
  })

  it('ends what the killed app had left running', async () => {
    await expect.poll(() => findFollowers()).toEqual([])
  })
})

async function startWithYes(): Promise<void> {
  await start(home, [SKILLS])
  // What follows a file outside of the folder it runs in is confirmed by a dialog as well.
  await sayYes(open)
}

/** Processes that still read the file of this test. */
function findFollowers(): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(readCommand)
    .filter((command) => command.includes('tail ') && command.includes(file))
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

async function approve(tool: string): Promise<void> {
  const approval = open.page.getByRole('group', { name: `Approve ${tool}` })
  await approval.getByRole('button', { name: 'Run once' }).click()
}

async function openFirstChat(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Chats' }).getByText('How full is the disk?').click()
  await page.getByText('Your disk has room.').waitFor()
}

const conversation = (page: Page): Promise<string> => page.getByRole('region', { name: 'Conversation' }).innerText()
