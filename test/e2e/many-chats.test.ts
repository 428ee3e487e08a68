import { beforeAll, describe, expect, it } from 'vitest'
import { openTestCore } from '#test/helpers/open-test-core'
import { setUpApp } from './set-up.ts'
import { PATIENCE } from './steps.ts'

const CHATS = 600

const { open, start, newHome } = setUpApp('file')
const home = newHome()

beforeAll(async () => {
  const { core } = await openTestCore({ home })
  const made = Array.from({ length: CHATS }, (_, n) => ({
    ...({ type: 'chat.created', model: null } as const),
    ...{ chat: `chat-${n}`, title: `Chat number ${n}` },
  }))
  await core.publish(...made)
  await core.close()
  await start(home)
})

const row = (n: number) => open.page.getByRole('button', { name: `Chat number ${n}`, exact: true })
const drawn = () => open.page.locator('.chats .row-button').count()
const height = () => open.page.locator('.chats').evaluate((box) => box.scrollHeight)

describe('a list of very many chats', () => {
  it('draws only those near the view, and is as tall as all of them', async () => {
    await row(CHATS - 1).waitFor(PATIENCE)
    expect(await drawn()).toBeLessThan(CHATS / 2)
    const before = await height()
    await open.page.locator('.chats').evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await row(0).waitFor(PATIENCE)
    expect(await row(0).evaluate((one) => one.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true)
    expect(await height()).toBe(before)
    expect(await drawn()).toBeLessThan(CHATS / 2)
  })

  it('opens the oldest chat, and can be used with the keyboard from there', async () => {
    await row(0).click()
    await expect.poll(() => row(0).getAttribute('aria-current'), PATIENCE).toBe('true')
    await row(0).focus()
    // A key that is held down comes once in a frame or two, and no faster.
    const focused = () =>
      open.page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => drawn(document.activeElement?.textContent))),
      )
    for (let n = 1; n <= 100; n += 1) {
      await open.page.keyboard.press('Shift+Tab')
      expect(await focused()).toBe(`Chat number ${n}`)
    }
  })

  it('is searched by title, all of it', async () => {
    await open.page.getByRole('searchbox', { name: 'Search chats by title' }).fill('number 123')
    await row(123).waitFor(PATIENCE)
    expect(await drawn()).toBe(1)
  })
})
