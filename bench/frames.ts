// 20 open tool cards above an answer of 2 000 tokens a second: frames, keys and main's thread, beside the window at rest.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { openLedger } from '#main/ledger/open-ledger'
import { textOf } from '#shared/messages/message'
import { findElectron, HOLD_BACK } from '#test/helpers/electron-here'
import { root } from '#test/helpers/root'
import { percentile, type Report } from './report.ts'

const CARDS = 20
const LINES = 200
const TOKENS_A_SECOND = 2000
const MEASURED_MS = 6000
/** So many that the slowest of a hundred is not the slowest of all. */
const KEYS = 120

export async function run(): Promise<Report> {
  const executablePath = findElectron('npm run bench')
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  const ollama = await serve()
  const skills = writeSkill(home)
  await trustAll(join(home, 'data'))
  const args = [root, `--home=${join(home, 'data')}`, `--skills=${skills}`, '--log-level=3']
  const app = await _electron.launch({
    ...{ executablePath, args: ['-r', HOLD_BACK, ...args] },
    env: { ...(process.env as Record<string, string>), OLLAMA_HOST: ollama.host },
  })
  try {
    const page = await app.firstWindow()
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.fill('Count, and then tell me about it')
    await page.getByRole('button', { name: 'Send' }).click()
    await ollama.asked
    await openCards(page)
    const atRest = await measure(app, page)
    ollama.begin()
    await page.getByText('Part 1 of the answer').first().waitFor()
    const streaming = await measure(app, page)
    return report(atRest, streaming)
  } finally {
    await app.close()
    ollama.close()
    rmSync(home, { recursive: true, force: true })
  }
}

interface Measured {
  frames: number[]
  keys: number[]
  loopP99: number
}

function report(atRest: Measured, streaming: Measured): Report {
  const row = (name: string, of: (measured: Measured) => number, goal: number) => [
    { name: `${name}, at rest`, value: of(atRest), unit: 'ms' },
    { name: `${name}, streaming`, value: of(streaming), unit: 'ms', goal },
  ]
  return {
    name: `${TOKENS_A_SECOND} tokens a second under ${CARDS} open cards of ${LINES} lines`,
    rows: [
      ...row('a frame, median', ({ frames }) => percentile(frames, 0.5), 17),
      ...row('a frame, p99', ({ frames }) => percentile(frames, 0.99), 32),
      ...row('a key until it is drawn, p99', ({ keys }) => percentile(keys, 0.99), 50),
      ...row('main’s event loop, p99', ({ loopP99 }) => loopP99, 20),
    ],
  }
}

async function openCards(page: Page): Promise<void> {
  const group = page.getByRole('button', { name: `${CARDS} commands` })
  if (await group.isVisible()) await group.click()
  const cards = page.getByRole('article', { name: 'Tool call count_lines' })
  for (const card of await cards.all()) {
    const head = card.getByRole('button', { expanded: false }).first()
    if (await head.isVisible()) await head.click()
  }
}

async function measure(app: ElectronApplication, page: Page): Promise<Measured> {
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('')
  await app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    Object.assign(globalThis, { delay })
  })
  const seen = page.evaluate(async (forMs) => {
    const frames: number[] = []
    const keys: number[] = []
    const onKey = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => setTimeout(() => keys.push(performance.now() - timeStamp)))
    addEventListener('keydown', onKey, { capture: true })
    const frame = () => new Promise<number>((drawn) => requestAnimationFrame(drawn))
    const start = await frame()
    for (let before = start; before - start < forMs; ) {
      const now = await frame()
      frames.push(now - before)
      before = now
    }
    removeEventListener('keydown', onKey, { capture: true })
    return { frames, keys }
  }, MEASURED_MS)
  await box.focus()
  await page.keyboard.type('the quick brown fox jumps over the lazy dog '.repeat(3).slice(0, KEYS), {
    delay: (MEASURED_MS * 0.7) / KEYS,
  })
  const { frames, keys } = await seen
  const loopP99 = await app.evaluate(() => {
    const { delay } = globalThis as unknown as { delay: { percentile(share: number): number; disable(): void } }
    delay.disable()
    // The timer itself waits for its resolution.
    return delay.percentile(99) / 1e6 - 5
  })
  return { frames, keys, loopP99 }
}

