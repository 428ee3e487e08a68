import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { say } from '#test/helpers/fake-ollama'
import { makePng } from '#test/helpers/make-picture'
import { describeModels } from '#test/helpers/open-chat'
import { setUpApp } from './set-up.ts'
import { ask, chooseFile, drop, go } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()
const place = newHome()

const cat = makePng(640, 400, 90)
const dog = makePng(300, 300, 160)

beforeAll(async () => {
  describeModels(ollama, ['completion', 'tools', 'vision'])
  await start(home)
})

const box = () => open.page.getByRole('textbox', { name: 'Message' })
const button = (name: string | RegExp) => open.page.getByRole('button', { name })
const conversation = () => open.page.getByRole('region', { name: 'Messages' })
const attached = () => open.page.getByRole('list', { name: 'Attached pictures' })
const shown = () => conversation().getByRole('list', { name: 'Pictures of this message' })

function write(name: string, content: string | Uint8Array): string {
  const file = join(place, name)
  writeFileSync(file, content)
  return file
}

const isDrawn = (picture: Locator) =>
  picture.evaluate(async (image) => {
    if (!(image instanceof HTMLImageElement)) return false
    await image.decode()
    return image.naturalWidth > 0
  })

const sentImages = () => {
  const messages = (ollama.requests.at(-1)?.messages ?? []) as { role: string; images?: string[] }[]
  return messages.filter(({ role }) => role === 'user').map(({ images = [] }) => images)
}

