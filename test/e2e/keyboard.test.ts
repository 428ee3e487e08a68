import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, end, part, say } from '#test/helpers/fake-ollama'
import { describeTool, writeSkill } from '#test/main/skills/write-skill'
import { setUpApp } from './set-up.ts'
import { answerDialogs, chooseFile, PATIENCE } from './steps.ts'

/** More elements than any screen has between two of interest. */
const MOST_TABS = 120

const { ollama, open, start, newHome } = setUpApp('file')
const source = join(newHome(), 'sample')
const folder = join(newHome(), 'lists')

beforeAll(async () => {
  mkdirSync(folder)
  writeSkill({ 'tools.json': describeTool() }, source)
  await start(newHome())
  await answerDialogs(open, 1)
  // What fades in is looked at as it will be.
  await open.page.emulateMedia({ reducedMotion: 'reduce' })
})

describe('with the keyboard alone', () => {
  it('a skill is installed, read to its end and trusted', async () => {
    await command('Skills')
    await tabTo('Install skill')
    await press('Enter')
    await tabTo('Git repository URL or path')
    await type(source)
    await press('Enter')
    await open.page.getByRole('button', { name: 'Install and review' }).waitFor()
    await tabTo('Install and review')
    await press('Enter')
    await open.page.getByRole('article', { name: 'Review of sample' }).waitFor()
    await tabTo('Close')
    await press('End')
    const trust = open.page.getByRole('button', { name: 'Trust sample' })
    await expect.poll(() => trust.isEnabled()).toBe(true)
    await tabTo('Trust sample')
    await press('Enter')
    await open.page.getByRole('switch', { name: 'Enable sample' }).waitFor()
  })

  it('a message is sent, its command approved, and its output read', async () => {
    ollama.enqueue(callTool('say', { text: 'hello' }), say('Said hello.'))
    await press('Control+n')
    await expect.poll(() => focused()).toMatchObject({ name: 'Message' })
    await type('Say hello')
    await press('Enter')
    await open.page.getByRole('group', { name: 'Approve say' }).waitFor()
    // Plain Enter never runs anything, and the keys that do are armed after a moment.
    await press('Enter')
    await expect.poll(approveByKey).toBe(true)
    await open.page.getByText('Said hello.').waitFor()
    await tabTo('Message')
    await tabTo(/^Ran/, { back: true })
    await press('Enter')
    await open.page.getByRole('article', { name: 'Tool call say' }).getByText('hello', { exact: true }).waitFor()
  })

  it('a command is denied with Esc, and the answer stopped with Esc', async () => {
    const held = Promise.withResolvers<void>()
    ollama.enqueue(callTool('say', { text: 'no' }), { ...say('A long answer that does not end'), until: held.promise })
    await press('Control+n')
    await type('Say no')
    await press('Enter')
    // Before the card was seen, and once it is answered, Esc stops the answer.
    const card = open.page.getByRole('group', { name: 'Approve say' })
    await card.getByText('Esc', { exact: true }).waitFor()
    await press('Escape')
    await card.waitFor({ state: 'detached' })
    await open.page.getByText('A', { exact: true }).waitFor()
    await press('Escape')
    await open.page.getByRole('button', { name: 'Send' }).waitFor()
    held.resolve()
  })

  it('a command is denied with a note, which the model reads', async () => {
    ollama.enqueue(callTool('say', { text: 'loud' }), say('I will whisper.'))
    await press('Control+n')
    await expect.poll(() => focused()).toMatchObject({ name: 'Message' })
    await type('Say it loud')
    await press('Enter')
    await open.page.getByRole('group', { name: 'Approve say' }).waitFor()
    await tabTo('Deny with a note', { back: true })
    await press('Enter')
    await expect.poll(() => focused()).toMatchObject({ name: 'Note for the model' })
    await press('Escape')
    await expect.poll(() => focused()).toMatchObject({ name: 'Deny with a note', isSeen: true })
    await press('Enter')
    await type('Whisper it')
    await tabTo('Deny and send')
    await press('Enter')
    await open.page.getByText('I will whisper.').waitFor()
    expect(JSON.stringify(ollama.requests.at(-1))).toContain('Whisper it')
    await expect.poll(() => focused()).toMatchObject({ name: expect.stringMatching(/^Denied/), isSeen: true })
  })

  it('a setting is found and changed', async () => {
    await command('Settings')
    await tabTo('Search settings')
    await type('text size')
    await tabTo('Normal')
    await press('ArrowRight')
    await expect.poll(textSize).toBe('large')
    await press('ArrowLeft')
    await expect.poll(textSize).toBe('normal')
  })

  it('typing goes back to the message box after a box over the page closes', async () => {
    await press('Control+n')
    await expect.poll(() => focused()).toMatchObject({ name: 'Message' })
    for (const [keys, name] of [
      ['Control+k', 'Command palette'],
      ['Control+Shift+f', 'Search all chats'],
    ] as const) {
      await press(keys)
      await open.page.getByRole('dialog', { name }).waitFor()
      await press('Escape')
      await open.page.getByRole('dialog').waitFor({ state: 'detached' })
      await type('x')
    }
    expect(await message().inputValue()).toBe('xx')
    await message().fill('')
  })

  it('with two waiting commands the card shows one and lists the other, and a key decides only the one shown', async () => {
    const calls = ['one', 'two'].map((text) => ({ function: { name: 'say', arguments: { text } } }))
    ollama.enqueue({ lines: [part({ content: '', tool_calls: calls }), end()] }, say('Said one.'))
    await press('Control+n')
    await type('Say both')
    await press('Enter')
    const cards = open.page.getByRole('group', { name: 'Approve say' })
    await cards.getByText('1 of 2').waitFor()
    expect(await cards.count()).toBe(1)
    await cards.getByRole('button', { name: 'Next' }).click()
    await cards.getByText('2 of 2').waitFor()
    expect(await cards.locator('.command').first().innerText()).toBe('echo two')
    await cards.getByRole('button', { name: 'Previous' }).click()
    await cards.getByText('1 of 2').waitFor()
    await message().focus()
    await expect.poll(() => cards.filter({ hasText: 'Ctrl Enter' }).count()).toBe(1)
    // With a draft nothing runs, and a denial is asked for twice.
    await type('later')
    await press('Control+Enter')
    await open.page.getByText('Send or clear your message first.').waitFor()
    await press('Escape')
    await open.page.getByText('Press Esc again to deny.').waitFor()
    expect(await cards.getByText('1 of 2').count()).toBe(1)
    await message().fill('')
    const first = cards.filter({ hasText: 'Ctrl Enter' })
    expect(await first.innerText()).toContain('1 of 2')
    await expect.poll(() => first.getByRole('button', { name: /^Run once/ }).isEnabled()).toBe(true)
    await press('Control+Enter')
    await expect.poll(() => cards.locator('.command').first().innerText()).toBe('echo two')
    await cards.getByRole('button', { name: 'Deny with a note' }).click()
    await type('not that')
    expect(await cards.getByRole('textbox', { name: 'Note for the model' }).inputValue()).toBe('not that')
    await cards.getByRole('button', { name: 'Edit arguments' }).click()
    const edited = cards.getByRole('textbox', { name: 'text' })
    await expect.poll(() => edited.evaluate((box) => box === document.activeElement)).toBe(true)
    await cards.getByRole('button', { name: 'Deny', exact: true }).click()
    await open.page.getByText('Said one.').waitFor()
    await expect.poll(() => focused()).toMatchObject({ name: 'Message' })
  })

  it('a title can be changed, and the context meter closes with Esc', async () => {
    await open.page.getByRole('button', { name: 'Rename this chat' }).click()
    await type('Both said')
    await press('Enter')
    await open.page.getByRole('heading', { level: 1, name: 'Both said', exact: true }).waitFor()
    await expect.poll(() => focused()).toMatchObject({ name: 'Message' })
    await open.page.getByRole('button', { name: /^Context:/ }).click()
    const meter = open.page.getByRole('dialog', { name: 'Context usage' })
    await meter.waitFor()
    await press('Escape')
    await meter.waitFor({ state: 'hidden' })
  })

  it('a folder is chosen, a file replaced there with its details open, inspected, and brought back', async () => {
    const file = join(folder, 'list.txt')
    writeFileSync(file, 'milk\n')
    await chooseFile(open, folder)
    await press('Control+n')
    await expect.poll(() => focused()).toMatchObject({ name: 'Message' })
    await tabTo(/^Works in/, { back: true })
    await press('Enter')
    await open.page.getByRole('button', { name: /^Works in lists/ }).waitFor()
    await tabTo('Message')
    ollama.enqueue(callTool('write_files_save', { path: 'list.txt', content: 'bread\n' }), say('Replaced.'))
    await type('Write bread')
    await press('Enter')
    const card = open.page.getByRole('group', { name: 'Approve write_files_save' })
    await card.waitFor()
    await tabTo('Details', { back: true })
    await press('Enter')
    await card.getByRole('region', { name: 'Details' }).waitFor()
    await expect
      .poll(async () => {
        await press('Control+Enter')
        return card.count()
      }, PATIENCE)
      .toBe(0)
    await open.page.getByText('Replaced.').waitFor()
    expect(readFileSync(file, 'utf8')).toBe('bread\n')
    await press('Control+Alt+b')
    await open.page.getByRole('region', { name: 'Inspector' }).getByText('write_files_save').first().waitFor()
    await tabTo('Undo')
    await press('Enter')
    await expect.poll(() => readFileSync(file, 'utf8'), PATIENCE).toBe('milk\n')
    await press('Control+Alt+b')
  })

  it('every page and overlay can be reached and left, and the focus is always visible', async () => {
    const { page } = open
    for (const name of ['Skills', 'Activity', 'Background', 'Models', 'Other programs', 'Settings'] as const) {
      await command(name)
      await page.getByRole('heading', { level: 1, name }).waitFor()
      for (let at = 0; at < 12; at++) {
        await press('Tab')
        expect(await focused()).toMatchObject({ isSeen: true })
      }
    }
    for (const [keys, name] of [
      ['Control+k', 'Command palette'],
      ['Control+/', 'Keyboard shortcuts'],
      ['Control+Shift+f', 'Search all chats'],
    ] as const) {
      await press(keys)
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      expect(await dialog.getAttribute('aria-label')).toBe(name)
      await press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })
})

const textSize = () => open.page.evaluate(() => document.documentElement.dataset.textSize)
const message = () => open.page.getByRole('textbox', { name: 'Message' })
const press = (keys: string) => open.page.keyboard.press(keys)
const type = (text: string) => open.page.keyboard.type(text)

/** Through the palette. */
async function command(name: string): Promise<void> {
  await press('Control+k')
  await open.page.getByRole('dialog').waitFor()
  await type(name)
  await press('Enter')
  await open.page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function approveByKey(): Promise<boolean> {
  await press('Control+Enter')
  return (await open.page.getByRole('group', { name: 'Approve say' }).count()) === 0
}

async function tabTo(wanted: string | RegExp, { back = false } = {}): Promise<void> {
  const met: string[] = []
  for (let at = 0; at < MOST_TABS; at++) {
    const { name, isSeen } = await focused()
    if (typeof wanted === 'string' ? name === wanted : wanted.test(name)) {
      expect({ name, isSeen }).toEqual({ name, isSeen: true })
      return
    }
    met.push(name)
    await press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`no ${wanted} among ${met.join(' | ')}`)
}

/** What has the focus, by its name, and whether a person sees that it has. */
function focused(): Promise<{ name: string; isSeen: boolean }> {
  return open.page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return { name: '', isSeen: true }
    const fields = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]
    const labels = fields.some((field) => element instanceof field) ? (element as HTMLInputElement).labels : null
    const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? ''
    const looks = () =>
      [element, element.parentElement, element.closest('.composer-box')].map((shown) =>
        [null, '::before', '::after'].map((part) => {
          const { outline, boxShadow, border, background, opacity } = getComputedStyle(shown ?? element, part)
          return [outline, boxShadow, border, background, opacity]
        }),
      )
    const before = JSON.stringify(looks())
    element.blur()
    const isSeen = JSON.stringify(looks()) !== before
    element.focus({ focusVisible: true } as FocusOptions)
    return { name: name.trim(), isSeen }
  })
}
