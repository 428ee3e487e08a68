import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { callTool, end, part, say } from '#test/helpers/fake-ollama'
import { makePng } from '#test/helpers/make-picture'
import { writeSkill } from '#test/main/skills/write-skill'
import { setUpApp } from './set-up.ts'
import { chooseFile, crash, go, inPage, PATIENCE, write } from './steps.ts'

const { ollama, open, start: launch, newHome } = setUpApp('test')
let home: string
let place: string

const start = () => launch(home, [`--skills=${place}`])

beforeEach(async () => {
  home = newHome()
  place = newHome()
  writeSkill({}, join(place, 'sample'))
  await start()
})

const box = () => open.page.getByRole('textbox', { name: 'Message' })
const button = (name: string | RegExp) => open.page.getByRole('button', { name })
const edit = () => open.page.getByRole('button', { name: 'Edit', exact: true })
const approval = () => open.page.getByRole('group', { name: 'Approve say' })

/** What the model asks for runs, and is answered with a word of its own. */
async function allow(text: string): Promise<void> {
  await approval().getByRole('button', { name: 'Run once' }).click()
  await open.page.getByText(`Said ${text}.`).waitFor()
  await button('Send').waitFor()
}

const script = (text: string) => ollama.enqueue(callTool('say', { text }), say(`Said ${text}.`))

/** An answer that does not end before it is let go. */
function holdAnswer(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  ollama.enqueue({ lines: [part({ content: 'It begins' }), part({ content: ' and ends.' }), end()], until: promise })
  return resolve
}

const textOf = (selector: string) => inPage(open, `document.querySelector('${selector}')?.innerText ?? null`)
const fieldOf = (selector: string) => inPage(open, `document.querySelector('${selector}')?.value ?? null`)

const savedDrafts = () =>
  open.page.evaluate(async () => {
    const about = await window.skillet?.call('app.read', {})
    return about?.ok ? Object.values(about.value.drafts).join('\n') : ''
  })

describe('a window whose page is lost', () => {
  it('keeps the edit, the call in the inspector and the closed sidebar', async () => {
    script('first')
    await write(open, 'Say the first')
    await allow('first')
    script('second')
    await box().fill('Say the second')
    await button('Send').click()
    await allow('second')
    await box().fill('half a thought')
    await button('Inspect say').first().click()
    await open.page.getByRole('tab', { name: 'Arguments' }).click()
    await button('Hide the sidebar').click()
    await edit().last().click()
    await box().fill('Say something else')
    await expect.poll(savedDrafts, PATIENCE).toContain('Say something else')

    await crash(open)
    await expect.poll(() => fieldOf('textarea'), PATIENCE).toBe('Say something else')
    expect(await textOf('.composer > p')).toContain('Editing your message.')
    await expect.poll(() => textOf('.inspector [role=tabpanel]'), PATIENCE).toContain('first')
    expect(await textOf('.inspector [aria-selected=true]')).toBe('Arguments')
    expect(await textOf('.inspector [role=tabpanel]')).not.toContain('second')
    expect(await textOf('.sidebar')).toBe(null)

    // Through a quit as well: what was typed is kept where drafts are.
    await open.close()
    await start()
    await button('Say the first').click()
    await open.page.getByText('Editing your message.').waitFor()
    expect(await box().inputValue()).toBe('Say something else')
    await button('Cancel').click()
    expect(await box().inputValue()).toBe('half a thought')
  })

  it('keeps the picture next to the draft', async () => {
    const picture = join(place, 'cat.png')
    writeFileSync(picture, makePng(8, 8))
    await chooseFile(open, picture)
    await button('Attach a text file or a picture').click()
    await open.page.getByRole('img', { name: 'cat.png' }).waitFor()
    await crash(open)
    await expect
      .poll(() => inPage(open, `document.querySelector('img[alt="cat.png"]')?.naturalWidth`), PATIENCE)
      .toBe(8)
  })

  it('keeps the filters of Activity and the skill that was open', async () => {
    script('first')
    await write(open, 'Say the first')
    await allow('first')
    await go(open, 'Activity')
    await open.page.getByText('echo first').waitFor()
    await open.page.getByRole('searchbox', { name: 'Search activity' }).fill('nowhere')
    await open.page.getByText('No results').waitFor()
    await open.page.getByRole('combobox', { name: 'Status' }).selectOption('failed')
    await crash(open)
    await expect.poll(() => fieldOf('[aria-label="Search activity"]'), PATIENCE).toBe('nowhere')
    expect(await fieldOf('select[aria-label=Status]')).toBe('failed')
    await expect.poll(() => textOf('main'), PATIENCE).toContain('No results')

    await inPage(
      open,
      `[...document.querySelectorAll('nav button')].find((each) => /Skills/.test(each.textContent)).click()`,
    )
    const choose = `[...document.querySelectorAll('.page .split button')].filter((each) => /^sample/.test(each.innerText))`
    await expect.poll(() => inPage(open, `${choose}.map((each) => each.click()).length`), PATIENCE).toBe(1)
    await expect.poll(() => textOf('.split-main h2'), PATIENCE).toBe('sample')
    await crash(open)
    await expect.poll(() => textOf('.split-main h2'), PATIENCE).toBe('sample')
  })
})