describe('a picture', () => {
  it('is attached by choosing it, dropping it anywhere, or pasting it', async () => {
    await chooseFile(open, write('cat.png', cat))
    await button('Attach a text file or a picture').click()
    await attached().getByRole('img', { name: 'cat.png' }).waitFor()
    await drop(open, write('dog.png', dog), attached().getByRole('img', { name: 'dog.png' }))
    expect(await button('Install and review').count()).toBe(0)
    await open.app.evaluate(
      ({ clipboard, nativeImage }, data) => {
        const board = clipboard as unknown as { writeImage(image: unknown): void }
        board.writeImage(nativeImage.createFromBuffer(Buffer.from(data, 'base64')))
      },
      makePng(32, 32, 200).toString('base64'),
    )
    await box().focus()
    await open.page.keyboard.press('Control+v')
    await attached().getByRole('img', { name: 'image.png' }).waitFor()
    for (const name of ['cat.png', 'dog.png']) expect(await isDrawn(attached().getByAltText(name))).toBe(true)
    await button('Remove image.png').click()
    expect(await attached().getByRole('img').count()).toBe(2)
  })

  it('is sent unchanged, and shown with the message', async () => {
    await ask(open, ollama, 'What are these?', 'A cat and a dog.')
    expect(sentImages()).toEqual([[cat.toString('base64'), dog.toString('base64')]])
    expect(await attached().count()).toBe(0)
    expect(await isDrawn(shown().getByAltText('cat.png'))).toBe(true)
  })

  it('opens large with mouse and keyboard, and closes with Escape', async () => {
    const dialog = open.page.getByRole('dialog', { name: 'cat.png' })
    await button('Enlarge cat.png').click()
    expect(await isDrawn(dialog.getByRole('img', { name: 'cat.png' }))).toBe(true)
    expect(await dialog.getByText('640 × 400').count()).toBe(1)
    await open.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await open.page.keyboard.press('Enter')
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('is still there after a reload, and goes along with the next question', async () => {
    await open.page.reload()
    await button('What are these?').first().click()
    expect(await isDrawn(shown().getByAltText('dog.png'))).toBe(true)
    await ask(open, ollama, 'Which one barks?', 'The second.')
    expect(sentImages()).toEqual([[cat.toString('base64'), dog.toString('base64')], []])
  })

  it('stays with a message that is edited', async () => {
    await button('Edit').first().click()
    await attached().getByRole('img', { name: 'cat.png' }).waitFor()
    await button('Remove cat.png').click()
    await ask(open, ollama, 'What is this?', 'Spaniel.')
    expect(sentImages()).toEqual([[dog.toString('base64')]])
  })

  it('of 100 MB is refused by name and size, however it arrives', async () => {
    const huge = write('huge.png', cat)
    truncateSync(huge, 100_000_000)
    await chooseFile(open, huge)
    await button('Attach a text file or a picture').click()
    const refused = open.page.getByText(/huge\.png was not attached.*100\.0 MB.*10 MB\. Make it smaller/)
    await refused.waitFor()
    await button('Dismiss').click()
    await refused.waitFor({ state: 'detached' })
    await drop(open, huge, refused)
    await button('Dismiss').first().click()
    expect(await attached().count()).toBe(0)
  })

  it('is not sent to a model that cannot see; the window says so, and sends only the words', async () => {
    ollama.setModels('blind:1b')
    describeModels(ollama, ['completion', 'tools'])
    await go(open, 'Models')
    await open.page.getByText('blind:1b').first().waitFor()
    await button('What are these?').first().click()
    await chooseFile(open, write('cat.png', cat))
    await button('Attach a text file or a picture').click()
    await open.page.getByText('blind:1b cannot see pictures. Choose a model with vision, or remove them.').waitFor()
    const before = ollama.requests.length
    await box().fill('And now?')
    await box().press('Enter')
    await open.page.getByTitle('MODEL_CANNOT_SEE').waitFor()
    expect(await box().inputValue()).toBe('And now?')
    expect(ollama.requests).toHaveLength(before)
    await button('Remove cat.png').click()
    await ask(open, ollama, 'And now?', 'Now I answer.')
    expect(sentImages()).toEqual([[], []])
  })

  it('that the model names is not shown, and nothing is fetched for it', async () => {
    const data = cat.toString('base64')
    ollama.enqueue(say(`![one](data:image/png;base64,${data})\n\n![two](https://example.org/x.png)\n\nThat was all.`))
    await box().fill('Show me')
    await box().press('Enter')
    await conversation().getByText('That was all.').waitFor()
    expect(await conversation().locator('.message[data-from="assistant"] img').count()).toBe(0)
  })
})

describe('a chat', () => {
  it('is saved to a file and read from it as a new chat that can continue', async () => {
    const file = join(place, 'out.md')
    await chooseFile(open, file)
    await box().fill('/export')
    await box().press('Enter')
    await open.page.getByText(`Saved to ${file}`).waitFor()
    expect(readFileSync(file, 'utf8')).toContain('*Picture: dog.png (PNG, 300 × 300, sha256')
    await open.page.keyboard.press('Control+k')
    await open.page.getByRole('combobox', { name: 'Command palette' }).fill('import')
    await open.page.keyboard.press('Enter')
    await open.page.getByText(/^\d messages imported from “out\.md”/).waitFor()
    await conversation().getByText('Spaniel.').waitFor()
    expect(await conversation().getByText('imported').count()).toBeGreaterThan(0)
    await button('Got it').click()
    await ask(open, ollama, 'Still there?', 'Still here.')
    const messages = ollama.requests.at(-1)?.messages as { role: string; content: string }[]
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(
      expect.arrayContaining(['What is this?', 'Still there?']),
    )
  })

  it('is not made from a file that holds no chat', async () => {
    await chooseFile(open, write('notes.md', '# Notes\n\nBuy milk\n'))
    const chats = await open.page.getByRole('region', { name: 'Chats' }).getByRole('listitem').count()
    await box().fill('/import')
    await box().press('Enter')
    await open.page.getByText(/notes\.md contains no message of a chat/).waitFor()
    expect(await open.page.getByRole('region', { name: 'Chats' }).getByRole('listitem').count()).toBe(chats)
    await button('Dismiss').first().click()
  })
})

describe('a message of 5 MB', () => {
  it('is neither sent nor lost; the window says what to do, and a reload keeps it', async () => {
    await button('New chat').click()
    const line = 'All of the log, line by line.\n'
    await open.app.evaluate(({ clipboard }, text) => clipboard.writeText(text), line.repeat(5_000_000 / line.length))
    await box().focus()
    await open.page.keyboard.press('Control+v')
    await open.page.getByText(/This message has .* characters; the limit is 1,000,000/).waitFor({ timeout: 60_000 })
    expect(await button('Send').isDisabled()).toBe(true)
    const long = open.page.getByRole('list', { name: 'Long texts' }).getByRole('listitem')
    expect(await long.textContent()).toContain('All of the log, line by line.')
    const kept = () => readFileSync(join(home, 'drafts.json'), 'utf8').length
    await expect.poll(kept, { timeout: 60_000 }).toBeGreaterThan(4_900_000)
    await open.page.reload()
    await long.waitFor({ timeout: 60_000 })
    await button('Remove this text').click()
    await ask(open, ollama, 'Short', 'Very short.')
  }, 180_000)
})
