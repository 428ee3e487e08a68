import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { callTool, say } from '#test/helpers/fake-ollama'
import { root } from '#test/helpers/root'
import { setUpApp } from './set-up.ts'
import { answerDialogs, go, PATIENCE, trust, write } from './steps.ts'

const { ollama, open, start, newHome } = setUpApp('file')
const program = join(root, 'node_modules', '@modelcontextprotocol', 'server-everything', 'dist', 'index.js')
const byHand = (name: string, how: string) =>
  JSON.stringify({
    mcpServers: {
      [name]: {
        command: join(root, 'node_modules', '.bin', 'node'),
        args: [join(root, 'test', 'fixtures', 'mcp', 'hostile-server.mjs'), how],
      },
    },
  })
const pasted = JSON.stringify({
  mcpServers: { everything: { command: join(root, 'node_modules', '.bin', 'node'), args: [program] } },
})

/** For a person to look at. */
async function picture(name: string): Promise<void> {
  const folder = process.env.SKILLET_PICTURES
  if (!folder) return
  const { page } = open
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: join(folder, `${name}-dark.png`) })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Both steps of its review. */
async function connect(name: string, how: string | null): Promise<void> {
  const { page } = open
  await go(open, 'Skills')
  await page.getByRole('button', { name: 'Install skill' }).click()
  if (how === null) {
    const found = page.getByRole('button', { name: `Add ${name} from Claude Desktop` })
    await found.waitFor()
    await picture('found')
    await found.click()
  } else {
    await page.getByRole('textbox', { name: 'Command, address or JSON' }).fill(byHand(name, how))
    await page.getByRole('button', { name: 'Add and review', exact: true }).click()
  }
  await trust(open, name)
  await page.getByRole('button', { name: 'List tools' }).click()
  const review = page.getByRole('article', { name: `Review of ${name}` })
  await expect.poll(() => review.innerText(), PATIENCE).toContain(`${name}_act`)
  await trust(open, name)
}

beforeAll(async () => {
  const config = newHome()
  mkdirSync(join(config, 'Claude'))
  writeFileSync(join(config, 'Claude', 'claude_desktop_config.json'), byHand('giver', 'offers'))
  await start(newHome(), [], { XDG_CONFIG_HOME: config })
  await answerDialogs(open, 1)
})

describe('a server, from pasted JSON to a call', () => {
  it('is reviewed by its command before it starts', async () => {
    const { page } = open
    await go(open, 'Skills')
    await page.getByRole('button', { name: 'Install skill' }).click()
    await page.getByRole('textbox', { name: 'Command, address or JSON' }).fill(pasted)
    await page.getByRole('button', { name: 'Add and review' }).click()
    const review = page.getByRole('article', { name: 'Review of everything' })
    await expect.poll(() => review.innerText()).toContain('server-everything')
    await picture('review')
    await trust(open, 'everything')
  })

  it('starts to list its tools, which are reviewed like any other change', async () => {
    const { page } = open
    await picture('sheet')
    await page.getByRole('button', { name: 'List tools' }).click()
    const review = page.getByRole('article', { name: 'Review of everything' })
    await expect.poll(() => review.innerText(), { timeout: 30_000 }).toContain('everything_echo')
    await picture('list')
    await trust(open, 'everything')
  })

  it('runs after the person approves the card, which names server and tool', async () => {
    const { page } = open
    ollama.enqueue(callTool('everything_echo', { message: 'from the model' }), say('It was repeated.'))
    await write(open, 'Repeat something')
    const approval = page.getByRole('group', { name: 'Approve everything_echo' })
    await approval.getByRole('button', { name: 'Run once' }).waitFor()
    expect(await approval.innerText()).toContain('everything echo')
    // A server's words stand below ours.
    expect(await approval.getByRole('heading').innerText()).toBe('Call echo on everything')
    expect(await approval.locator('.question-words').innerText()).toMatch(/echo/i)
    await picture('card')
    await approval.getByRole('button', { name: 'Run once' }).click()
    await page.getByRole('region', { name: 'Messages' }).getByText('It was repeated.').waitFor()
  })
})

describe('a server that asks in the middle of a call', () => {
  it('gets what the person enters in the card, and nothing before', async () => {
    const { page } = open
    await connect('asker', 'asks')
    ollama.enqueue(callTool('asker_act', { text: 'now' }), say('It was told.'))
    await write(open, 'Act')
    await page.getByRole('button', { name: 'Run once' }).waitFor()
    await picture('asker-card')
    await page.getByRole('button', { name: 'Run once' }).click()
    const form = page.getByRole('form', { name: 'Question from asker' })
    await form.waitFor()
    expect(await form.innerText()).toMatch(/The server asker asks you[\s\S]*Which one\?/)
    const send = form.getByRole('button', { name: 'Send answer' })
    expect(await send.isDisabled()).toBe(true)
    await form.getByRole('textbox', { name: 'city' }).fill('Villingen')
    await picture('question')
    await send.press('Enter')
    await page.getByRole('region', { name: 'Messages' }).getByText('It was told.').waitFor()
    const card = page.getByRole('article', { name: 'Tool call asker_act' })
    await card.getByRole('button', { expanded: false }).click()
    expect(await card.innerText()).toContain('city (9), size (1)')
    await card.getByRole('list', { name: 'Pictures from asker_act' }).getByRole('img').waitFor()
    await picture('answered')
    expect(await card.innerText()).toContain('"city":"Villingen","size":"l"')
  })
})

