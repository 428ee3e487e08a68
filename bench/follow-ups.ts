// How many tokens a real Ollama reads again in a chat with tool calls, by its own log; the same requests sent by a plain
// client beside it. Answers are scripted and one token of each is generated, so that all of it takes minutes.
//   SKILLET_BENCH_STYLE=native   with the tools of the protocol instead of lines of text
import { randomUUID } from 'node:crypto'
import { newReading } from '#main/agent/model-reading'
import { runTurn, type TurnInput } from '#main/agent/turn'
import { askModel } from '#main/models/ollama/chat'
import { unloadModel } from '#main/models/ollama/models'
import { describeBriefly, describeSkills, readSkillDefinition } from '#main/skills/context'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { Fact, NewFact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import type { ModelAnswer, ToolDefinition } from '#shared/model/model'
import type { CallStyle } from '#shared/model/model-settings'
import { loadShipped } from '#test/skills/shipped'
import type { Report } from './report.ts'

interface OllamaScript {
  ensureOllama(): void
  registerModels(host: string): string[]
  startOllama(port?: number, log?: (line: string) => void): Promise<{ host: string; stop(): void }>
}

type Call = ModelAnswer['calls'][number]

/** What the server's log said of one request. */
interface Reading {
  prompt: number
  read: number
  ms: number
}

const call = (tool: string, args: JsonObject = {}): Call => ({ tool, args })
const LONG = Array.from({ length: 60 }, (_, at) => `${at} error: the disk is nearly full`).join('\n')

/** What the person asks, the calls it leads to, and what these give. */
const CHAT: [text: string, calls: Call[], output: string][] = [
  ['Hello!', [], ''],
  ['How full is the disk?', [call('system_disk')], '/dev/sda1 100G 60G 40G 60% /'],
  [
    'And the memory, and how long is it up?',
    [call('system_memory'), call('system_uptime')],
    'total 16G, used 4G, 3 days',
  ],
  ['What is in the folder reports?', [call('files_list', { path: 'reports' })], 'a.txt\nb.txt\nlog.txt'],
  ['Read log.txt', [call('files_read', { path: 'reports/log.txt' })], LONG],
  ['Thanks. Which branch am I on?', [call('git_branches')], '* main 1a2b3c4 Start'],
  ['Show the last commits', [call('git_log', { limit: 3 })], '1a2b3c4 2026-01-01 Ann Start'],
  ['How large is reports?', [call('files_size', { path: 'reports' })], '1.2M reports'],
  ["What's today's date?", [call('dates_now')], 'Thursday 2026-01-01'],
  ['Thank you!', [], ''],
]

export async function run(): Promise<Report> {
  const readings: Reading[] = []
  const script = new URL('../scripts/ollama.mjs', import.meta.url)
  const { ensureOllama, registerModels, startOllama }: OllamaScript = await import(script.href)
  ensureOllama()
  const server = await startOllama(undefined, (line: string) => {
    const [, prompt, read] = /loading cache slot.* prompt=(\d+) .*remaining=(\d+)/.exec(line) ?? []
    if (prompt && read) readings.push({ prompt: Number(prompt), read: Number(read), ms: 0 })
  })
  registerModels(server.host)
  const style: CallStyle = process.env.SKILLET_BENCH_STYLE === 'native' ? 'native' : 'compact'
  const model = style === 'native' ? 'smollm2-json' : 'smollm2'
  try {
    const skills = await loadShipped()
    const tools = toOllamaTools(skills.flatMap((skill) => skill.tools))
    const system = style === 'compact' ? describeBriefly(skills) : describeSkills(skills)
    const bodies: JsonObject[] = []
    const ask = makeAsk(server.host, bodies, readings)
    const talk = makeTalk({ model, style, system, tools }, ask)
    const chat: Fact[] = []
    for (const said of CHAT) await talk(chat, said)
    const inChat = readings.length
    await talk([], ['What is the name of this computer?', [], ''])
    const ours = readings.splice(0)
    await unloadModel(server.host, model)
    for (const body of bodies) await sendPlainly(server.host, body, readings)
    return toReport(ours, readings, inChat, `${model}, ${style}, ${tools.length} tools`)
  } finally {
    server.stop()
  }
}

function toReport(ours: Reading[], plain: Reading[], inChat: number, title: string): Report {
  const [first] = ours
  const follow = ours.slice(1, inChat)
  const added = follow.reduce((sum, { prompt }, at) => sum + prompt - (ours[at]?.prompt ?? 0), 0)
  const sum = (of: Reading[], field: 'read' | 'ms') => of.reduce((total, one) => total + one[field], 0)
  const [second] = ours.slice(inChat)
  // A message of the same length as the first one of the chat before.
  const ownWords = (second?.prompt ?? 0) - (first?.prompt ?? 0) + 8
  const plainFollow = plain.slice(1, inChat)
  return {
    name: `follow-ups (${title})`,
    rows: [
      { name: 'tokens of the first prompt', value: first?.prompt ?? 0, unit: '' },
      {
        name: 'tokens read by follow-ups 2–10, of the new text',
        value: sum(follow, 'read'),
        unit: '',
        ratio: sum(follow, 'read') / added,
        goal: 1.1,
      },
      {
        name: 'the same by a plain client',
        value: sum(plainFollow, 'read'),
        unit: '',
        ratio: sum(plainFollow, 'read') / added,
      },
      {
        name: 'tokens read by the first message of a second chat',
        value: second?.read ?? 0,
        unit: '',
        ratio: (second?.read ?? 0) / ownWords,
        goal: 1.2,
      },
      {
        name: 'first token of a follow-up, of a plain client',
        value: sum(follow, 'ms') / follow.length,
        unit: 'ms',
        ratio: sum(follow, 'ms') / sum(plainFollow, 'ms'),
        goal: 1.1,
      },
    ],
  }
}

type Ask = (request: Parameters<typeof askModel>[1]) => Promise<void>

/** Sends it, generates one token, and notes how long that took. */
function makeAsk(host: string, bodies: JsonObject[], readings: Reading[]): Ask {
  const { signal } = new AbortController()
  return async (request) => {
    const started = performance.now()
    const sending = (body: JsonObject) => void bodies.push(structuredClone(body))
    const one = { ...request, maxTokens: 1, temperature: 0 }
    const outcome = await askModel(host, one, { token: () => {}, sending }, signal)
    if (!outcome.ok) throw new Error(textOf(outcome.problem.message))
    const reading = readings.at(-1)
    if (reading) reading.ms = performance.now() - started
  }
}

async function sendPlainly(host: string, body: JsonObject, readings: Reading[]): Promise<void> {
  const started = performance.now()
  const response = await fetch(`${host}/api/chat`, { method: 'POST', body: JSON.stringify(body) })
  await response.text()
  const reading = readings.at(-1)
  if (reading) reading.ms = performance.now() - started
}

/** One message of the person through the turn that chats have, with scripted answers. */
function makeTalk(
  { model, style, system, tools }: Pick<TurnInput, 'model' | 'system'> & { style: CallStyle; tools: ToolDefinition[] },
  ask: Ask,
) {
  const reading = newReading()
  let seq = 0
  return async (history: Fact[], [text, calls, output]: (typeof CHAT)[number]) => {
    const answers = [...(calls.length > 0 ? [calls] : []), []]
    const input: TurnInput = {
      ...{ chat: 'bench', turn: randomUUID(), model, style, system, tools, reading, text, history: [...history] },
      ...{ builtIns: [readSkillDefinition()], contextLength: 8192, signal: new AbortController().signal },
    }
    await runTurn(input, {
      publish: async (...facts: NewFact[]) => {
        for (const fact of facts) history.push({ ...fact, seq: ++seq, at: '2026-01-01T00:00:00.000Z' })
      },
      tick: () => {},
      newId: randomUUID,
      now: () => performance.now(),
      readWhole: async () => null,
      runCall: async () => ({ text: output }),
      askModel: async (request) => {
        await ask(request)
        const made = answers.shift() ?? []
        const lines = made.map(({ tool, args }) => JSON.stringify({ name: tool, arguments: args })).join('\n')
        const content = made.length === 0 ? `That is it: ${text}` : style === 'compact' ? lines : ''
        const counts = { wasCut: false, promptTokens: 0, outputTokens: 0, thinking: '' }
        return { ok: true, answer: { content, calls: style === 'native' ? made : [], ...counts } }
      },
    })
  }
}
