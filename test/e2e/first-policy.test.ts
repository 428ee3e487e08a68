import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callTool, type FakeOllama, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { launchApp, makeHome, type OpenApp } from './launch.ts'
import { PATIENCE, write } from './steps.ts'

const { home, remove } = makeHome()
let ollama: FakeOllama
let open: OpenApp

beforeAll(async () => {
  ollama = await startFakeOllama()
  open = await launchApp(home, ollama, [], {}, false)
})
afterAll(async () => {
  await open.close()
  await ollama.close()
  remove()
})

const card = (tool: string) => open.page.getByRole('group', { name: `Approve ${tool}` })
const policy = () => open.page.locator('.policy-chip').getByRole('combobox')

describe('a new home, where the sandbox is full and the model runs here', () => {
  it('says in the composer that it asks for changes, runs what only reads, and asks before it writes', async () => {
    await expect.poll(() => policy().inputValue(), PATIENCE).toBe('changes')
    ollama.enqueue(
      callTool('files_find', { name: 'a' }),
      callTool('write_files_save', { path: 'a.txt', content: 'a' }),
      say('Found nothing, wrote it.'),
    )
    await write(open, 'Find a, or write it')
    await card('write_files_save').waitFor()
    const read = open.page.getByRole('article', { name: 'Tool call files_find' })
    expect(await read.innerText()).toContain('Looked for a')
    await card('write_files_save')
      .getByRole('button', { name: /^Run once/ })
      .click()
    await open.page.getByText('Found nothing, wrote it.').waitFor()
  })

  it('asks every time once the person chose so, by key', async () => {
    // In a new chat the choice is for all chats.
    await open.page.getByRole('button', { name: 'New chat' }).click()
    await policy().selectOption('ask')
    ollama.enqueue(callTool('files_find', { name: 'b' }), say('Asked.'))
    await write(open, 'Find b')
    await card('files_find').waitFor()
    await card('files_find')
      .getByRole('button', { name: /^Deny(?! with)/ })
      .press('Enter')
    await open.page.getByText('Asked.').waitFor()
  })
})
