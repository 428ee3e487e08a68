import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callTool, end, part, say } from '#test/helpers/fake-ollama'
import type { OpenApp } from './launch.ts'
import { SKILLS, setUpApp } from './set-up.ts'
import { clickMenu, send } from './steps.ts'

const LINE = 'a line of code that goes on for a while, so that it has to be wrapped or scrolled'

const { ollama, open, start, newHome } = setUpApp('file')

beforeAll(async () => {
  await start(newHome(), [SKILLS])
  await open.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(720, 700))
})
afterEach(async () => {
  expect(await sideways()).toEqual([])
  await open.page
    .getByRole('button', { name: 'Stop', exact: true })
    .click({ timeout: 500 })
    .catch(() => undefined)
})

describe('what comes from a model', () => {
  it('fits the card, the inspector and the record with a name of 64 wide characters', async () => {
    const name = '界'.repeat(64)
    ollama.enqueue(callTool(name, { what: '界'.repeat(200) }), say('I see.'))
    await newChat('Use a wide tool')
    const card = open.page.getByRole('article', { name: `Tool call ${name}` })
    await card.waitFor()
    await open.page.getByText('I see.').waitFor()
    expect(await overlaps(card)).toEqual([])
    await card.getByRole('button').first().click()
    await open.page.keyboard.press('Control+Alt+b')
    await open.page.getByLabel('Inspector').first().waitFor()
    expect(await sideways()).toEqual([])
    await open.page.keyboard.press('Control+Alt+b')
    await clickMenu(open, 'open-activity')
    await open.page.getByText(name.slice(0, 10)).first().waitFor()
    expect(await sideways()).toEqual([])
  })

  it('may be 10 000 lines in one block, and the message box still responds', async () => {
    const lines = Array.from({ length: 10_000 }, (_, n) => `${n} ${LINE}`)
    ollama.enqueue({
      lines: [
        part({ content: '```js\n' }),
        ...chunk(lines, 500).map((some) => part({ content: `${some.join('\n')}\n` })),
        part({ content: '```\n\nThat was long.' }),
        end(),
      ],
    })
    await newChat('Write much')
    await open.page.getByText('That was long.').waitFor({ timeout: 120_000 })
    const box = open.page.getByRole('textbox', { name: 'Message' })
    await box.fill('still here')
    expect(await box.inputValue()).toBe('still here')
    const code = await open.page.evaluate(() => document.querySelector('.markdown pre')?.textContent?.length ?? 0)
    expect(code).toBeGreaterThan(0)
    await box.fill('')
  })

  it.each([
    ['a fence', 'Before.\n\n```sh\nrm -rf nothing'],
    ['a table', 'Before.\n\n| a | b |\n|---|--'],
    ['a link', 'Before. [text](https://example.org/un'],
    ['an emphasis', 'Before. **bold and _more'],
    ['a tag', 'Before. <div onclick="x'],
  ])('may leave %s unclosed, while it writes and for good', async (_what, text) => {
    const held = Promise.withResolvers<void>()
    ollama.enqueue({ lines: [part({ content: text }), part({ content: ' and the rest' }), end()], until: held.promise })
    await newChat('Half a thing')
    await open.page.locator('[data-streaming]').getByText('Before.').waitFor()
    held.resolve()
    await open.page.getByText('Regenerate').waitFor()
    expect(await open.page.locator('.markdown').last().innerText()).toContain('Before.')
    expect(await open.page.locator('.markdown').last().innerText()).toContain('and the rest')
  })

  it('may mix writing directions, but nothing can turn a command around unseen', async () => {
    const file = 'photo\u202egnp.exe \u05e9\u05dc\u05d5\u05dd'
    ollama.enqueue(callTool('patience_follow', { file }, 'שלום, \u202eabc\u202c this is mixed مرحبا'))
    await newChat('Follow the file שלום and hello')
    const approval = open.page.getByRole('group', { name: 'Approve patience_follow' })
    await approval.waitFor()
    const shown = await approval.innerText()
    expect(shown).toContain('202E')
    expect(shown).not.toContain('\u202e')
    await approval.getByRole('button', { name: 'Deny', exact: true }).click()
  })

  it.each([
    ['nothing', say('')],
    ['spaces', { lines: [part({ content: ' \n ' }), end()] }],
  ])('may be %s: the chat says so, and offers to ask again', async (_what, reply) => {
    ollama.enqueue(reply)
    await newChat('Say nothing')
    await open.page.getByText('The model gave no answer.').waitFor()
    ollama.enqueue(say('Now I do.'))
    await open.page.getByRole('button', { name: 'Regenerate' }).click()
    await open.page.getByText('Now I do.').waitFor()
  })
})

describe('a message of the person', () => {
  it('may be a single endless word', async () => {
    ollama.enqueue(say(`${'x'.repeat(5000)} done`))
    await newChat('y'.repeat(5000))
    await open.page.getByText('done').waitFor()
    expect(await sideways()).toEqual([])
  })
})

async function newChat(text: string): Promise<void> {
  // In a narrow window the sidebar lies over the page.
  await clickMenu(open, 'new-chat')
  await send(open, text)
}

const chunk = (lines: string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(lines.length / size) }, (_, n) => lines.slice(n * size, (n + 1) * size))

/** What is wider than the place it is in and cannot be scrolled to: the page itself, or its columns. */
function sideways(): Promise<string[]> {
  return open.page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.place, .thread, .composer, .inspector, .page-scroll')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ className, scrollWidth, clientWidth }) => `${className} ${scrollWidth} > ${clientWidth}`),
  )
}

/** Neighbours in a card's head that lie on each other. */
function overlaps(card: ReturnType<OpenApp['page']['locator']>): Promise<string[]> {
  return card.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const pieces = [...element.querySelectorAll('button, span, code')].filter(({ children }) => children.length === 0)
    return pieces
      .map((piece) => ({ piece, at: piece.getBoundingClientRect() }))
      .filter(({ at }) => at.width > 1 && at.height > 1 && (at.right > box.right + 1 || at.left < box.left - 1))
      .map(({ piece }) => piece.outerHTML.slice(0, 120))
  })
}
