import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { root } from '#test/helpers/root'
import { setUpApp } from './set-up.ts'
import { answerDialogs, go, PATIENCE, trust, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const program = join(root, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')
const asking = JSON.stringify({
  mcpServers: {
    asker: {
      command: join(root, 'node_modules', '.bin', 'node'),
      args: [join(root, 'test', 'fixtures', 'mcp', 'hostile-server.mjs'), 'asks'],
    },
  },
})
const pasted = JSON.stringify({
  mcpServers: { everything: { command: join(root, 'node_modules', '.bin', 'node'), args: [program] } },
})

/** For a person to look at. */
async function picture(name: string): Promise<void> {
  const folder = process.env.SKILLET_PICTURES
  if (folder) await open.page.screenshot({ path: join(folder, `${name}.png`) })
}

beforeAll(async () => {
  await start(newHome())
  await answerDialogs(open, 1)
})

describe('a server from its pasted JSON to a call', () => {
  it('is reviewed by its command before it starts', async () => {
    const { page } = open
    await go(open, 'Skills')
    await page.getByRole('button', { name: 'Install skill' }).click()
    await page.getByRole('textbox', { name: 'Command, address or JSON' }).fill(pasted)
    await page.getByRole('button', { name: 'Add and review' }).click()
    const review = page.getByRole('article', { name: 'Review of everything' })
    await expect.poll(() => review.innerText()).toContain('server-everything')
    await picture('review')
    await trust(open, 'everything')
  })

  it('is asked what it offers, which is reviewed like every other change', async () => {
    const { page } = open
    await picture('sheet')
    await page.getByRole('button', { name: 'List tools' }).click()
    const review = page.getByRole('article', { name: 'Review of everything' })
    await expect.poll(() => review.innerText(), { timeout: 30_000 }).toContain('everything_echo')
    await picture('list')
    await trust(open, 'everything')
  })

  it('is called by the model after the person approved the card that names server and tool', async () => {
    const { page } = open
    ollama.enqueue(callTool('everything_echo', { message: 'from the model' }), say('It was repeated.'))
    await write(open, 'Repeat something')
    const approval = page.getByRole('group', { name: 'Approve everything_echo' })
    await approval.getByRole('button', { name: 'Run once' }).waitFor()
    expect(await approval.innerText()).toContain('everything echo')
    await picture('card')
    await approval.getByRole('button', { name: 'Run once' }).click()
    await page.getByRole('region', { name: 'Messages' }).getByText('It was repeated.').waitFor()
  })
})

describe('a server that asks in the middle of a call', () => {
  it('gets what the person writes into the card, and nothing before', async () => {
    const { page } = open
    await go(open, 'Skills')
    await page.getByRole('button', { name: 'Install skill' }).click()
    await page.getByRole('textbox', { name: 'Command, address or JSON' }).fill(asking)
    await page.getByRole('button', { name: 'Add and review' }).click()
    await trust(open, 'asker')
    await page.getByRole('button', { name: 'List tools' }).click()
    await expect
      .poll(() => page.getByRole('article', { name: 'Review of asker' }).innerText(), PATIENCE)
      .toContain('asker_act')
    await trust(open, 'asker')
    ollama.enqueue(callTool('asker_act', { text: 'now' }), say('It was told.'))
    await write(open, 'Act')
    await page.getByRole('button', { name: 'Run once' }).waitFor()
    await picture('asker-card')
    await page.getByRole('button', { name: 'Run once' }).click()
    const form = page.getByRole('form', { name: 'Question from asker' })
    await form.waitFor()
    expect(await form.innerText()).toMatch(/The server asker asks you[\s\S]*Which one\?/)
    const send = form.getByRole('button', { name: 'Send answer' })
    expect(await send.isDisabled()).toBe(true)
    await form.getByRole('textbox', { name: 'city' }).fill('Villingen')
    await picture('question')
    await send.press('Enter')
    await page.getByRole('region', { name: 'Messages' }).getByText('It was told.').waitFor()
    const card = page.getByRole('article', { name: 'Tool call asker_act' })
    await card.getByRole('button', { expanded: false }).click()
    expect(await card.innerText()).toContain('city (9), size (1)')
    expect(await card.innerText()).toContain('"city":"Villingen","size":"l"')
  })
})
