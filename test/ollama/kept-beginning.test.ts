import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newReading } from '#main/agent/model-reading'
import { prepareAhead } from '#main/agent/prepare-ahead'
import { runTurn, type TurnInput } from '#main/agent/turn'
import { askModel } from '#main/models/ollama/chat'
import { toOllamaTools } from '#main/skills/tool-definitions'
import type { AnswerStats, Fact } from '#shared/facts'
import { loadShipped } from '#test/skills/shipped'
import { host, models } from './real-server.ts'

const CASES = [
  ['smollm2', 'compact'],
  ['smollm2-json', 'native'],
  ['qwen2.5-coder', 'compact'],
] as const

/** So few tokens of each answer that a small machine writes them in seconds. */
const MOST_TOKENS = 24
const SKILLS = ['system', 'files']

describe.each(CASES.filter(([model]) => models.includes(model)))('%s with tools in the style %s', (model, style) => {
  it('reads its beginning once: neither a follow-up nor another chat nor a result makes it read that again', async () => {
    const { signal } = new AbortController()
    const skills = (await loadShipped()).filter(({ name }) => SKILLS.includes(name))
    const tools = toOllamaTools(skills.flatMap((skill) => skill.tools))
    const reading = newReading()
    const shared = { chat: 'c', model, style, tools, reading, system: '', contextLength: 8192, signal }
    const ahead = await prepareAhead({ ...shared, history: [] })
    if (!ahead) throw new Error('there is nothing to read ahead')
    const read = await askModel(host, ahead.request, { token: () => {} }, signal)
    if (!read.ok) throw new Error(`${model} did not answer`)

    const talk = async (history: Fact[], text: string) => {
      const input: TurnInput = { ...shared, turn: randomUUID(), text, history: [...history], maxRounds: 2 }
      const stats: AnswerStats[] = []
      await runTurn(input, {
        publish: async (...facts) => {
          for (const fact of facts) {
            history.push({ ...fact, seq: history.length + 1, at: '' })
            if (fact.type === 'message.added' && fact.stats) stats.push(fact.stats)
          }
        },
        ...{ tick: () => {}, newId: randomUUID, now: () => performance.now(), readWhole: async () => null },
        runCall: async () => ({ text: 'total 16G, used 4G' }),
        askModel: (request, token) =>
          askModel(host, { ...request, maxTokens: MOST_TOKENS, temperature: 0 }, { token }, signal),
      })
      return stats
    }
    const chat: Fact[] = []
    const all = [
      ...(await talk(chat, 'How much memory is free?')),
      ...(await talk(chat, 'And how full is the disk?')),
      ...(await talk([], 'How long is this computer up?')),
    ]
    expect(all.length).toBeGreaterThanOrEqual(3)
    const whole = read.answer.promptMs ?? 0
    for (const { promptMs = 0, promptTokens = 0 } of all) {
      expect(promptTokens).toBeGreaterThan(read.answer.promptTokens)
      expect(promptMs).toBeLessThan(whole / 2)
    }
    expect(all.map(({ readAgain }) => readAgain)).not.toContain('lost')
  })
})
