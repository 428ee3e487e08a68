import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { setUpApp } from './set-up.ts'
import { answerDialogs, chooseFile, dialogs, drop, PATIENCE, send, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const machine = realpathSync(newHome())
const pictures = join(machine, 'Pictures')
const odd = join(machine, 'line one\nline two')

beforeAll(async () => {
  for (const folder of [pictures, odd]) mkdirSync(folder)
  for (const file of ['sea.txt', 'hill.txt']) writeFileSync(join(pictures, file), 'x')
  await start(newHome())
  await answerDialogs(open, 1)
})

const press = (keys: string) => open.page.keyboard.press(keys)
const card = (tool: string) => open.page.getByRole('group', { name: `Approve ${tool}` })
const row = (tool: string) => open.page.getByRole('article', { name: `Tool call ${tool}` })
const folders = () => open.page.getByRole('group', { name: 'Folders' })
/** Esc denies once the card shows its key. */
async function deny(tool: string): Promise<void> {
  await card(tool).getByText('Esc', { exact: true }).waitFor()
  await press('Escape')
}
const answered = (text: string) => open.page.getByText(text, { exact: true }).waitFor()

describe('a folder that is closed to the chat', () => {
  it('is named on the card, which no key answers with yes, and is denied by Esc', async () => {
    ollama.enqueue(callTool('files_list', { path: pictures }), say('Not allowed.'))
    await write(open, 'What is in my pictures?')
    const shown = card('files_list')
    await shown.getByRole('heading', { name: 'Pictures is closed to this chat' }).waitFor()
    expect(await shown.innerText()).toMatch(/wants to read .*Pictures/)
    expect(await shown.innerText()).not.toContain('Ctrl Enter')
    await expect.poll(() => shown.getByRole('button', { name: 'Open to read' }).isEnabled()).toBe(true)
    await press('Control+Enter')
    await press('Enter')
    expect(await shown.count()).toBe(1)
    await deny('files_list')
    await answered('Not allowed.')
    expect(await row('files_list').innerText()).toContain('Denied')
  })

  it('is opened to read from the card, shown in the composer, and closed there again', async () => {
    ollama.enqueue(callTool('files_list', { path: pictures }), say('Two files.'))
    await send(open, 'Look again')
    const openToRead = card('files_list').getByRole('button', { name: 'Open to read' })
    await expect.poll(() => openToRead.isEnabled()).toBe(true)
    await openToRead.press('Enter')
    await card('files_list')
      .getByRole('button', { name: /^Run once/ })
      .click()
    await answered('Two files.')
    expect(JSON.stringify(ollama.requests.at(-1))).toContain('hill.txt')
    await folders().getByText('Pictures').waitFor()
    await folders().getByText('read only').waitFor()

    ollama.enqueue(callTool('write_files_save', { path: join(pictures, 'new.txt'), content: 'x' }), say('Kept out.'))
    await send(open, 'Write there')
    const shown = card('write_files_save')
    await shown.getByRole('heading', { name: 'Pictures is closed to this chat' }).waitFor()
    expect(await shown.getByRole('button', { name: 'Open to read' }).count()).toBe(0)
    await deny('write_files_save')
    await answered('Kept out.')

    await folders().getByRole('button', { name: 'Close Pictures' }).press('Enter')
    await expect.poll(() => folders().getByText('Pictures').count()).toBe(0)
    ollama.enqueue(callTool('files_list', { path: pictures }), say('Closed again.'))
    await send(open, 'And now?')
    await card('files_list').getByRole('heading', { name: 'Pictures is closed to this chat' }).waitFor()
    await deny('files_list')
    await answered('Closed again.')
  })
})

describe('the folder that a chat works in', () => {
  it('is chosen in the composer, and its commands run there', async () => {
    await open.page.getByRole('button', { name: 'New chat' }).click()
    await chooseFile(open, pictures)
    await folders()
      .getByRole('button', { name: /^Works in/ })
      .press('Enter')
    await folders()
      .getByRole('button', { name: /^Works in Pictures/ })
      .waitFor()
    ollama.enqueue(callTool('files_list', { path: '.' }), say('Here they are.'))
    await send(open, 'What is here?')
    expect(await card('files_list').innerText()).toContain(`In ${pictures}`)
    await card('files_list')
      .getByRole('button', { name: /^Run once/ })
      .click()
    await answered('Here they are.')
  })

  it('is chosen again from the recent ones, after a dialog, and left for the one of its own', async () => {
    await open.page.getByRole('button', { name: 'New chat' }).click()
    await folders()
      .getByRole('button', { name: /^Works in This chat/ })
      .waitFor()
    await answerDialogs(open, 1)
    const recent = folders().getByRole('combobox', { name: 'Recent folders' })
    await recent.selectOption(pictures)
    await folders()
      .getByRole('button', { name: /^Works in Pictures/ })
      .waitFor()
    expect((await dialogs(open))[0]).toContain('Pictures')
    await recent.selectOption({ label: 'This chat’s folder' })
    await folders()
      .getByRole('button', { name: /^Works in This chat/ })
      .waitFor()
  })

  it('is chosen by dropping it on the composer, after a dialog', async () => {
    await press('Control+n')
    await folders()
      .getByRole('button', { name: /^Works in This chat/ })
      .waitFor()
    const box = await open.page.getByRole('textbox', { name: 'Message' }).boundingBox()
    if (!box) throw new Error('the message box is not on the screen')
    await answerDialogs(open, 1)
    const works = folders().getByRole('button', { name: /^Works in Pictures/ })
    await drop(open, pictures, works, { x: box.x + 40, y: box.y + 10 })
    expect((await dialogs(open))[0]).toContain('Pictures')
  })

  it('may have a line break in its name, which is spelled out and breaks no line', async () => {
    await press('Control+n')
    await chooseFile(open, odd)
    await folders()
      .getByRole('button', { name: /^Works in/ })
      .press('Enter')
    const label = folders().getByRole('button', { name: /^Works in line one/ })
    await label.waitFor()
    expect(await label.innerText()).toBe('line one\\nline two')
    expect((await folders().boundingBox())?.height).toBeLessThan(60)
    ollama.enqueue(callTool('files_list', { path: '.' }), say('Nothing here.'))
    await send(open, 'What is here?')
    expect(await card('files_list').innerText()).toContain('line one\\nline two')
    await card('files_list')
      .getByRole('button', { name: /^Run once/ })
      .click()
    await answered('Nothing here.')
    await expect.poll(() => row('files_list').innerText(), PATIENCE).toContain('Listed')
  })
})