describe('a call in a version that is not shown', () => {
  it('opens from Activity: its version is chosen, and the inspector shows it', async () => {
    script('before')
    await write(open, 'Say it')
    await allow('before')
    await edit().click()
    script('after')
    await box().fill('Say it otherwise')
    await button('Send').click()
    await allow('after')
    await open.page.getByText('2 of 2').waitFor()
    await go(open, 'Activity')
    await open.page.getByRole('region', { name: 'Recorded commands' }).getByText('echo before').click()
    await open.page.getByText('1 of 2').waitFor()
    await expect
      .poll(() => open.page.getByRole('region', { name: 'Inspector' }).innerText(), PATIENCE)
      .toMatch(/before/)
    expect(await open.page.getByText('Said after.').count()).toBe(0)
  })
})

describe('a command that waits behind an open list', () => {
  it('ignores keys wherever the focus is, and takes them after the list is closed', async () => {
    script('now')
    await write(open, 'Say it now')
    await expect.poll(() => approval().getByRole('button', { name: 'Run once' }).isEnabled(), PATIENCE).toBe(true)
    await button(/^Skills and tools in this chat/).click()
    const list = open.page.locator('[popover]:popover-open')
    await list.waitFor()
    await open.page.keyboard.press('Control+Enter')
    expect([await list.count(), await approval().count()]).toEqual([1, 1])
    // Out of the list, which stays open: now the key goes to the page.
    await box().evaluate((element) => element.focus())
    await open.page.keyboard.press('Control+Enter')
    expect([await list.count(), await approval().count()]).toEqual([1, 1])
    await open.page.keyboard.press('Escape')
    await expect.poll(() => list.count(), PATIENCE).toBe(0)
    expect(await approval().count()).toBe(1)
    await open.page.keyboard.press('Control+Enter')
    await open.page.getByText('Said now.').waitFor()
  })
})

describe('an edit made while the model works', () => {
  it('stays in the box if it is refused, and is sent when there is room', async () => {
    ollama.enqueue(say('One.'))
    await write(open, 'Count')
    await open.page.getByText('One.').waitFor()
    await edit().click()
    await box().fill('Count on')
    const goOn = holdAnswer()
    await open.page.evaluate(async () => {
      const list = await window.skillet?.call('chat.list', {})
      const chat = list?.ok ? (list.value.chats[0]?.chat ?? '') : ''
      const read = await window.skillet?.call('chat.read', { chat, limit: 10 })
      const turn = read?.ok ? read.value.facts.find((fact) => fact.type === 'turn.started') : undefined
      const replaces = turn?.type === 'turn.started' ? turn.turn : ''
      await window.skillet?.call('chat.send', { chat, text: 'Count first', replaces })
    })
    await open.page.getByText('It begins').waitFor()
    await box().press('Enter')
    await open.page.getByTitle('CHAT_BUSY').waitFor()
    expect(await box().inputValue()).toBe('Count on')
    goOn()
    await button('Send').waitFor()
    ollama.enqueue(say('Two.'))
    await box().press('Enter')
    await open.page.getByText('Two.').waitFor()
    expect(await box().inputValue()).toBe('')
  })
})

describe('several files at once', () => {
  it('are attached, and the one that cannot be is named with the reason', async () => {
    const files = ['milk.txt', 'bread.md', 'song.mp3'].map((name) => join(home, name))
    for (const file of files) writeFileSync(file, file.endsWith('.mp3') ? Buffer.from([0xff, 0xfb, 0]) : `Buy ${file}`)
    await open.app.evaluate(({ dialog }, filePaths) => {
      const choose = async (asked: Electron.OpenDialogOptions) => ({
        canceled: false,
        filePaths: asked.properties?.includes('multiSelections') ? filePaths : filePaths.slice(0, 1),
      })
      dialog.showOpenDialog = choose as typeof dialog.showOpenDialog
    }, files)
    await button('Attach a text file').click()
    await open.page.getByText(/song\.mp3 was not attached: it is neither UTF-8 text/).waitFor()
    expect(await box().inputValue()).toMatch(/^milk\.txt:\n```\nBuy .*\n```\n\nbread\.md:\n```\nBuy .*\n```\n$/)
  })
})
