import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLedger } from '#main/ledger/open-ledger'
import { callTool, say } from '#test/helpers/fake-ollama'
import { root } from '#test/helpers/root'
import { makeTempDir } from '#test/helpers/temp-dir'
import { body, makeToolCode } from '#test/helpers/tool-code'
import { setUpApp } from './set-up.ts'
import { answerDialogs, drop, go, PATIENCE, trust, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()

beforeAll(async () => {
  mkdirSync(home, { recursive: true })
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error('no record')
  const draft = { schema_name: 'note.v1', title: 'The bin is emptied on Tuesdays', tags: [], context: { text: 'bin' } }
  await opened.ledger.records({ do: 'create', draft, by: 'toolbox/toolbox_notes' })
  await opened.ledger.close()
  await start(home)
})

const source = body(`
  const config = input.config_id ? (await context.api.getBreadcrumb(input.config_id)).context.config : {}
  return { times: (config.factor ?? 2) * input.n }`)
const page = () => open.page
const shot = (name: string) => page().screenshot({ path: join(root, 'out', 'seen', `tool-code ${name}.png`) })
const runOnce = () => group('times').locator('button:enabled', { hasText: 'Run once' })
const group = (tool: string) => page().getByRole('group', { name: `Approve ${tool}` })

describe('a tool in one file', () => {
  it('is reviewed after it is dropped, with its source and the hosts it contacts', async () => {
    const fields = [
      {
        key: 'factor',
        label: 'Factor',
        ui_type: 'slider',
        default_value: 2,
        help_text: 'By how much.',
        validation: { min: 0, max: 10, step: 0.5 },
      },
      { key: 'name', label: 'Name', ui_type: 'text', required: true, placeholder: 'Yours' },
      { key: 'key', label: 'Key', ui_type: 'secret-select' },
      {
        key: 'note',
        label: 'Note',
        ui_type: 'select',
        options_source: { schema_name: 'note.v1', value_path: '$.id', label_path: '$.title' },
      },
      { key: 'more', label: 'More', ui_type: 'json' },
      { key: 'loud', label: 'Loud', ui_type: 'boolean' },
      { key: 'about', label: 'About', ui_type: 'textarea' },
    ]
    const tool = makeToolCode(source, {
      ...{ name: 'times', permissions: { network: ['api.example.com', 'localhost:8123'] } },
      ...{ ui_schema: { configurable: true, config_fields: fields } },
      examples: [
        { input: { n: 2 }, output: { times: 4 }, description: 'Two' },
        { input: { n: 3 }, output: { times: 7 }, description: 'A wrong one' },
      ],
    })
    const file = join(makeTempDir(), 'times.json')
    writeFileSync(file, JSON.stringify(tool))
    await drop(open, file, page().getByRole('button', { name: 'Install and review' }))
    await page().getByRole('button', { name: 'Install and review' }).click()
    const review = page().getByRole('article', { name: 'Review of times' })
    await expect.poll(() => review.textContent(), PATIENCE).toContain('config.factor ?? 2')
    await expect.poll(() => review.textContent(), PATIENCE).toContain('api.example.com')
    await shot('review')
    await answerDialogs(open, 1)
    await trust(open, 'times')
    await page().getByRole('switch', { name: 'Allow scripts for times' }).click()
    await page().getByRole('button', { name: 'Try times' }).waitFor(PATIENCE)
  })

  it('runs its own examples, asks about each, and says which one fails', async () => {
    await page().getByRole('button', { name: 'Try times' }).click()
    await page().getByRole('button', { name: 'Run examples' }).click()
    for (let example = 0; example < 2; example += 1) {
      await runOnce().click(PATIENCE)
      await runOnce().waitFor({ state: 'detached' })
    }
    const examples = page().getByRole('region', { name: 'Examples' })
    await expect.poll(() => examples.textContent(), PATIENCE).toMatch(/Two.*A wrong one.*times.*7.*6/s)
    await shot('examples')
  })

  it('is configured in its form, and main says what does not fit', async () => {
    const settings = page().getByRole('region', { name: 'Tool settings' })
    await settings.getByText('Not saved yet.').waitFor()
    await settings.getByLabel('Factor').fill('2.5')
    await settings.getByRole('button', { name: 'Save settings' }).click()
    await settings.getByText('A value is needed.').waitFor()
    expect(await settings.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true)
    await shot('settings problem')
    await settings.getByLabel('Name').fill('Ada')
    await settings.getByLabel('Factor').fill('5')
    await settings.getByRole('button', { name: 'Load options for Note' }).click()
    await settings.getByLabel('Note').selectOption({ label: 'The bin is emptied on Tuesdays' })
    await settings.getByRole('button', { name: 'Save settings' }).click()
    await settings.getByText('Settings saved.').waitFor()
    await shot('settings')
    const reach = page().getByRole('switch', { name: 'Let it connect to http://localhost:8123' })
    await reach.click()
    await expect.poll(() => reach.isChecked(), PATIENCE).toBe(true)
    await reach.scrollIntoViewIfNeeded()
    await shot('hosts')
    await page().emulateMedia({ colorScheme: 'dark' })
    await shot('settings dark')
    await page().emulateMedia({ colorScheme: 'light' })
  })

  it('is called in a chat with those settings, and the model reads its result', async () => {
    ollama.enqueue(callTool('times', { n: 3 }), say('It is fifteen.'))
    await write(open, 'What is three times?')
    await group('times').waitFor()
    await group('times').evaluate((card) => card.scrollIntoView({ block: 'start' }))
    await shot('card')
    await group('times').evaluate((card) => card.scrollIntoView({ block: 'end' }))
    await runOnce().click(PATIENCE)
    await page().getByText('It is fifteen.').waitFor()
    const messages = ollama.requests.at(-1)?.messages as { content: string }[]
    expect(messages.at(-1)?.content).toBe('{"times":15}')
    await shot('chat')
  })
})

describe('settings', () => {
  it('says why no secret can be kept on a system without a key store', async () => {
    await go(open, 'Settings')
    const secrets = open.page.getByRole('region', { name: 'Secrets', exact: true })
    await secrets.scrollIntoViewIfNeeded()
    await expect.poll(() => secrets.textContent(), PATIENCE).toMatch(/no key store|Save secret/)
    await shot('secrets')
  })

  it('lists what tools stored, and searches it without losing a letter', async () => {
    const stored = open.page.getByRole('region', { name: 'Stored', exact: true })
    await stored.scrollIntoViewIfNeeded()
    await stored.getByText('The bin is emptied on Tuesdays').first().waitFor()
    await stored.getByRole('searchbox', { name: 'Search records' }).fill('nothing')
    await stored.getByText('No matching records').waitFor()
    const field = stored.getByRole('searchbox', { name: 'Search records' })
    await field.fill('')
    // Faster than main can answer.
    await field.evaluate((box: HTMLInputElement) => {
      box.focus()
      for (const letter of 'the bin is') document.execCommand('insertText', false, letter)
    })
    expect(await field.inputValue()).toBe('the bin is')
    await stored.getByText('The bin is emptied on Tuesdays').first().waitFor()
    await shot('stored')
  })
})
