import { beforeAll, describe, expect, it } from 'vitest'
import { say } from '#test/helpers/fake-ollama'
import { openTestCore } from '#test/helpers/open-test-core'
import { setUpApp } from './set-up.ts'
import { PATIENCE } from './steps.ts'

const NO_STATS = { rounds: 1, calls: 0, promptTokens: 0, outputTokens: 0, ms: 1 }

const TURNS = 400
/** The first of them is far enough up that it is not loaded with the end of the chat. */
const OLD = 20
const KETTLES = new Map([
  [OLD, 'The kettle, an old kettle.'],
  [TURNS - 2, 'A new kettle.'],
])

const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()

beforeAll(async () => {
  await writeLongChat()
  await start(home)
})

async function writeLongChat(): Promise<void> {
  const { core } = await openTestCore({ home })
  await core.publish({ type: 'chat.created', chat: 'long', title: 'A long one', model: null })
  for (let at = 0; at < TURNS; at++) {
    const about = { chat: 'long', turn: `turn-${at}` }
    const content = KETTLES.get(at) ?? `Line ${at}.`
    await Promise.all([
      core.publish({ type: 'turn.started', ...about, model: 'none' }),
      core.publish({ type: 'message.added', chat: 'long', role: 'user', content: `Question ${at}` }),
      core.publish({ type: 'message.added', chat: 'long', role: 'assistant', content }),
      core.publish({ type: 'turn.finished', ...about, reason: 'answered', stats: NO_STATS }),
    ])
  }
  await core.close()
}

const box = () => open.page.getByRole('textbox', { name: 'Message' })
const field = () => open.page.getByRole('textbox', { name: 'Find in this chat' })

/** How many places are marked, and the text of the one at hand. */
const marks = () =>
  open.page.evaluate(() => {
    const [now] = CSS.highlights.get('found-now') ?? []
    return { others: CSS.highlights.get('found')?.size ?? 0, now: now ? String(now) : null }
  })

/** What the page has fetched since the first message. */
const fetched: string[] = []

