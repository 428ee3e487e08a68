import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { say } from '#test/helpers/fake-ollama'
import { setUpApp } from './set-up.ts'
import { ask, chooseFile } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()

beforeAll(() => start(home))

const box = () => open.page.getByRole('textbox', { name: 'Message' })
const button = (name: string | RegExp) => open.page.getByRole('button', { name })
const conversation = () => open.page.getByRole('region', { name: 'Messages' })

const sent = () => {
  const messages = ollama.requests.at(-1)?.messages as { role: string; content: string }[]
  return messages.filter(({ role }) => role !== 'system').map(({ content }) => content)
}

describe('rephrasing a message', () => {
  it('moves the last message to the box with the up key, and answers it from what came before', async () => {
    await ask(open, ollama, 'What is large?', 'A whale.')
    await ask(open, ollama, 'And what is smal?', 'I do not know smal.')
    await box().press('ArrowUp')
    expect(await box().inputValue()).toBe('And what is smal?')
    await ask(open, ollama, 'And what is small?', 'A mouse.')
    expect(sent()).toEqual(['What is large?', 'A whale.', 'And what is small?'])
    expect(await conversation().getByText('I do not know smal.').count()).toBe(0)
    await conversation().getByText('2 of 2').waitFor()
  })

  it('switches between the earlier and the later wording', async () => {
    await button('Previous version').click()
    await conversation().getByText('I do not know smal.').waitFor()
    await conversation().getByText('1 of 2').waitFor()
    await button('Next version').click()
    await conversation().getByText('A mouse.').waitFor()
  })

  it('gets another answer to the same words', async () => {
    ollama.enqueue(say('A flea.'))
    await button('Regenerate').last().click()
    await conversation().getByText('A flea.').waitFor()
    expect(sent()).toEqual(['What is large?', 'A whale.', 'And what is small?'])
    await conversation().getByText('3 of 3').waitFor()
    await button('Send').waitFor()
  })

  it('finds a message in a version that is not shown, and goes there', async () => {
    await open.page.keyboard.press('Control+Shift+f')
    await open.page.getByRole('combobox', { name: 'Search all chats' }).fill('do not know')
    await open.page.getByRole('option', { name: /I do not know smal/ }).click()
    await conversation().getByText('1 of 3').waitFor()
    await conversation().getByText('I do not know smal.').waitFor()
  })

  it('leaves the message and the draft unchanged with Escape', async () => {
    await box().fill('half a thought')
    await button('Edit').first().click()
    expect(await box().inputValue()).toBe('What is large?')
    await box().press('Escape')
    expect(await box().inputValue()).toBe('half a thought')
  })
})

describe('what is typed', () => {
  it('reaches the message box after a message was sent by its button, stopped, queued and taken back', async () => {
    const { keyboard } = open.page
    const held = Promise.withResolvers<void>()
    ollama.enqueue({ ...say('An answer that does not end'), until: held.promise })
    await box().fill('Go on')
    await button('Send').click()
    await button(/^Stop/).waitFor()
    await keyboard.type('one more thing')
    expect(await box().inputValue()).toBe('one more thing')
    await button('Queue').click()
    await button('Remove “one more thing”').focus()
    await keyboard.press('Enter')
    await button('Remove “one more thing”').waitFor({ state: 'detached' })
    await keyboard.type('another')
    await button(/^Stop/).click()
    await button('Send').waitFor()
    await keyboard.type(' thing')
    expect(await box().inputValue()).toBe('another thing')
    held.resolve()
    await box().fill('')
    // Nothing has the focus.
    await open.page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await keyboard.type('lost?')
    expect(await box().inputValue()).toBe('lost?')
    await box().fill('')
  })

  it('goes on to the next version of a message where a key chose the one before', async () => {
    const { keyboard } = open.page
    await button('Next version').focus()
    for (const place of ['2 of 3', '3 of 3']) {
      await keyboard.press('Enter')
      await conversation().getByText(place).waitFor()
      await expect.poll(() => open.page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/version$/)
    }
    expect(await open.page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Previous version')
  })

  it('goes to the message box of a chat that is opened again after a key chose a version and the person left', async () => {
    await button('Previous version').evaluate((previous: HTMLElement) => {
      previous.click()
      const [newChat] = [...document.querySelectorAll('button')].filter(({ textContent }) =>
        /^New chat/.test(textContent),
      )
      newChat?.click()
    })
    await open.page.getByRole('heading', { name: 'New chat' }).waitFor()
    await button('What is large?').click()
    await conversation().getByText('2 of 3').waitFor()
    expect(await box().evaluate((each) => each === document.activeElement)).toBe(true)
    await button('Next version').click()
    await conversation().getByText('3 of 3').waitFor()
  })
})

describe('a slash in the message box', () => {
  it('lists the commands it can start, and runs the chosen one', async () => {
    await box().fill('/ne')
    await open.page.getByRole('option', { name: /new/ }).waitFor()
    await box().press('Enter')
    expect(await box().inputValue()).toBe('')
    await open.page.getByRole('heading', { name: 'New chat' }).waitFor()
  })
})

describe('files', () => {
  it('come in as text below the message, and a chat can be saved as one', async () => {
    const file = join(home, 'milk.txt')
    const target = join(home, 'chat.md')
    writeFileSync(file, 'Buy milk\n')
    await chooseFile(open, file, target)
    await button('Attach a text file').click()
    await open.page.waitForFunction(() => document.querySelector('textarea')?.value.includes('Buy milk'))
    expect(await box().inputValue()).toBe('milk.txt:\n```\nBuy milk\n```\n')
    await ask(open, ollama, 'What shall I buy?', 'Milk.')
    await box().fill('/export')
    await box().press('Enter')
    await open.page.getByText(`Saved to ${target}`).waitFor()
    expect(readFileSync(target, 'utf8')).toMatch(
      /^# What shall I buy\?\n\n## You · .*\n\nWhat shall I buy\?\n\n## Model/,
    )
  })
})
