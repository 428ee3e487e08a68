// A chat of 100 000 messages in the real window: how long until its end is drawn, and how evenly it scrolls up.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type Page } from 'playwright-core'
import { openLedger } from '#main/ledger/open-ledger'
import type { NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { findElectron, HOLD_BACK } from '#test/helpers/electron-here'
import { root } from '#test/helpers/root'
import { median, percentile, type Report } from './report.ts'

const TURNS = 50_000
const TURNS_A_COMMIT = 2500
const OPENINGS = 5
const SCROLLED_FRAMES = 500
const PX_A_FRAME = 80
/** The list of chats is made of the facts of all turns. */
const COME_UP_MS = 120_000

export async function run(): Promise<Report> {
  const executablePath = findElectron('npm run bench')
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  try {
    await write(home, 'short', 40)
    await write(home, 'long', TURNS)
    const app = await _electron.launch({
      executablePath,
      args: ['-r', HOLD_BACK, root, `--home=${home}`, '--log-level=3'],
    })
    const page = await app.firstWindow()
    await page.getByRole('button', { name: 'A long chat' }).waitFor({ timeout: COME_UP_MS })
    const opening = { short: [] as number[], long: [] as number[] }
    for (let round = 0; round <= OPENINGS; round++) {
      for (const chat of ['short', 'long'] as const) {
        const ms = await measureOpening(page, chat)
        if (round > 0) opening[chat].push(ms)
      }
    }
    const long = await measureScrolling(page)
    await measureOpening(page, 'short')
    const short = await measureScrolling(page)
    await app.close()
    return report(opening, short, long)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function report(opening: { short: number[]; long: number[] }, short: number[], long: number[]): Report {
  const [few, many] = [median(opening.short), median(opening.long)]
  return {
    name: `The thread (100 000 messages beside 80; ${OPENINGS} openings, ${SCROLLED_FRAMES} frames)`,
    rows: [
      { name: 'open, 80 messages', value: few, unit: 'ms' },
      { name: 'open, 100 000 messages', value: many, unit: 'ms', goal: 200 },
      { name: 'slowest opening, 100 000 messages', value: Math.max(...opening.long), unit: 'ms' },
      { name: 'a frame of scrolling, 80 messages, median', value: median(short), unit: 'ms' },
      { name: 'a frame of scrolling, 100 000 messages, median', value: median(long), unit: 'ms', goal: 17 },
      { name: 'a frame of scrolling, 80 messages, p99', value: percentile(short, 0.99), unit: 'ms' },
      { name: 'a frame of scrolling, 100 000 messages, p99', value: percentile(long, 0.99), unit: 'ms', goal: 34 },
    ],
  }
}

async function write(home: string, chat: string, turns: number): Promise<void> {
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  await opened.ledger.append([{ type: 'chat.created', chat, title: `A ${chat} chat`, model: null }])
  for (let from = 0; from < turns; from += TURNS_A_COMMIT) {
    const facts: NewFact[] = []
    for (let at = from; at < Math.min(turns, from + TURNS_A_COMMIT); at++) facts.push(...turnOf(chat, at))
    await opened.ledger.append(facts)
  }
  await opened.ledger.close()
}

function turnOf(chat: string, at: number): NewFact[] {
  const turn = `${chat}-${at}`
  const lines = Array.from(
    { length: 1 + (at % 7) },
    (_, line) => `- point ${line} of answer ${at}, with \`code\` in it`,
  )
  return [
    { type: 'turn.started', chat, turn, model: 'tiny:1b' },
    { type: 'message.added', chat, role: 'user', content: `Question ${at}: what about the next one?` },
    { type: 'message.added', chat, role: 'assistant', content: `Answer **${at}**.\n\n${lines.join('\n')}` },
    {
      ...{ type: 'turn.finished', chat, turn, reason: 'answered' },
      stats: { rounds: 1, calls: 0, promptTokens: 100, outputTokens: 50, ms: 900 },
    },
  ]
}

/** From the click until two frames after the chat's last answer is in the page. */
async function measureOpening(page: Page, chat: 'short' | 'long'): Promise<number> {
  const last = chat === 'long' ? TURNS - 1 : 39
  return page.evaluate(
    async ({ title, words }) => {
      const frame = () => new Promise<void>((drawn) => requestAnimationFrame(() => drawn()))
      const rows = [...document.querySelectorAll<HTMLElement>('.chats .row-button')]
      const start = performance.now()
      rows.find((row) => row.textContent?.includes(title))?.click()
      while (!document.querySelector('.scroller')?.textContent?.includes(words)) await frame()
      await frame()
      await frame()
      return performance.now() - start
    },
    { title: `A ${chat} chat`, words: `Answer ${last}.` },
  )
}

/** The time of each frame while the thread moves up by so much a frame. */
async function measureScrolling(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ frames, pixels }) => {
      const box = document.querySelector('.scroller')
      if (!box) throw new Error('no chat is open')
      const times: number[] = []
      let before = await new Promise<number>((drawn) => requestAnimationFrame(drawn))
      for (let at = 0; at < frames; at++) {
        box.scrollTop -= pixels
        const now = await new Promise<number>((drawn) => requestAnimationFrame(drawn))
        times.push(now - before)
        before = now
      }
      return times
    },
    { frames: SCROLLED_FRAMES, pixels: PX_A_FRAME },
  )
}
