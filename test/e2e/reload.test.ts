import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callTool, end, part, say } from '#test/helpers/fake-ollama'
import { sayYes } from './launch.ts'
import { SKILLS, setUpApp } from './set-up.ts'
import { crash, go, inPage, PATIENCE, send } from './steps.ts'

const BEGINNING = `${Array.from({ length: 80 }, (_, at) => `Thing number ${at + 1}.\n\n`).join('')}\nSo far it is written`

const { ollama, open, start, newHome } = setUpApp('test')

/** Answers the beginning, and the rest once it is told to. */
function answerInTwo(rest: string): () => void {
  const goOn = Promise.withResolvers<void>()
  ollama.enqueue({ lines: [part({ content: BEGINNING }), part({ content: rest }), end()], until: goOn.promise })
  return goOn.resolve
}

describe('a window lost in the middle of an answer', () => {
  it('returns to the chat, the draft and the answer so far, which continues', async () => {
    await start(newHome())
    ollama.enqueue(say('Another answer.'))
    await send(open, 'Another chat')
    await open.page.getByText('Another answer.').waitFor()
    await open.page.getByRole('button', { name: 'New chat' }).click()
    const goOn = answerInTwo(', and this is the end.')
    await send(open, 'Count things')
    await open.page.getByText('So far it is written').waitFor()
    await open.page.getByRole('textbox', { name: 'Message' }).fill('half a thought')
    await expect.poll(savedDrafts, PATIENCE).toContain('half a thought')
    await crash(open)
    await expect.poll(text, PATIENCE).toMatch(/Thing number 1\.[\s\S]*Thing number 80\.[\s\S]*So far it is written/)
    expect(await inPage(open, "document.querySelector('textarea').value")).toBe('half a thought')
    expect(await text()).toContain('Count things')
    await expect.poll(() => inPage(open, AT_END), PATIENCE).toBe(true)
    goOn()
    await expect.poll(text, PATIENCE).toContain('So far it is written, and this is the end.')
    await expect.poll(() => inPage(open, AT_END), PATIENCE).toBe(true)
  })

  it('returns to another page, and the answer continues behind it', async () => {
    await start(newHome())
    const goOn = answerInTwo(', and this is the end.')
    await send(open, 'Count things')
    await open.page.getByText('So far it is written').waitFor()
    await go(open, 'Activity')
    await open.page.getByRole('region', { name: 'Activity', exact: true }).waitFor()
    await crash(open)
    await expect
      .poll(() => inPage(open, `Boolean(document.querySelector('section[aria-label="Activity"]'))`), PATIENCE)
      .toBe(true)
    goOn()
    await inPage(
      open,
      "[...document.querySelectorAll('button')].find((each) => /Count/.test(each.textContent)).click()",
    )
    await expect.poll(text, PATIENCE).toContain('So far it is written, and this is the end.')
  })
})

describe('a window lost while a command runs', () => {
  it('shows what the command has printed so far and what it prints next', async () => {
    const home = newHome()
    const file = join(newHome(), 'followed.txt')
    writeFileSync(file, 'plain \u001b[31mred so far\u001b[0m\n')
    await start(home, [SKILLS])
    await sayYes(open)
    ollama.enqueue(callTool('patience_follow', { file }))
    await send(open, 'Follow the file')
    const approval = open.page.getByRole('group', { name: 'Approve patience_follow' })
    await approval.getByRole('button', { name: 'Run once' }).click()
    await open.page.getByText('red so far').first().waitFor()
    await crash(open)
    await expect.poll(text, PATIENCE).toContain('plain red so far')
    expect(await inPage(open, `document.querySelector('.stream [data-token=red]')?.innerText`)).toBe('red so far')
    appendFileSync(file, 'printed later\n')
    await expect.poll(text, PATIENCE).toContain('printed later')
  })
})

describe('Skillet killed in the middle of an answer', () => {
  it('shows at the next start what was written, as a message that was cut off', async () => {
    const home = newHome()
    await start(home)
    const recorded = open.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          window.skillet?.listen((push) => push.kind === 'fact' && push.fact.type === 'answer.written' && resolve())
        }),
    )
    answerInTwo('never')
    await send(open, 'Count things')
    await recorded
    await open.kill()
    await start(home)
    await open.page.getByText('Count things').first().click()
    await open.page.getByText('So far it is written').waitFor()
    await open.page
      .getByText(/ended before|interrupted/i)
      .first()
      .waitFor()
  })
})

const AT_END = `(({ scrollHeight, scrollTop, clientHeight }) =>
  scrollHeight > 2 * clientHeight && scrollHeight - scrollTop - clientHeight < 48)(document.querySelector('.scroller'))`

const text = () => inPage(open, "document.querySelector('main').innerText") as Promise<string>

const savedDrafts = () =>
  open.page.evaluate(async () => {
    const about = await window.skillet?.call('app.read', {})
    return about?.ok ? Object.values(about.value.drafts) : []
  })