function writeSkill(home: string): string {
  const folder = join(home, 'skills', 'counting')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), '---\nname: counting\ndescription: Counts.\n---\n# Counting\n')
  const parameters = { type: 'object', properties: { to: { type: 'integer' } } }
  const descriptor = {
    tools: [{ name: 'count_lines', description: 'Counts up to a number.', parameters }],
    allowlist: { seq: [''] },
    execution: [{ tool: 'count_lines', binary: 'seq', subcommand: '', args: [{ param: 'to' }] }],
  }
  writeFileSync(join(folder, 'tools.json'), JSON.stringify(descriptor))
  return join(home, 'skills')
}

/** What is measured are frames, not the person's answers. */
async function trustAll(home: string): Promise<void> {
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  await opened.ledger.append([{ type: 'setting.changed', chat: null, name: 'policy', value: 'trusted' }])
  await opened.ledger.close()
}

/** Asks for all cards at once, and then, when told to, streams until nobody listens. */
async function serve() {
  const asked = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const tellsNothing = { model: 'tiny:1b', done: false }
  const line = (message: object) =>
    `${JSON.stringify({ ...tellsNothing, message: { role: 'assistant', ...message } })}\n`
  const last = `${JSON.stringify({ ...tellsNothing, message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 9, eval_count: 9 })}\n`
  const stream = async (response: ServerResponse) => {
    asked.resolve()
    await begun.promise
    const tokens = answer()
    const start = performance.now()
    for (let sent = 0; !response.destroyed; await pause(4)) {
      const due = ((performance.now() - start) / 1000) * TOKENS_A_SECOND
      for (; sent < due; sent++) response.write(line({ content: tokens.next().value }))
    }
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const json = (body: object) => response.end(JSON.stringify(body))
    if (request.url === '/api/version') return json({ version: '0.17.4' })
    if (request.url === '/api/ps') return json({ models: [] })
    if (request.url === '/api/tags')
      return json({ models: [{ name: 'tiny:1b', model: 'tiny:1b', size: 1, details: {} }] })
    if (request.url === '/api/show') return json({ capabilities: ['completion', 'tools'], model_info: {} })
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const { messages } = JSON.parse(String(Buffer.concat(chunks))) as { messages: { role: string }[] }
    if (messages.at(-1)?.role === 'tool') return stream(response)
    const call = (_: unknown, at: number) => ({ function: { name: 'count_lines', arguments: { to: LINES + at } } })
    response.end(line({ content: '', tool_calls: Array.from({ length: CARDS }, call) }) + last)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    host: `http://127.0.0.1:${port}`,
    asked: asked.promise,
    begin: begun.resolve,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Prose, lists, code and tables, a few letters a token, without end. */
function* answer(): Generator<string, never> {
  for (let part = 1; ; part++) {
    const text = [
      `## Part ${part} of the answer\n\nA paragraph with **bold words**, \`code\` and a [link](https://example.com/${part}) in it, long enough to wrap once or twice in a thread of the usual width.\n\n`,
      ...Array.from({ length: 5 }, (_, at) => `- point ${at} of part ${part}, with some words to read\n`),
      `\n\`\`\`ts\nfor (const line of lines) {\n  if (line.includes('${part}')) console.log(line.trim())\n}\n\`\`\`\n\n`,
      '| name | size |\n| --- | ---: |\n| one | 1 |\n| two | 22 |\n\n',
    ].join('')
    yield* text.match(/[\s\S]{1,4}/g) ?? []
  }
}
