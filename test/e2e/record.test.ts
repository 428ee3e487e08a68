import { mkdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { openLedger } from '#main/ledger/open-ledger'
import type { NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { callTool, say } from '#test/helpers/fake-ollama'
import { setUpApp } from './set-up.ts'
import { go, write } from './steps.ts'

const MANY = 20_000
const { ollama, open, start, newHome } = setUpApp('file')
const home = newHome()

beforeAll(async () => {
  await fillRecord()
  await start(home)
})

/** Calls that were asked for long ago, in a chat of their own, and refused. */
async function fillRecord(): Promise<void> {
  mkdirSync(home, { recursive: true })
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  const { ledger } = opened
  const chat = 'long-ago'
  await ledger.append([{ type: 'chat.created', chat, title: 'Long ago', model: null }])
  for (let at = 0; at < MANY; at += 1000) {
    const facts = Array.from({ length: 1000 }, (_, n): NewFact[] => {
      const call = `call-${at + n}`
      const requested: NewFact = { type: 'call.requested', chat, call, tool: `old_${at + n}`, args: {} }
      return [requested, { type: 'call.refused', chat, call, code: 'TOOL_UNKNOWN', message: 'there is no such tool' }]
    })
    await ledger.append(facts.flat())
  }
  await ledger.close()
}

const button = (name: string | RegExp) => open.page.getByRole('button', { name })
const inspector = () => open.page.getByRole('region', { name: 'Inspector' })
const rawRequests = () => ollama.seen.flatMap(({ path, raw }) => (path === '/api/chat' ? [raw] : []))

const cards = () => open.page.getByRole('article', { name: 'Tool call system_disk' })

/** Once is once: each of them asks. */
async function letRun(count: number): Promise<void> {
  const approval = open.page.getByRole('group', { name: 'Approve system_disk' })
  const hasRun = async () => {
    if (await approval.isVisible()) await approval.getByRole('button', { name: 'Run once' }).click()
    return cards().getByRole('button', { name: /^Ran/ }).count()
  }
  await expect.poll(hasRun, { timeout: 60_000 }).toBe(count)
}

describe('the page of a finished turn', () => {
  it('shows each request byte for byte as the server got it', async () => {
    ollama.enqueue(callTool('system_disk', {}), say('Your disk has room.'))
    await write(open, 'How full is the disk?')
    await letRun(1)
    await open.page.getByText('Your disk has room.').waitFor()
    await button('Details').click()
    await inspector().getByRole('heading', { name: 'Sent to the model' }).waitFor()
    expect(rawRequests()).toHaveLength(2)
    for (const [at, raw] of rawRequests().entries()) {
      const name = `Request ${at + 1}`
      const request = inspector().locator('details.request').nth(at)
      await request.locator('summary').first().click()
      await request.getByText('Raw request').click()
      const shown = request.getByRole('region', { name: `${name} as sent` })
      await expect.poll(() => shown.locator('pre').textContent()).toBe(raw)
      expect(await request.getByRole('list', { name: 'Messages' }).innerText()).toContain('How full is the disk?')
    }
  })

  it('lists what happened in order, and switches back to the call', async () => {
    const events = await inspector().locator('.turn-events').innerText()
    expect(events.indexOf('request.sent')).toBeLessThan(events.indexOf('run.started'))
    expect(events.indexOf('run.started')).toBeLessThan(events.indexOf('turn.finished'))
    await inspector().getByRole('button', { name: 'Call', exact: true }).click()
    await inspector().getByRole('tab', { name: 'Command' }).waitFor()
    await inspector().getByRole('button', { name: 'Answer', exact: true }).click()
    await inspector().locator('details.request').first().waitFor()
  })
})

describe('two runs', () => {
  it('come from Run again, which follows the same path as the first, and are compared from the card', async () => {
    const card = cards().first()
    await card.getByRole('button', { name: /^Ran/ }).click()
    await card.getByRole('button', { name: 'Run again' }).click()
    await letRun(2)
    const second = cards().nth(1)
    await second.getByRole('button', { name: /^Ran/ }).click()
    await second.getByRole('button', { name: 'Compare with…' }).click()
    await open.page.getByRole('option', { name: /^df / }).click()
    const compared = open.page.getByRole('dialog', { name: 'Compare two runs' })
    await compared.getByRole('row', { name: /Command df df/ }).waitFor()
    expect(await compared.getByRole('row', { name: /^Status exit 0 exit 0/ }).count()).toBe(1)
    await open.page.keyboard.press('Escape')
    await compared.waitFor({ state: 'detached' })
  })

  it('run with other arguments from the card, in the tool’s form', async () => {
    const card = cards().first()
    await card.getByRole('button', { name: 'Edit arguments and run' }).click()
    const form = card.getByRole('form', { name: 'Edit arguments' })
    await card.getByRole('textbox', { name: 'path' }).fill('..')
    await form.getByText(/is closed to this chat/).waitFor()
    await card.getByRole('textbox', { name: 'path' }).fill('~/notes')
    await form.getByText(/starts with ~/).waitFor()
    expect(await card.getByRole('button', { name: 'Review my version' }).isDisabled()).toBe(true)
    await card.getByRole('textbox', { name: 'path' }).fill('')
    await card.getByRole('button', { name: 'Review my version' }).click()
    await letRun(3)
  })

  it('are chosen in Activity and compared', async () => {
    await go(open, 'Activity')
    const rows = open.page.getByRole('row', { name: /df / })
    for (const at of [1, 2]) await rows.nth(at).getByRole('checkbox').check()
    await button('Compare').click()
    const compared = open.page.getByRole('dialog', { name: 'Compare two runs' })
    await compared.getByRole('button', { name: 'Show in chat' }).first().click()
    await inspector().getByRole('heading', { name: 'system_disk' }).waitFor()
  })
})

describe('a long record', () => {
  it('can be walked from newest to oldest with the keyboard, by row and by page', async () => {
    await go(open, 'Activity')
    const grid = open.page.getByRole('grid', { name: 'Commands, newest first' })
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(MANY + 4))
    await grid.focus()
    await open.page.keyboard.press('End')
    const active = () => grid.locator('tr[data-active]')
    await expect.poll(() => active().innerText()).toContain('old_0')
    expect(await active().getAttribute('aria-rowindex')).toBe(String(MANY + 4))
    await open.page.keyboard.press('ArrowUp')
    await expect.poll(() => active().innerText()).toContain('old_1')
    await open.page.keyboard.press('PageUp')
    const there = Number(await active().getAttribute('aria-rowindex'))
    expect(there).toBeLessThan(MANY)
    expect(await grid.getAttribute('aria-activedescendant')).toBe(await active().getAttribute('id'))
    expect(await grid.locator('tbody tr').count()).toBeLessThan(100)
    await open.page.keyboard.press('Home')
    await expect.poll(() => active().innerText()).toContain('df ')
  })

  it('can be scrolled to the middle with the scroll bar, and loads rows as needed', async () => {
    const grid = open.page.getByRole('grid', { name: 'Commands, newest first' })
    await grid.evaluate((box) => {
      box.scrollTop = box.scrollHeight / 2
    })
    await expect.poll(() => grid.locator('tbody').innerText()).toContain('old_9990')
  })

  it('is filtered by state and words, and Enter opens the chat at the oldest call', async () => {
    const { page } = open
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Ran' })
    const grid = page.getByRole('grid', { name: 'Commands, newest first' })
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('4')
    await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'All statuses' })
    await page.getByRole('searchbox', { name: 'Search activity' }).fill('old_17')
    await expect.poll(() => grid.locator('tbody tr').first().innerText()).toContain('old_17')
    await page.getByRole('searchbox', { name: 'Search activity' }).fill('')
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(MANY + 4))
    await grid.focus()
    await page.keyboard.press('End')
    await expect.poll(() => grid.locator('tr[data-active]').innerText()).toContain('old_0')
    await page.keyboard.press('Enter')
    await inspector().getByRole('heading', { name: 'old_0', exact: true }).waitFor()
  })
})
