import { describe, expect, it } from 'vitest'
import { newReading } from '#main/agent/model-reading'
import { makeModelBook } from '#main/models/model-book'
import { readModelOptions } from '#main/models/model-options'
import type { NewFact } from '#shared/facts'
import { end, part, say } from '#test/helpers/fake-ollama'
import { describeModels, openChat } from '#test/helpers/open-chat'
import { fact } from '#test/main/agent/turn-world'

const facts = {
  ...{ name: 'tiny:1b', capabilities: ['completion'], contextLength: 8192, bytes: 1e9, contextBytes: 1 },
  ...{ parameters: '1.5B', quantization: 'Q4', family: 'tiny' },
}
const met = { ok: true as const, host: '', model: 'tiny:1b', facts, isLoaded: true, digest: 'd1' }
const measured = (msPerToken: number, digest = 'd1'): NewFact => ({
  ...{ type: 'model.measured', chat: null, model: 'tiny:1b', digest, msPerToken },
})

describe('the tools that a beginning may list', () => {
  const budget = (modelBook: ReturnType<typeof makeModelBook>, reading = newReading()) =>
    readModelOptions({ modelBook }, met, reading).input.toolBudget

  it('are as many as this computer reads in three minutes, by what was measured before Skillet started', () => {
    const book = makeModelBook()
    const reading = newReading()
    expect(budget(book, reading)).toBe(undefined)
    book.take(fact(measured(100)))
    expect(budget(book, reading)).toBe(undefined)
    expect(budget(book)).toBe(1800)
  })

  it('do not go by another version of the model', () => {
    const book = makeModelBook()
    book.take(fact(measured(100, 'd0')))
    expect(budget(book)).toBe(undefined)
  })
})

it('a pinned tool is listed even if there is room for few', async () => {
  const open = await openChat()
  describeModels(open.ollama, ['completion', 'tools'])
  const trial = { scores: [], best: 'native' as const, msPerToken: 1000 }
  await open.core.publish({ type: 'model.tried', chat: null, model: 'tiny:1b', trial })
  open.ollama.enqueue(say('Yes.'), say('Yes.'))
  await open.ask('Hi')
  const others = open.core.registry().tools.filter(({ modelName }) => !open.offered(0).includes(modelName))
  const [pinned = ''] = others.map(({ modelName }) => modelName)
  await open.handlers['setting.change']({ name: 'pinnedTools', value: [pinned] })
  await open.ask('And now?')
  expect(pinned).not.toBe('')
  expect(open.offered(1)).toContain(pinned)
  expect(open.offered(1).length).toBeLessThan(open.core.registry().tools.length)
})

it('the speed of the first long request is recorded once, with the turn', async () => {
  const open = await openChat()
  describeModels(open.ollama, ['completion', 'tools'])
  const counted = (prompt: number, ms: number) => ({
    lines: [
      part({ content: 'Yes.' }),
      { ...end(), prompt_eval_count: prompt, prompt_eval_duration: ms * 1e6, eval_count: 5 },
    ],
  })
  open.ollama.enqueue(counted(1000, 50_000), counted(1030, 900), counted(1060, 900))
  for (const text of ['Hi', 'And?', 'Again?']) await open.ask(text)
  const found = open.facts.flatMap((each) => (each.type === 'model.measured' ? [each] : []))
  expect(found).toMatchObject([{ model: 'tiny:1b', msPerToken: 50, chat: null }])
  expect(open.facts.at(-1)?.type).toBe('turn.finished')
})

it('a short request says nothing about the speed', async () => {
  const open = await openChat()
  describeModels(open.ollama, ['completion', 'tools'])
  const short = { ...end(), prompt_eval_count: 60, prompt_eval_duration: 9e9, eval_count: 5 }
  open.ollama.enqueue({ lines: [part({ content: 'Yes.' }), short] })
  await open.ask('Hi')
  expect(open.facts.some(({ type }) => type === 'model.measured')).toBe(false)
})