describe('reading', () => {
  it('draws complete formulas as MathML, and leaves shell text alone', async () => {
    open.page.on('request', (request) => fetched.push(request.url()))
    ollama.enqueue(
      say(
        'Set $HOME and $PATH, then $x^2 + y$:\n\n$$\n\\frac{a}{b}\n+ \\sqrt{c}\n$$\n\n$\\evil{z}$ is none.\n\nSee the [handbook](https://far.example/).',
      ),
    )
    await box().fill('A formula, please')
    await box().press('Enter')
    await open.page.getByText('Set $HOME and $PATH, then').waitFor()
    await expect.poll(() => open.page.locator('math').count(), PATIENCE).toBe(2)
    await open.page.getByText('$\\evil{z}$ is none.').waitFor()
    const drawn = await open.page.locator('math').evaluateAll((formulas) =>
      formulas.map((formula) => ({
        spaces: [...new Set([formula, ...formula.querySelectorAll('*')].map(({ namespaceURI }) => namespaceURI))],
        height: formula.getBoundingClientRect().height > 10,
        display: getComputedStyle(formula).display,
      })),
    )
    const namespaces = ['http://www.w3.org/1998/Math/MathML']
    expect(drawn).toEqual([
      { spaces: namespaces, height: true, display: expect.stringContaining('math') },
      { spaces: namespaces, height: true, display: 'block math' },
    ])
    expect(fetched).toEqual(expect.arrayContaining([expect.stringMatching(/formula-drawing-.*\.js$/)]))
    for (const url of fetched) expect(url).toMatch(/^skillet:/)
  })

  it('marks nothing in the figures below an answer', async () => {
    const { page } = open
    await page.getByText(/^\d+ tokens/).waitFor()
    await page.keyboard.press('Control+f')
    await field().fill('tokens')
    await page.getByText('No results', { exact: true }).waitFor()
    expect(await marks()).toEqual({ others: 0, now: null })
    await page.keyboard.press('Escape')
    await expect.poll(() => field().count(), PATIENCE).toBe(0)
  })

  it('marks a match in the words of a link', async () => {
    await open.page.keyboard.press('Control+f')
    await field().fill('handbook')
    await expect.poll(marks, PATIENCE).toEqual({ others: 0, now: 'handbook' })
    await open.page.keyboard.press('Escape')
    await expect.poll(() => field().count(), PATIENCE).toBe(0)
  })

  it('counts no match in the address of a link, and passes a message that has no other', async () => {
    const { page } = open
    const answers = [
      'Read [the manual](https://a.example/manual/manual) or the manual.',
      '[Here](https://a.example/manual).',
    ]
    for (const answer of answers) {
      ollama.enqueue(say(answer))
      await box().fill('Where?')
      await box().press('Enter')
      await page.getByRole('button', { name: 'Send' }).waitFor()
    }
    await page.getByText('Here', { exact: true }).waitFor()
    await page.keyboard.press('Control+f')
    await field().fill('manual')
    await page.getByText('1 of 2', { exact: true }).waitFor()
    await expect.poll(marks, PATIENCE).toEqual({ others: 1, now: 'manual' })
    await page.keyboard.press('Escape')
    await expect.poll(() => field().count(), PATIENCE).toBe(0)
  })

  it('marks each match, and loads the matches further up when the reader moves to them', async () => {
    const { page } = open
    await page.getByRole('button', { name: 'A long one' }).click()
    await page.getByText(`Line ${TURNS - 1}.`).waitFor()
    expect(await page.getByText(`Question ${OLD}`, { exact: true }).count()).toBe(0)
    await box().focus()
    await page.keyboard.press('Control+f')
    await field().fill('kettle')
    await page.getByText('1 of 3', { exact: true }).waitFor()
    await expect.poll(marks, PATIENCE).toEqual({ others: 0, now: 'kettle' })
    await field().press('Enter')
    await page.getByText('2 of 3', { exact: true }).waitFor()
    await page.getByText('The kettle, an old kettle.').waitFor()
    await expect.poll(async () => (await marks()).others, PATIENCE).toBeGreaterThan(0)
    await expect.poll(() => isInView('The kettle, an old kettle.'), PATIENCE).toBe(true)
    await field().press('Enter')
    await page.getByText('3 of 3', { exact: true }).waitFor()
    await field().press('Shift+Enter')
    await field().press('Shift+Enter')
    await page.getByText('1 of 3', { exact: true }).waitFor()
    await expect.poll(() => isInView('A new kettle.'), PATIENCE).toBe(true)
  })

  it('returns the focus to where it was, and leaves no mark', async () => {
    await open.page.keyboard.press('Escape')
    await expect.poll(() => field().count(), PATIENCE).toBe(0)
    expect(await marks()).toEqual({ others: 0, now: null })
    expect(await box().evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('has a sidebar as wide as the person makes it, and keeps that width', async () => {
    const edge = () => open.page.getByRole('separator', { name: 'Sidebar width' })
    const width = () =>
      open.page.getByRole('region', { name: 'Chats' }).evaluate((each) => each.getBoundingClientRect().width)
    expect(await width()).toBe(256)
    await edge().focus()
    await open.page.keyboard.press('ArrowRight')
    expect([await width(), await edge().getAttribute('aria-valuenow')]).toEqual([264, '264'])
    const at = await edge().boundingBox()
    if (!at) throw new Error('the edge is not there')
    await open.page.mouse.move(at.x + at.width / 2, at.y + 200)
    await open.page.mouse.down()
    await open.page.mouse.move(at.x + 500, at.y + 200, { steps: 5 })
    await open.page.mouse.up()
    expect(await width()).toBe(280)
    await expect.poll(() => kept(), PATIENCE).toBe(280)
    await open.close()
    await start(home)
    await expect.poll(width, PATIENCE).toBe(280)
    await edge().dblclick()
    await expect.poll(width, PATIENCE).toBe(256)
  })
})

const isInView = (text: string) =>
  open.page.getByText(text).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })

const kept = () =>
  open.page.evaluate(async () => {
    const { skillet } = window as unknown as { skillet: { call(name: string, input: object): Promise<unknown> } }
    const reply = (await skillet.call('app.read', {})) as { value?: { settings: { sidebarWidth: number } } }
    return reply.value?.settings.sidebarWidth
  })
