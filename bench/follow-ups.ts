// What a real Ollama reads again in a chat with tool calls, by its own log, and how soon it answers; the same requests sent
// by a plain client to another one beside it. The model is loaded and reads ahead, as after the window opened. Answers are scripted and
// one token of each is generated, so that all of it takes minutes.
//   SKILLET_BENCH_STYLE=native   with the tools of the protocol instead of lines of text
import { randomUUID } from 'node:crypto'
import { setImmediate as turnOver } from 'node:timers/promises'
import { type ModelReading, newReading } from '#main/agent/model-reading'
import { prepareAhead } from '#main/agent/prepare-ahead'
import { runTurn, type TurnInput } from '#main/agent/turn'
import { askModel } from '#main/models/ollama/chat'
import { describeBriefly, describeSkills, readSkillDefinition } from '#main/skills/context'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { Fact, NewFact } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'
import type { ModelAnswer } from '#shared/model/model'
import type { CallStyle } from '#shared/model/model-settings'
import { loadOllama, type Reading, readLogLine } from '#test/helpers/real-ollama'
import { loadShipped } from '#test/skills/shipped'
import type { Report } from './report.ts'

const CONTEXT = 8192
const LATEST_LOG_MS = 5000

type Call = ModelAnswer['calls'][number]
type Shared = Omit<TurnInput, 'turn' | 'text' | 'history'> & { style: CallStyle; reading: ModelReading }

