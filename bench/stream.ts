// What the guard around the `ollama` package costs beside the bare package: processor time for the same long answer.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { Ollama } from 'ollama'
import { askModel } from '#main/models/ollama/chat'
import { textOf } from '#shared/messages/message'
import { median, printTable, type Report, type Row } from './report.ts'

const TOKENS = 20_000
const TOKENS_A_SECOND = 2000
const ROUNDS = 3
const GOAL = 1.5

export async function run(): Promise<Report> {
  const server = spawn(process.execPath, [import.meta.filename, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const { value: host } = await createInterface(server.stdout)[Symbol.asyncIterator]().next()
    const rows = [
      ...(await compare(String(host), `at ${TOKENS_A_SECOND} a second`, 'paced', GOAL)),
      ...(await compare(String(host), 'all at once', 'fast')),
    ]
    return { name: `${TOKENS} tokens of one answer, processor time, median of ${ROUNDS}`, rows }
  } finally {
    await end(server)
  }
}

async function compare(host: string, how: string, model: string, goal?: number): Promise<Row[]> {
  await guarded(host, 'fast')
  await bare(host, 'fast')
  const times = { bare: [] as number[], guarded: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.bare.push(await costOf(() => bare(host, model)))
    times.guarded.push(await costOf(() => guarded(host, model)))
  }
  const [plain, ours] = [median(times.bare), median(times.guarded)]
  return [
    { name: `${how}: the ollama package`, value: plain, unit: 'ms', ratio: 1 },
    {
      name: `${how}: through the guard`,
      ...{ value: ours, unit: 'ms', ratio: ours / plain },
      ...(goal !== undefined && { goal }),
    },
  ]
}

async function costOf(work: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage()
  const letters = await work()
  const { user, system } = process.cpuUsage(before)
  if (letters !== TOKENS * 'token '.length) throw new Error(`${letters} letters came`)
  return (user + system) / 1000
}

async function bare(host: string, model: string): Promise<number> {
  let letters = 0
  const stream = await new Ollama({ host }).chat({ model, messages: [{ role: 'user', content: 'Go.' }], stream: true })
  for await (const { message } of stream) letters += message.content.length
  return letters
}

async function guarded(host: string, model: string): Promise<number> {
  let letters = 0
  const token = (text: string) => {
    letters += text.length
  }
  const request = { model, messages: [{ role: 'user' as const, content: 'Go.' }], tools: [] }
  const outcome = await askModel(host, request, { token }, new AbortController().signal)
  if (!outcome.ok) throw new Error(textOf(outcome.problem.message))
  return letters
}

async function end(server: ChildProcess): Promise<void> {
  const gone = once(server, 'exit')
  server.kill()
  await gone
}

/** In a process of its own, so that its work is not counted. */
function serve(): void {
  const line = `${JSON.stringify({ model: 'm', created_at: '2026-01-01T00:00:00.000Z', message: { role: 'assistant', content: 'token ' }, done: false })}\n`
  const last = `${JSON.stringify({ model: 'm', message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 9, eval_count: TOKENS })}\n`
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.socket?.setNoDelay(true)
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const { model } = JSON.parse(body) as { model: string }
    const began = performance.now()
    let sent = 0
    const timer = setInterval(() => {
      const due = model === 'paced' ? ((performance.now() - began) / 1000) * TOKENS_A_SECOND : TOKENS
      for (; sent < Math.min(TOKENS, due); sent++) response.write(line)
      if (sent < TOKENS) return
      clearInterval(timer)
      response.end(last)
    })
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
}

if (process.argv[2] === 'serve') serve()
else if (import.meta.main) printTable(await run())
