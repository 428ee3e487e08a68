import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, end, part, say } from '#test/helpers/fake-ollama'
import { makePng } from '#test/helpers/make-picture'
import { setUpApp } from './set-up.ts'
import { answerDialogs, chooseFile, go, PATIENCE, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const folder = newHome()

beforeAll(async () => {
  await start(newHome())
  await answerDialogs(open, 1)
})

const box = () => open.page.getByRole('textbox', { name: 'Message' })
const button = (name: string | RegExp) => open.page.getByRole('button', { name })
const focused = () => open.page.evaluate(() => document.activeElement?.ariaLabel)

describe('Send and Stop, which share a place', () => {
  it('a double click sends and stops nothing, and a click meant for Stop sends nothing', async () => {
    const { mouse } = open.page
    const held = Promise.withResolvers<void>()
    ollama.enqueue({ ...say('A long answer'), until: held.promise })
    await box().fill('Go on')
    const { x, y } = (await button('Send').boundingBox()) ?? { x: 0, y: 0 }
    await mouse.click(x + 8, y + 8)
    await button(/^Stop/).waitFor()
    await mouse.down({ clickCount: 2 })
    await mouse.up({ clickCount: 2 })
    await box().fill('half a')
    await button(/^Stop/).focus()
    await mouse.move(x + 8, y + 8)
    await mouse.down()
    await open.page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const send = [...document.querySelectorAll('button')].find((each) => each.textContent?.startsWith('Send'))
        if (!send) return
        observer.disconnect()
        document.body.dataset.firstSend = send.disabled ? 'disabled' : 'enabled'
      }).observe(document.body, { childList: true, subtree: true })
    })
    held.resolve()
    await button('Send').waitFor()
    expect(await open.page.evaluate(() => document.body.dataset.firstSend)).toBe('disabled')
    await mouse.up()
    await open.page.keyboard.press('Enter')
    expect(await box().inputValue()).toBe('half a')
    await open.page.getByText('A long answer').waitFor()
    await expect.poll(() => button('Send').isEnabled(), PATIENCE).toBe(true)
    expect(await open.page.getByText('half a', { exact: true }).count()).toBe(1)
    await box().fill('')
  })
})

describe('a card that takes the place of another', () => {
  it('is not denied by the second half of a double click', async () => {
    const calls = [1, 2].map(() => ({ function: { name: 'system_disk', arguments: {} } }))
    ollama.enqueue({ lines: [part({ content: '', tool_calls: calls }), end()] }, say('Over.'))
    await write(open, 'Twice')
    const card = open.page.getByRole('group', { name: 'Approve system_disk' })
    await card.getByText('1 of 2').waitFor()
    const deny = card.getByRole('button', { name: 'Deny', exact: true })
    await deny.click()
    await card.getByText('1 of 2').waitFor({ state: 'detached' })
    await deny.evaluate((each) => each.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true })))
    await card.getByRole('button', { name: /^Run once/, disabled: false }).waitFor()
    await deny.click()
    await open.page.getByText('Over.').waitFor()
  })
})

describe('a message that could not be sent', () => {
  it('stays in the box of its chat, and another chat names that chat', async () => {
    const { page } = open
    const picture = join(folder, 'cat.png')
    writeFileSync(picture, makePng(8, 6))
    ollama.answer('/api/show', { status: 200, body: JSON.stringify({ capabilities: ['completion', 'tools'] }) })
    await chooseFile(open, picture)
    await button('Attach a text file').click()
    await page.locator('.attached .pictures').waitFor()
    await box().fill('What is this?')
    await box().press('Enter')
    const told = page.getByRole('alert').getByText('pictures')
    await told.waitFor()
    expect(await page.locator('.composer').getByRole('alert').innerText()).not.toContain('Twice')
    await button('New chat').click()
    await page.getByRole('alert').getByText('In “Twice”:').waitFor()
    expect(await page.locator('.composer').getByRole('alert').count()).toBe(0)
    expect(await box().inputValue()).toBe('')
    await page.getByRole('button', { name: 'Twice', exact: true }).click()
    await page.locator('.attached .pictures').waitFor()
    expect(await box().inputValue()).toBe('What is this?')
    await button('Dismiss').click()
  })
})

describe('a list', () => {
  it('keeps the focus at the next row when a key removes one', async () => {
    const rows = () => open.page.getByRole('button', { name: /^Remove the key/ })
    await go(open, 'Settings')
    for (let at = 1; at <= 3; at++) {
      const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
      await open.page.getByRole('textbox', { name: 'Public key' }).fill(String(pem))
      await button('Trust this key').click()
      await expect.poll(() => rows().count()).toBe(at)
    }
    const [first, second, third] = await rows().evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel ?? ''))
    await button(second ?? '').focus()
    for (const next of [third, first, 'Public key']) {
      await open.page.keyboard.press('Enter')
      await expect.poll(focused).toBe(next)
    }
  })

  it('of commands shows all that can be done with each', async () => {
    await chooseFile(open, folder)
    writeFileSync(join(folder, 'list.txt'), 'milk\n')
    await button('New chat').click()
    await button(/^Works in/).click()
    await button(new RegExp(`^Works in ${basename(folder)}`)).waitFor()
    ollama.enqueue(callTool('write_files_save', { path: 'list.txt', content: 'bread\n' }), say('Replaced.'))
    await box().fill('Write bread')
    await box().press('Enter')
    await button(/^Run once/).click()
    await open.page.getByText('Replaced.').waitFor()
    await go(open, 'Activity')
    await button(/^Undo write_files_save/).waitFor()
    for (const name of [/^Undo write_files_save/, /^Run write_files_save again/]) {
      const isShown = await button(name).evaluate((each) => {
        const { x, y, width, height } = each.getBoundingClientRect()
        return each.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
      expect(isShown).toBe(true)
    }
  })
})
