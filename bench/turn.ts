// From the last byte of a model's call to a started run, and what a long chat leaves in memory.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { newReading } from '#main/agent/model-reading'
import { runTurn } from '#main/agent/turn'
import { inspectMachine } from '#main/calls/machine'
import { makeRunCall } from '#main/calls/run-call'
import { openRequestLog } from '#main/chat/pack-request'
import { openLedger } from '#main/ledger/open-ledger'
import { askModel } from '#main/models/ollama/chat'
import { toOllamaTools } from '#main/skills/tool-definitions'
import { loadRegistry } from '#main/trust/skill-registry'
import type { Fact, NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { TRUSTING } from '#test/helpers/call-ports'
import { median, printTable, type Report, type Row } from './report.ts'

const CALLS = 200
const WARM_UP = 20
const MESSAGES = Number(process.env.SKILLET_BENCH_MESSAGES ?? 10_000)
const MEGABYTE = 1024 * 1024
const SKILLS = join(import.meta.dirname, '..', 'test', 'fixtures', 'dispatch-skills')
const { signal } = new AbortController()

export async function run(): Promise<Report> {
  return {
    name: `A turn: median of ${CALLS} calls, and a chat of ${MESSAGES} messages`,
    rows: [...(await measureCalls()), ...(await measureMemory())],
  }
}

/** Over HTTP, the guard, the gate and a real ledger on this disk. */
async function measureCalls(): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  const model = await startModel()
  const machine = await inspectMachine({ cwd: home, skillFolders: [SKILLS] })
  const registry = await loadRegistry([{ path: SKILLS, origin: 'named' }], machine.searchPath)
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  const { ledger } = opened
  let written: { from: number; to: number; facts: NewFact[] }[] = []
  const record = async (facts: NewFact[], texts?: string[]) => {
    const from = performance.now()
    const recorded = await ledger.append(facts, texts)
    written.push({ from, to: performance.now(), facts })
    return recorded
  }
  const runCall = makeRunCall({
    record: async (facts, texts) => void (await record(facts, texts)),
    tick: () => undefined,
    find: registry.find,
    machine,
    ...TRUSTING,
    decide: async () => null,
  })
  const beyond: number[] = []
  const whole: number[] = []
  for (let count = 0; count < WARM_UP + CALLS; count++) {
    written = []
    const requests = openRequestLog({ chat: 'c', turn: `t${count}`, record })
    const ports = {
      ...quietPorts(),
      publish: async (...facts: NewFact[]) => requests.learn(await record(facts)),
      askModel: async (request: Parameters<typeof askModel>[1]) => {
        const listener = { token: () => undefined, sending: requests.sending }
        const outcome = await askModel(model.host, request, listener, signal)
        await requests.settled()
        return outcome
      },
      runCall: async ({ call, tool, args }: { call: string; tool: string; args: unknown }) => {
        const { forModel } = await runCall({
          caller: { kind: 'model', from: 'protocol' },
          chat: 'c',
          call,
          tool,
          args,
          signal,
        })
        return { text: forModel }
      },
    }
    await runTurn({ ...question(count), tools: toOllamaTools(registry.tools) }, ports)
    const lastByte = model.lastByteOfCall()
    const started = written.find(({ facts }) => facts.some(({ type }) => type === 'run.started'))
    if (!started) throw new Error('no run was started')
    const between = written.filter(({ to }) => to > lastByte && to <= started.to)
    const durable = between.reduce((sum, { from, to }) => sum + to - Math.max(from, lastByte), 0)
    if (count < WARM_UP) continue
    whole.push(started.to - lastByte)
    beyond.push(started.to - lastByte - durable)
  }
  await ledger.close()
  await model.close()
  rmSync(home, { recursive: true, force: true })
  return [
    { name: 'last byte of a call to run.started, durable writes aside', value: median(beyond), unit: 'ms', goal: 5 },
    { name: 'last byte of a call to run.started on the disk', value: median(whole), unit: 'ms' },
  ]
}

/** A model that calls a tool and then answers; it knows when its last byte left. */
async function startModel() {
  let sentAt = 0
  let isCalled = false
  const server = createServer(async (request, response) => {
    for await (const chunk of request) void chunk
    isCalled = !isCalled
    const message = isCalled
      ? { role: 'assistant', content: '', tool_calls: [{ function: { name: 'echo_clock', arguments: {} } }] }
      : { role: 'assistant', content: 'It is late.' }
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    response.write(`${JSON.stringify({ message, done: false })}\n`)
    const last = { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' }
    response.end(`${JSON.stringify({ ...last, prompt_eval_count: 9, eval_count: 9 })}\n`)
    if (isCalled) sentAt = performance.now()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lastByteOfCall: () => sentAt, close }
}

/** One chat that grows turn by turn; its own facts are what a turn is given, and are not what is measured. */
async function measureMemory(): Promise<Row[]> {
  const reading = newReading()
  const tools = toOllamaTools((await loadRegistry([{ path: SKILLS, origin: 'named' }], ['/usr/bin', '/bin'])).tools)
  let history: Fact[] = []
  let messages = 0
  let seq = 0
  const ports = {
    ...quietPorts(),
    publish: async (...facts: NewFact[]) => {
      for (const fact of facts) {
        history.push({ ...fact, seq: ++seq, at: '2026-01-01T00:00:00.000Z' })
        if (fact.type === 'message.added') messages++
      }
    },
    askModel: async (request: Parameters<typeof askModel>[1]) => {
      const last = request.messages.at(-1)
      const calls = last?.role === 'user' ? [{ tool: 'echo_say', args: { text: `number ${seq}` } }] : []
      const content = calls.length > 0 ? '' : `That was number ${seq}. ${'Words follow words. '.repeat(2)}`
      const counts = { wasCut: false, promptTokens: 100, outputTokens: 10 }
      return { ok: true as const, answer: { content, thinking: '', calls, ...counts } }
    },
    runCall: async () => ({ text: `${'A line of output.\n'.repeat(3)}${seq}` }),
  }
  const chat = async (most: number) => {
    for (let turn = 0; messages < most; turn++) await runTurn({ ...question(turn), tools, history, reading }, ports)
  }
  await chat(MESSAGES / 10)
  const slices: number[] = []
  for (let slice = 1; slice <= 10; slice++) {
    await chat((MESSAGES * slice) / 10)
    slices.push(heapWithout())
  }
  function heapWithout(): number {
    const kept = history
    history = []
    const facts = JSON.stringify(kept)
    kept.length = 0
    const bytes = usedHeap() - facts.length
    history = JSON.parse(facts) as Fact[]
    return bytes / MEGABYTE
  }
  const [first = 0] = slices
  const last = slices.at(-1) ?? 0
  return [
    { name: `memory after ${MESSAGES / 10} messages, without the chat itself`, value: first, unit: 'MB' },
    {
      name: `memory after ${MESSAGES} messages, without the chat itself`,
      value: last,
      unit: 'MB',
      ratio: last / first,
      goal: 1.1,
    },
  ]
}

function usedHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

let ids = 0
const quietPorts = () => ({
  tick: () => undefined,
  readWhole: async () => null,
  newId: () => `call${ids++}`,
  now: () => performance.now(),
})

const question = (count: number) => ({
  chat: 'c',
  turn: `t${count}`,
  model: 'm',
  system: 'Be brief.',
  history: [] as Fact[],
  text: `What time is it, for the ${count}th time?`,
  signal,
})

if (import.meta.main) printTable(await run())