interface TimedReading extends Reading {
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

/** A server of its own and what its log said of each request. */
interface Served {
  host: string
  readings: TimedReading[]
  stop(): void
}

export async function run(): Promise<Report> {
  const { ensureOllama, registerModels, startOllama } = await loadOllama()
  ensureOllama()
  const serve = async (): Promise<Served> => {
    const readings: TimedReading[] = []
    const server = await startOllama(undefined, (line: string) => {
      const reading = readLogLine(line)
      if (reading) readings.push({ ...reading, ms: 0 })
    })
    return { ...server, readings }
  }
  // Each request goes to both, one right after the other, so that both meet the same load of this computer.
  const [ours, plain] = [await serve(), await serve()]
  registerModels(ours.host)
  const style: CallStyle = process.env.SKILLET_BENCH_STYLE === 'native' ? 'native' : 'compact'
  const model = style === 'native' ? 'smollm2-json' : 'smollm2'
  try {
    const skills = await loadShipped()
    const tools = toOllamaTools(skills.flatMap((skill) => skill.tools))
    const system = style === 'compact' ? describeBriefly(skills) : describeSkills(skills)
    const shared: Shared = {
      ...{ chat: 'bench', model, style, system, tools, reading: newReading(), contextLength: CONTEXT },
      ...{ builtIns: [readSkillDefinition(skills)], signal: new AbortController().signal },
    }
    const ask = makeAsk(ours, plain)
    const talk = makeTalk(shared, ask)
    const ahead = await prepareAhead({ ...shared, history: [] })
    if (!ahead) throw new Error(`The style ${style} has no common beginning.`)
    for (const { host } of [ours, plain]) await load(host, model)
    await ask(ahead.request)
    const chat: Fact[] = []
    for (const said of CHAT) await talk(chat, said)
    const end = ours.readings.length
    await talk([], ['What is the name of this computer?', [], ''])
    return toReport(toRun(ours.readings, end), toRun(plain.readings, end), `${model}, ${style}, ${tools.length} tools`)
  } finally {
    ours.stop()
    plain.stop()
  }
}

/** All readings in order, by what was read. */
interface Run {
  ahead: TimedReading
  first: TimedReading
  followUps: TimedReading[]
  second: TimedReading
}

function toRun([ahead, ...inChats]: TimedReading[], end: number): Run {
  const chat = inChats.slice(0, end - 1)
  const [first, ...followUps] = chat
  const second = inChats[end - 1]
  if (!ahead || !first || !second || followUps.length < CHAT.length) throw new Error('The log of the server has gaps.')
  return { ahead, first, followUps, second }
}

function toReport(ours: Run, plain: Run, title: string): Report {
  const { ahead, first, followUps, second } = ours
  const sum = (of: TimedReading[], field: 'read' | 'ms') => of.reduce((total, one) => total + one[field], 0)
  const newText = (followUps.at(-1)?.prompt ?? 0) - first.prompt
  const ownWords = second.prompt - ahead.prompt
  const followUpMs = sum(followUps, 'ms') / followUps.length
  return {
    name: `follow-ups (${title})`,
    rows: [
      { name: 'tokens of the beginning', value: ahead.prompt, unit: '' },
      { name: 'reading it ahead', value: ahead.ms / 1000, unit: 's', goal: 60 },
      {
        name: 'tokens read by follow-ups 2–10, of the new text',
        ...{ value: sum(followUps, 'read'), unit: '', ratio: sum(followUps, 'read') / newText, goal: 1.1 },
      },
      {
        name: 'the same by a plain client',
        ...{ value: sum(plain.followUps, 'read'), unit: '', ratio: sum(plain.followUps, 'read') / newText },
      },
      {
        name: 'tokens read by the first message of a second chat, of its own',
        ...{ value: second.read, unit: '', ratio: second.read / ownWords, goal: 1.2 },
      },
      {
        name: 'first token of a follow-up, of a plain client',
        ...{ value: followUpMs, unit: 'ms', ratio: followUpMs / (sum(plain.followUps, 'ms') / followUps.length) },
        goal: 1.1,
      },
      {
        name: 'first token of a first message after reading ahead, of a follow-up',
        ...{ value: first.ms, unit: 'ms', ratio: first.ms / followUpMs, goal: 1.5 },
      },
    ],
  }
}

/** Without a prompt, the server loads the model and reads nothing. */
async function load(host: string, model: string): Promise<void> {
  const body = JSON.stringify({ model, options: { num_ctx: CONTEXT }, stream: false })
  await (await fetch(`${host}/api/generate`, { method: 'POST', body })).text()
}

type Ask = (request: Parameters<typeof askModel>[1]) => Promise<void>

/** Sends it as Skillet does, then the same bytes as a plain client, and notes how long each took to generate one token. */
function makeAsk(ours: Served, plain: Served): Ask {
  const { signal } = new AbortController()
  return async (request) => {
    let body: JsonObject = {}
    const sending = (sent: JsonObject) => {
      body = structuredClone(sent)
    }
    const one = { ...request, maxTokens: 1, temperature: 0 }
    await time(ours.readings, async () => {
      const outcome = await askModel(ours.host, one, { token: () => {}, sending }, signal)
      if (!outcome.ok) throw new Error(textOf(outcome.problem.message))
    })
    await time(plain.readings, async () => {
      await (await fetch(`${plain.host}/api/chat`, { method: 'POST', body: JSON.stringify(body) })).text()
    })
  }
}

/** The log may say what was read a little after the answer. */
async function time(readings: TimedReading[], send: () => Promise<void>): Promise<void> {
  const before = readings.length
  const started = performance.now()
  await send()
  const ms = performance.now() - started
  while (readings.length === before && performance.now() - started < ms + LATEST_LOG_MS) await turnOver()
  const reading = readings[before]
  if (!reading) throw new Error('The server logs no cache slots; its version may have changed.')
  reading.ms = ms
}

/** One message of the person through the turn that chats have, with scripted answers. */
function makeTalk(shared: Shared, ask: Ask) {
  const { style } = shared
  let seq = 0
  return async (history: Fact[], [text, calls, output]: (typeof CHAT)[number]) => {
    const answers = [...(calls.length > 0 ? [calls] : []), []]
    const input: TurnInput = { ...shared, turn: randomUUID(), text, history: [...history] }
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
