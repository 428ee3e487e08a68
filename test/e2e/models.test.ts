import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { describeModels } from '#test/helpers/open-chat'
import { sayYes } from './launch.ts'
import { SKILLS, setUpApp } from './set-up.ts'
import { send } from './steps.ts'

const MODEL = 'tiny:1b'

const { ollama, open, start, newHome } = setUpApp('file')

beforeAll(async () => {
  ollama.setModels(MODEL, 'other:2b')
  describeModels(ollama, ['completion', 'tools', 'thinking'])
  await start(newHome(), [SKILLS])
  await sayYes(open)
})

const page = () => open.page
const offered = () => {
  const tools = (ollama.requests.at(-1)?.tools ?? []) as { function: { name: string } }[]
  return tools.map((tool) => tool.function.name)
}

async function ask(text: string, answer: string): Promise<void> {
  ollama.enqueue(say(answer))
  await send(open, text)
  await page().getByText(answer).waitFor()
  await page().getByRole('button', { name: 'Send' }).waitFor()
}

const goTo = (place: string) =>
  page().getByRole('region', { name: 'Chats' }).getByRole('button', { name: place }).click()

describe('the model of the next message', () => {
  it('is chosen with the keyboard alone, from a list above the composer', async () => {
    // The window can be written in before the models are known.
    await page()
      .getByRole('button', { name: /^Model: \S+:/ })
      .waitFor()
    await page().getByRole('textbox', { name: 'Message' }).press('Control+Shift+M')
    const list = page().getByRole('listbox', { name: 'Choose a model' })
    await list.waitFor()
    await expect.poll(() => list.getByRole('option').allInnerTexts()).toHaveLength(3)
    // The list takes the keys a moment after it is drawn.
    await expect.poll(() => list.evaluate((box) => box.contains(document.activeElement))).toBe(true)
    await page().keyboard.press('Home')
    await page().keyboard.press('ArrowDown')
    await page().keyboard.press('Enter')
    await list.waitFor({ state: 'hidden' })
    await page().getByRole('button', { name: 'Model: other:2b' }).waitFor()
    await ask('Hello there', 'Hello to you.')
    expect(ollama.requests.at(-1)).toMatchObject({ model: 'other:2b' })
  })

  it('leaves the list with Esc without choosing', async () => {
    await page().getByRole('button', { name: 'Model: other:2b' }).click()
    const list = page().getByRole('listbox', { name: 'Choose a model' })
    await list.waitFor()
    await page().keyboard.press('ArrowUp')
    await page().keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await page().getByRole('button', { name: 'Model: other:2b' }).waitFor()
  })

  it('thinks only while its switch is on', async () => {
    await page().getByRole('switch', { name: 'Think' }).click()
    await expect.poll(() => page().getByRole('switch', { name: 'Think' }).getAttribute('aria-checked')).toBe('false')
    await ask('Do not think', 'Done without.')
    expect(ollama.requests.at(-1)).toMatchObject({ think: false })
  })
})

describe('the settings of a model', () => {
  it('go with the request, and a context above what it was trained for is refused with a sentence', async () => {
    await goTo('Models')
    const row = page().locator('.model', { hasText: 'other:2b' })
    await row.getByText('Set up and test').click()
    await row.getByLabel('Keep in memory').selectOption({ label: '1 hour' })
    await row.getByLabel('Context').fill('1000000')
    await row.getByRole('button', { name: 'Save' }).click()
    await page().getByText('was trained for 32768 tokens').waitFor()
    await row.getByLabel('Context').fill('20000')
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByText('context 20,000').waitFor()
    await page().getByRole('region', { name: 'Chats' }).getByText('Hello there').click()
    await ask('What do patience_follow and system_disk do?', 'Now with more room.')
    expect(ollama.requests.at(-1)).toMatchObject({ keep_alive: '1h', options: { num_ctx: 20_000 } })
    await expect.poll(() => page().locator('.meter').innerText()).toContain('of 20k')
  })
})

describe('a tool that is switched off', () => {
  it('is offered to no chat, and a call of it runs nothing', async () => {
    expect(offered()).toContain('patience_follow')
    await goTo('Skills')
    await page()
      .getByRole('button', { name: /^patience/ })
      .click()
    const toggle = page().getByRole('switch', { name: 'Let the model use patience_follow' })
    await toggle.click()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false')
    await page().getByRole('region', { name: 'Chats' }).getByText('Hello there').click()
    ollama.enqueue(callTool('patience_follow', { file: '/etc/hostname' }), say('I cannot.'))
    await send(open, 'Call patience_follow')
    await page().getByText('I cannot.').waitFor()
    expect(offered()).not.toContain('patience_follow')
    const messages = ollama.requests.at(-1)?.messages as { content: string }[]
    expect(messages.at(-1)?.content).toContain('The user switched off patience_follow')
  })

  it('can be off for one chat only', async () => {
    await page()
      .getByRole('button', { name: /^Skills and tools in this chat/ })
      .click()
    const list = page().getByRole('dialog', { name: 'Skills and tools in this chat' })
    expect(offered()).toContain('system_disk')
    await list.getByRole('checkbox', { name: 'system', exact: true }).click()
    await expect.poll(() => list.getByRole('checkbox', { name: 'system', exact: true }).isChecked()).toBe(false)
    await page().keyboard.press('Escape')
    await ask('Call system_disk', 'Less than before.')
    expect(offered()).not.toContain('system_disk')
    // The conversation may name it, so the message says what is off.
    expect(JSON.stringify(ollama.requests.at(-1))).toContain(
      '[Switched off in this chat from now on: all tools of system]',
    )
    await page().getByRole('button', { name: 'New chat' }).click()
    await ask('Call system_disk here', 'Everything else.')
    expect(offered()).toContain('system_disk')
  })
})

describe('a trial', () => {
  it('says how the model did, and which style did best', async () => {
    await goTo('Models')
    const row = page().locator('.model', { hasText: 'other:2b' })
    await row.getByText('Set up and test').click()
    ollama.enqueue(...Array.from({ length: 200 }, () => say('{"name":"timer_set","arguments":{"minutes":12}}')))
    await row.getByRole('button', { name: /^Test other:2b/ }).click()
    await row.getByText('Often picks the wrong tool.').waitFor()
    await row.getByText('Tools listed in the instructions').waitFor()
  })
})

describe('a loaded model', () => {
  it('reads ahead when the person begins to type, and the status line says that it is ready', async () => {
    await page().getByRole('button', { name: 'New chat' }).click()
    const box = page().getByRole('textbox', { name: 'Message' })
    await box.waitFor()
    const loaded = [MODEL, 'other:2b'].map((name) => ({ name, size: 1, context_length: 8192 }))
    ollama.answer('/api/ps', { status: 200, body: JSON.stringify({ models: loaded }) })
    ollama.enqueue(say('I'))
    await box.press('H')
    await expect.poll(() => ollama.requests.at(-1)).toMatchObject({ options: { num_predict: 1 } })
    await page()
      .getByText(/ ready$/)
      .waitFor()
  })
})
