import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newReading } from '#main/agent/model-reading'
import { prepareAhead } from '#main/agent/prepare-ahead'
import { runTurn, type TurnInput } from '#main/agent/turn'
import { askModel } from '#main/models/ollama/chat'
import { describeSkills } from '#main/skills/context'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { Fact } from '#shared/facts'
import { loadOllama, type Reading, readLogLine } from '#test/helpers/real-ollama'
import { loadShipped } from '#test/skills/shipped'
import { models } from './real-server.ts'

const CASES = [
  ['smollm2', 'compact'],
  ['smollm2-json', 'native'],
  ['qwen2.5-coder', 'compact'],
] as const

/** So few tokens of each answer that a small machine writes them in seconds. */
const MOST_TOKENS = 12
const SKILLS = ['system']

const readings: Reading[] = []
let server: { stop(): void; host: string }
beforeAll(async () => {
  const { startOllama } = await loadOllama()
  server = await startOllama(undefined, (line) => {
    const reading = readLogLine(line)
    if (reading) readings.push(reading)
  })
})
afterAll(() => server.stop())

describe.each(CASES.filter(([model]) => models.includes(model)))('%s with tools in the style %s', (model, style) => {
  it('reads its beginning once: neither a follow-up nor another chat, a result or a turn inside a call makes it read that again', async () => {
    const { signal } = new AbortController()
    const { host } = server
    const skills = (await loadShipped()).filter(({ name }) => SKILLS.includes(name))
    const tools = toOllamaTools(skills.flatMap((skill) => skill.tools))
    const system = describeSkills(skills)
    const shared = { chat: 'c', model, style, tools, reading: newReading(), system, contextLength: 8192, signal }
    const ahead = await prepareAhead({ ...shared, history: [] })
    if (!ahead) throw new Error('there is nothing to read ahead')
    readings.length = 0
    const read = await askModel(host, ahead.request, { token: () => {} }, signal)
    expect(read.ok).toBe(true)

    const talk = async (history: Fact[], text: string, inner: Partial<TurnInput> = {}) => {
      const input: TurnInput = { ...shared, turn: randomUUID(), text, history: [...history], maxRounds: 2, ...inner }
      await runTurn(input, {
        publish: async (...facts) => {
          for (const fact of facts) history.push({ ...fact, seq: history.length + 1, at: '' })
        },
        ...{ tick: () => {}, newId: randomUUID, now: () => performance.now(), readWhole: async () => null },
        runCall: async () => ({ text: 'total 16G, used 4G' }),
        askModel: (request, token) =>
          askModel(host, { ...request, maxTokens: MOST_TOKENS, temperature: 0 }, { token }, signal),
      })
    }
    const chat: Fact[] = []
    await talk(chat, 'How much memory is free?')
    await talk(chat, 'And how full is the disk?')
    await talk([], 'How long is this computer up?')
    const prompt = { opening: 'Say what is asked in one word.', tools: tools.slice(0, 1) }
    await talk([], '{"what": "memory"}', { ...prompt, shown: { tools, builtIns: [] }, chat: 'a call' })
    await talk(chat, 'Is that much?')
    await vi.waitFor(() => expect(readings.length).toBeGreaterThanOrEqual(6), { timeout: 10_000 })
    const [beginning, ...others] = readings
    expect(beginning?.prompt).toBeGreaterThan(300)
    // Whatever opens the answer of the model stands at the end of what was read ahead.
    for (const one of others) expect(one.prompt - one.read).toBeGreaterThan((beginning?.prompt ?? 0) - 10)
  })
})