describe('a call of a server', () => {
  const act = async (does: string, answer: string) => {
    ollama.enqueue(callTool('doer_act', { text: does }), say(answer))
    await write(open, `Do: ${does}`)
    await open.page.getByRole('button', { name: 'Run once' }).click()
  }
  const card = () => open.page.getByRole('article', { name: 'Tool call doer_act' })
  const messages = () => open.page.getByRole('region', { name: 'Messages' })

  it('shows its progress in its card, is stopped there, and the server hears of it', async () => {
    await connect('doer', 'any')
    await act('reads', 'It was stopped.')
    await card().getByText('1/4 Page one').waitFor()
    await picture('progress')
    await card().getByRole('button', { name: 'Cancel doer_act' }).click()
    await messages().getByText('It was stopped.').waitFor()
    await expect.poll(() => card().innerText(), PATIENCE).toContain('Canceled')
    await act('heard', 'It heard.')
    await messages().getByText('It heard.').waitFor()
    const told = JSON.stringify(ollama.requests.at(-1)?.messages)
    expect(told).toContain('canceled: true')
  })

  it('asks for several of its choices by check boxes', async () => {
    const { page } = open
    await act('kinds', 'It knows the kinds.')
    const form = page.getByRole('form', { name: 'Question from doer' })
    const kinds = form.getByRole('group', { name: 'kinds' })
    const send = form.getByRole('button', { name: 'Send answer' })
    await kinds.getByRole('checkbox', { name: 'Kind blue' }).press('Space')
    expect(await send.isEnabled()).toBe(true)
    await kinds.getByRole('checkbox', { name: 'Kind blue' }).press('Space')
    expect(await send.isDisabled()).toBe(true)
    await kinds.getByRole('checkbox', { name: 'Kind green' }).check()
    await kinds.getByRole('checkbox', { name: 'Kind red' }).check()
    await picture('kinds')
    // The second half of a double click on the question before.
    await send.evaluate((each) =>
      each.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true })),
    )
    expect(await send.isEnabled()).toBe(true)
    await send.click()
    await messages().getByText('It knows the kinds.').waitFor()
    const { messages: told } = ollama.requests.at(-1) as unknown as { messages: { content: string }[] }
    expect(told.at(-1)?.content).toBe('{"action":"accept","content":{"kinds":["red","green"]}}')
  })

  it('returns a sound, which plays in its card', async () => {
    await act('sounds', 'Listen.')
    await messages().getByText('Listen.').waitFor()
    await card().getByRole('button', { expanded: false }).click()
    const sounds = card().getByRole('list', { name: 'Sounds from doer_act' })
    await sounds.getByRole('button', { name: 'Play x-odd' }).click()
    const player = sounds.locator('audio')
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration), PATIENCE).toBeCloseTo(0.2)
    await picture('sounds')
  })
})

describe('what a server offers besides its tools', () => {
  it('is used from its skill’s page and the composer, and never sent unread', async () => {
    const { page } = open
    // As another program is configured with it.
    await connect('giver', null)
    await picture('offers')
    await page.getByRole('button', { name: 'Attach: notes.txt' }).click()
    const box = page.getByRole('textbox', { name: 'Message' })
    await expect.poll(() => box.inputValue()).toContain('Buy milk.')
    await page.getByText('Contains text from giver/giver.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await box.inputValue()).toBe('')

    await box.fill('/giver-ask')
    await box.press('Enter')
    const form = page.getByRole('group', { name: 'Prompt ask about of giver' })
    await form.getByRole('textbox', { name: 'topic' }).fill('pans')
    await picture('prompt')
    await form.getByRole('button', { name: 'Show the text' }).click()
    await expect.poll(() => box.inputValue()).toBe('Tell me about pans.')
    await picture('prompt-text')
    ollama.enqueue(callTool('giver_act', {}), say('Pans are fine.'))
    await page.getByRole('button', { name: 'Send' }).click()
    const approval = page.getByRole('group', { name: 'Approve giver_act' })
    await approval.getByRole('button', { name: 'Deny', exact: true }).waitFor()
    expect(await approval.innerText()).toMatch(/untrusted/i)
    await approval.getByRole('button', { name: 'Deny', exact: true }).click()
    await page.getByText('Contains text from the server giver/giver.').waitFor()
  })

  it('is left by Esc before it is used, which denies no command that waits meanwhile', async () => {
    const { page } = open
    ollama.enqueue(callTool('giver_act', {}), say('Then not.'))
    await write(open, 'Act again')
    const approval = page.getByRole('group', { name: 'Approve giver_act' })
    await approval.getByText('Esc', { exact: true }).waitFor()
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.fill('/giver-ask')
    await box.press('Enter')
    const form = page.getByRole('group', { name: 'Prompt ask about of giver' })
    await form.getByRole('textbox', { name: 'topic' }).press('Escape')
    await form.waitFor({ state: 'detached' })
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
    await approval.getByRole('button', { name: 'Deny', exact: true }).click()
    await page.getByRole('region', { name: 'Messages' }).getByText('Then not.').waitFor()
  })

  it('includes skills, which are installed like any other', async () => {
    const { page } = open
    await go(open, 'Skills')
    await page.getByRole('button', { name: /^giver/ }).click()
    await page.getByRole('button', { name: 'Install and review: notes' }).click()
    await page.getByRole('button', { name: 'Install and review', exact: true }).click()
    await page.getByRole('article', { name: 'Review of notes' }).waitFor()
    await picture('served-skill')
    await trust(open, 'notes')
  })
})
