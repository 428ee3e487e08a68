import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { end, part, say } from '#test/helpers/fake-ollama'
import { setUpApp } from './set-up.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()

beforeAll(() => start(home))

const box = () => open.page.getByRole('textbox', { name: 'Message' })
const button = (name: string | RegExp) => open.page.getByRole('button', { name })

describe('around the chat', () => {
  it('queues a message sent during a turn, and sends it after the turn', async () => {
    const gate = Promise.withResolvers<void>()
    ollama.enqueue(
      { ...(say('The first answer.') as { lines: object[] }), until: gate.promise },
      say('The second answer.'),
    )
    await box().fill('First')
    await box().press('Enter')
    await button('Stop').waitFor()
    await box().fill('Second')
    await box().press('Enter')
    await open.page.getByRole('list', { name: 'Queued messages' }).getByText('Second').waitFor()
    gate.resolve()
    await open.page.getByText('The second answer.').waitFor()
    expect(await open.page.getByRole('list', { name: 'Queued messages' }).count()).toBe(0)
    await button('Send').waitFor()
  })

  it('moves nothing when a turn ends and its buttons appear', async () => {
    const gate = Promise.withResolvers<void>()
    ollama.enqueue({ lines: [part({ content: 'The third answer.' }), end()], until: gate.promise })
    await box().fill('Third')
    await box().press('Enter')
    const answer = open.page.getByText('The third answer.')
    await answer.waitFor()
    await button('Stop').waitFor()
    const said = open.page.getByText('Third', { exact: true }).last()
    const topOf = async () => [(await said.boundingBox())?.y, (await answer.boundingBox())?.y]
    const before = await topOf()
    gate.resolve()
    await button('Send').waitFor()
    await button('Copy message').last().waitFor({ state: 'attached' })
    expect(await topOf()).toEqual(before)
  })

  it('shows how much of the context the latest request used', async () => {
    await open.page.getByText(/k of \d+k/).click()
    await open.page.getByText('Conversation', { exact: true }).waitFor()
    await open.page.getByText(/k of \d+k/).click()
  })

  it('copies a message through main', async () => {
    await open.page.getByText('The third answer.').hover()
    await button('Copy message').last().click()
    await button('Copied').waitFor()
    expect(await open.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('The third answer.')
  })

  it('finds a message by its words from another page, and shows it', async () => {
    await open.page.keyboard.press('Control+n')
    await open.page.keyboard.press('Control+Shift+f')
    await open.page.getByRole('combobox', { name: 'Search all chats' }).fill('first answ')
    const hit = open.page.getByRole('option', { name: /The first answer/ })
    // Two alike are told apart by their chat and their time.
    expect(await hit.innerText()).toMatch(/First · .*\d{1,2}:\d{2}/)
    await hit.click()
    await open.page.locator('[data-found]').getByText('The first answer.').waitFor()
  })

  it('runs the commands of the palette, and lists every key', async () => {
    await open.page.keyboard.press('Control+k')
    await open.page.getByRole('combobox', { name: 'Command palette' }).fill('short')
    await open.page.keyboard.press('Enter')
    await open.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Ctrl Shift F').waitFor()
    await open.page.keyboard.press('Escape')
    await expect.poll(() => open.page.getByRole('dialog').count()).toBe(0)
  })

  it('stays usable next to the inspector in the narrowest window', async () => {
    const resize = (width: number) =>
      open.app.evaluate(({ BrowserWindow }, width) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(width, 850)
      }, width)
    await resize(720)
    await expect.poll(() => open.page.evaluate(() => innerWidth)).toBe(720)
    await open.page.keyboard.press('Control+Alt+b')
    const inspector = open.page.getByRole('region', { name: 'Inspector' })
    await inspector.waitFor()
    const [left, right] = [await box().boundingBox(), await inspector.boundingBox()]
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
    await box().click()
    await open.page.keyboard.press('Control+Alt+b')
    await resize(1360)
    await expect.poll(() => open.page.evaluate(() => innerWidth)).toBe(1360)
  })

  it('does not cover the message box with the offer to undo a deletion', async () => {
    await button('Delete this chat').click()
    const [undo, written] = [await open.page.locator('.undo').boundingBox(), await box().boundingBox()]
    expect((undo?.y ?? 0) + (undo?.height ?? 0)).toBeLessThan(written?.y ?? 0)
    await button('Undo').click()
    await open.page.getByText('The second answer.').waitFor()
  })

  it('brings a deleted chat back', async () => {
    await button('Delete this chat').click()
    await expect.poll(() => open.page.getByRole('region', { name: 'Today' }).count()).toBe(0)
    await button('Undo').click()
    await open.page.getByText('The second answer.').waitFor()
  })

  it('keeps unsent text when the app quits', async () => {
    await box().fill('Half a sentence')
    await expect.poll(readDrafts, { timeout: 20_000 }).toContain('Half a sentence')
    await open.kill()
    await start(home)
    await open.page.getByRole('button', { name: 'First' }).click()
    await expect.poll(() => box().inputValue(), { timeout: 20_000 }).toBe('Half a sentence')
  })
})

function readDrafts(): string {
  return existsSync(join(home, 'drafts.json')) ? readFileSync(join(home, 'drafts.json'), 'utf8') : ''
}
