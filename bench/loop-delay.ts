// How long this thread is kept from its work while a tool floods it, a chat of 100 tools runs and a schema would explode.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { makeLiveChats } from '#main/chat/live-chats'
import { type Core, openCore } from '#main/open-core'
import { textOf } from '#shared/messages/message'
import { printTable, type Report } from './report.ts'

const TOOLS = 100
const TURNS = 30
const BOMBS = 30
const FLOODED_LINES = 100_000_000
const signal = new AbortController().signal

export interface Delay {
  p99: number
  max: number
  /** The same thread with nothing to do, for as long: what the machine alone takes. */
  idleP99: number
}

export async function run(): Promise<Report> {
  const { p99, max, idleP99 } = await measureDelay()
  return {
    name: 'delay of the main thread under a flood, a chat of 100 tools and patterns that explode elsewhere',
    rows: [
      { name: 'p99 of the same thread at rest', value: idleP99, unit: 'ms' },
      { name: 'p99', value: p99, unit: 'ms', goal: 50 },
      { name: 'longest', value: max, unit: 'ms' },
    ],
  }
}

export async function measureDelay(): Promise<Delay> {
  const home = mkdtempSync(join(tmpdir(), 'skillet-delay-'))
  const skills = join(home, 'some', 'busy')
  mkdirSync(skills, { recursive: true })
  writeFileSync(join(skills, 'SKILL.md'), '---\nname: busy\ndescription: Has much to do.\n---\nUse it.\n')
  writeFileSync(join(skills, 'tools.json'), JSON.stringify(describeTools()))
  const model = spawn(process.execPath, [import.meta.filename, 'serve'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const { value: host } = await createInterface(model.stdout)[Symbol.asyncIterator]().next()
  const opened = await openCore({
    ...{ home: join(home, 'home'), cwd: home, skills: [{ path: skills, origin: 'named' }], sandbox: 'off' },
    decide: async () => ({ decision: 'once', by: 'person' }),
    said: { host: String(host), model: 'tiny:1b' },
  })
  if (!opened.ok) throw new Error(textOf(opened.message))
  const { core } = opened
  core.listen(makeLiveChats().take)
  try {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    const startedAt = performance.now()
    delay.enable()
    await Promise.all([flood(core), chat(core), bomb(core)])
    delay.disable()
    const rest = monitorEventLoopDelay({ resolution: 1 })
    rest.enable()
    await pause(Math.min(5000, performance.now() - startedAt))
    rest.disable()
    const toMs = (ns: number) => ns / 1e6
    return { p99: toMs(delay.percentile(99)), max: toMs(delay.max), idleP99: toMs(rest.percentile(99)) }
  } finally {
    await core.close()
    model.kill()
    await once(model, 'exit')
    rmSync(home, { recursive: true, force: true })
  }
}

function describeTools() {
  const text = { type: 'string', description: 'What it is about.' }
  const plain = Array.from({ length: TOOLS }, (_, n) => `busy_${n}`)
  const tools = plain.map((name) => ({
    ...{ name, description: 'Says something about something, in as many words as there are.' },
    parameters: { type: 'object', properties: { a: text, b: text } },
  }))
  const bomb = { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' }
  const list = { type: 'array', uniqueItems: true, items: { anyOf: [{ type: 'object' }, { type: 'string' }] } }
  const more = [
    { name: 'flood', description: 'Prints lines.', parameters: { type: 'object', properties: {} } },
    { name: 'bomb', description: 'Checks.', parameters: { type: 'object', properties: { bomb, list } } },
  ]
  const args = [{ param: 'a' }, { param: 'b', kind: 'flag' }]
  return {
    tools: [...tools, ...more],
    allowlist: { echo: [''], seq: [`${FLOODED_LINES}`] },
    execution: [
      ...plain.map((tool) => ({ tool, binary: 'echo', subcommand: '', args })),
      { tool: 'flood', binary: 'seq', subcommand: `${FLOODED_LINES}`, args: [] },
      { tool: 'bomb', binary: 'echo', subcommand: '', args: [{ param: 'bomb' }] },
    ],
  }
}

async function flood(core: Core): Promise<void> {
  const chat = await core.chats.create()
  const { run } = await core.runCall({
    caller: { kind: 'model', from: 'protocol' },
    chat,
    call: randomUUID(),
    tool: 'flood',
    args: {},
    signal,
  })
  if (run?.exitCode !== 0) throw new Error(`the flood ended with ${JSON.stringify(run?.failure ?? run?.exitCode)}`)
}

async function chat(core: Core): Promise<void> {
  const id = await core.chats.create()
  for (let turn = 0; turn < TURNS; turn++) {
    const finished = new Promise<string>((resolve) => {
      const stop = core.listen((push) => {
        if (push.kind !== 'fact' || push.fact.type !== 'turn.finished') return
        stop()
        resolve(push.fact.reason)
      })
    })
    await core.chats.send(id, `Say something about number ${turn}.`)
    const reason = await finished
    if (reason !== 'answered') throw new Error(`a turn ended: ${reason}`)
  }
}

async function bomb(core: Core): Promise<void> {
  const list = Array.from({ length: 300 }, (_, index) => ({ index, more: 'x'.repeat(50) }))
  for (let nth = 0; nth < BOMBS; nth++) {
    const args = { bomb: `${'a'.repeat(10_000)}!`, list: [...list, nth] }
    const { error } = await core.runCall({
      caller: { kind: 'model', from: 'protocol' },
      chat: null,
      call: randomUUID(),
      tool: 'bomb',
      args,
      signal,
    })
    if (!error) throw new Error('the bomb was taken')
  }
}

/** A model that calls a tool and then answers, in a process of its own so that its work is not counted. */
function serve(): void {
  let count = 0
  const server = createServer(async (request, response) => {
    for await (const chunk of request) void chunk
    const json = (body: object) => void response.end(JSON.stringify(body))
    if (request.url === '/api/version') return json({ version: '0.17.4' })
    if (request.url === '/api/ps') return json({ models: [] })
    if (request.url === '/api/tags') return json({ models: [{ name: 'tiny:1b', model: 'tiny:1b', size: 1 }] })
    if (request.url !== '/api/chat') return json({ error: 'not found' })
    const isCall = count++ % 2 === 0
    const called = { function: { name: `busy_${count % TOOLS}`, arguments: { a: `number ${count}` } } }
    const message = isCall
      ? { role: 'assistant', content: '', tool_calls: [called] }
      : { role: 'assistant', content: 'Yes.' }
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(`${JSON.stringify({ message, done: false })}\n`)
    const last = { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' }
    response.end(`${JSON.stringify({ ...last, prompt_eval_count: 9, eval_count: 9 })}\n`)
  })
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
  )
}

if (process.argv[2] === 'serve') serve()
else if (import.meta.main) printTable(await run())
