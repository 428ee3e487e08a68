import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { root } from '#test/helpers/root'
import { setUpApp } from './set-up.ts'
import { answerDialogs, go, trust, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const program = join(root, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')
const pasted = JSON.stringify({
  mcpServers: { everything: { command: join(root, 'node_modules', '.bin', 'node'), args: [program] } },
})

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
    if (process.env.SKILLET_PICTURES) await page.screenshot({ path: join(process.env.SKILLET_PICTURES, 'review.png') })
    await trust(open, 'everything')
  })

  it('is asked what it offers, which is reviewed like every other change', async () => {
    const { page } = open
    if (process.env.SKILLET_PICTURES) await page.screenshot({ path: join(process.env.SKILLET_PICTURES, 'sheet.png') })
    await page.getByRole('button', { name: 'List tools' }).click()
    const review = page.getByRole('article', { name: 'Review of everything' })
    await expect.poll(() => review.innerText(), { timeout: 30_000 }).toContain('everything_echo')
    if (process.env.SKILLET_PICTURES) await page.screenshot({ path: join(process.env.SKILLET_PICTURES, 'list.png') })
    await trust(open, 'everything')
  })

  it('is called by the model after the person approved the card that names server and tool', async () => {
    const { page } = open
    ollama.enqueue(callTool('everything_echo', { message: 'from the model' }), say('It was repeated.'))
    await write(open, 'Repeat something')
    const approval = page.getByRole('group', { name: 'Approve everything_echo' })
    await approval.getByRole('button', { name: 'Run once' }).waitFor()
    expect(await approval.innerText()).toContain('everything echo')
    if (process.env.SKILLET_PICTURES) await page.screenshot({ path: join(process.env.SKILLET_PICTURES, 'card.png') })
    await approval.getByRole('button', { name: 'Run once' }).click()
    await page.getByRole('region', { name: 'Messages' }).getByText('It was repeated.').waitFor()
  })
})
