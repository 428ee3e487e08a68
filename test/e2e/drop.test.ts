import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeTool, PAGE, writeSkill } from '#test/main/skills/write-skill'
import { launchApp, makeHome, type OpenApp } from './launch.ts'
import { drop } from './steps.ts'

let open: OpenApp
const { home, remove } = makeHome()
const place = makeHome()

beforeAll(async () => {
  open = await launchApp(home, { host: 'http://127.0.0.1:9' })
})
afterAll(async () => {
  await open.close()
  remove()
  place.remove()
})

describe('a file dropped on the window', () => {
  it('is read as a skill wherever it lands, and waits for the person', async () => {
    const folder = writeSkill({ 'SKILL.md': PAGE, 'tools.json': describeTool('say') }, join(place.home, 'sample'))
    await drop(open, folder, open.page.getByRole('button', { name: 'Install and review' }))
    expect(open.app.windows()).toHaveLength(1)
  })

  it('is refused by name if it is not a skill, and the page stays', async () => {
    const folder = join(place.home, 'holiday')
    mkdirSync(folder)
    writeFileSync(join(folder, 'photo.txt'), 'sea')
    const url = open.page.url()
    await drop(open, folder, open.page.getByText(/holiday/).first())
    await open.page
      .getByText(/SKILL\.md/)
      .first()
      .waitFor()
    expect(open.page.url()).toBe(url)
  })

  it('joins the message if it is a text file', async () => {
    const file = join(place.home, 'list.txt')
    writeFileSync(file, 'Buy milk')
    await open.page.keyboard.press('Escape')
    await open.page.getByRole('dialog').waitFor({ state: 'detached' })
    await open.page.getByRole('button', { name: 'New chat' }).click()
    const box = open.page.getByRole('textbox', { name: 'Message' })
    await drop(open, file, open.page.locator('textarea:not(:placeholder-shown)'))
    expect(await box.inputValue()).toContain('list.txt:')
    await box.fill('')
  })

  it('is ignored if the page only pretends to drop it', async () => {
    await open.page.reload()
    await open.page.getByRole('button', { name: 'New chat' }).click()
    await open.page.getByRole('textbox', { name: 'Message' }).waitFor()
    await open.page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'sample'))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    })
    await open.page.getByRole('textbox', { name: 'Message' }).waitFor()
    expect(await open.page.getByRole('button', { name: 'Install and review' }).count()).toBe(0)
  })
})
