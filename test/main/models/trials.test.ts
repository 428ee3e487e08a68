import { describe, expect, it, vi } from 'vitest'
import { TRIAL_REQUESTS } from '#main/models/trials'
import type { FactOf } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import type { ModelTrial } from '#shared/model/model-settings'
import { callTool, end, part, type ScriptedReply, say } from '#test/helpers/fake-ollama'
import { describeModels, type OpenChat, openChat } from '#test/helpers/open-chat'

const MODEL = 'tiny:1b'
const RIGHT: Record<string, object> = {
  'What will the weather be like in Lisbon?': { city: 'Lisbon' },
  'Set a timer for 12 minutes.': { minutes: 12 },
  'How much is 50 dollars in euros?': { amount: 50, from: 'USD', to: 'EUR' },
  'Turn off the lights in the kitchen.': { room: 'kitchen', on: false },
  'Find me a recipe with lentils.': { ingredient: 'lentils' },
  'Put the dentist into my calendar for 2031-05-03.': { title: 'Dentist', date: '2031-05-03' },
  'Will it rain in Oslo during the next 3 days?': { city: 'Oslo', days: 3 },
  'Switch on the lights of the bedroom, please.': { room: 'bedroom', on: true },
}

type Body = Record<string, unknown>

const saidIn = (body: Body) => (body.messages as { role: string; content: string }[]).map(({ content }) => content)
/** The request of the trial that this one is about. */
const requestOf = (body: Body) =>
  TRIAL_REQUESTS.findLast(({ text }) => saidIn(body).some((said) => said.includes(text))) ?? TRIAL_REQUESTS[0]

/** Whatever is asked for from now on is answered so. */
function answerAll({ ollama }: OpenChat, answer: (body: Body) => ScriptedReply): void {
  ollama.enqueue(...Array.from({ length: 200 }, () => answer))
}

async function tryIt(open: OpenChat): Promise<FactOf<'model.tried'>['trial'] | undefined> {
  await open.handlers['model.try']({ model: MODEL })
  await open.core.trials.ended(MODEL)
  const fact = open.facts.findLast(({ type }) => type === 'model.tried')
  return fact?.type === 'model.tried' ? fact.trial : undefined
}

const chooses = (label: string): ScriptedReply => ({
  lines: [
    {
      ...part({ content: label }),
      logprobs: [{ token: label, logprob: -0.1, top_logprobs: [{ token: label, logprob: -0.1 }] }],
    },
    end(),
  ],
})

describe('a trial of a model', () => {
  it('counts right tools, right arguments and silence, through the same turn as chats', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion', 'tools'])
    answerAll(open, (body) => {
      const { text, wants } = requestOf(body) ?? { text: '', wants: null }
      if (text.startsWith('Thank')) return callTool('timer_set', { minutes: 1 })
      if (!wants) return say('Gladly.')
      if (text.includes('Lisbon')) return callTool('recipe_search', { ingredient: 'fish' })
      if (text.includes('Oslo')) return callTool('weather_forecast', { city: 'Oslo', days: 7 })
      return callTool(wants.tool, RIGHT[text])
    })
    const trial = await tryIt(open)
    expect(trial).toMatchObject({
      best: 'compact',
      scores: [
        { style: 'compact', asked: 8, picked: 7, fitted: 6, askedForNothing: 4, quiet: 3, called: 9 },
        { style: 'native', asked: 8, picked: 7, fitted: 6, askedForNothing: 4, quiet: 3, called: 9 },
      ],
    })
    expect(open.ollama.requests).toHaveLength(24)
    expect(await open.handlers['model.list']({})).toMatchObject({
      value: { models: [{ trial: { best: 'compact' } }] },
    })
  })

  it.each([
    ['keeps to a line for each tool if the protocol is better by one call', 1, 'compact'],
    ['chooses the protocol if it is better by two calls', 2, 'native'],
  ])('of a small model %s', async (_what, wrong, best) => {
    const open = await openChat()
    const details = { parameter_size: '1.5B' }
    const info = { 'general.architecture': 'tiny', 'tiny.context_length': 32_768 }
    const shown = { capabilities: ['completion', 'tools'], details, model_info: info }
    open.ollama.answer('/api/show', { status: 200, body: JSON.stringify(shown) })
    const missed = ['Lisbon', 'Oslo'].slice(0, wrong)
    answerAll(open, (body) => {
      const { text, wants } = requestOf(body) ?? { text: '', wants: null }
      if (!wants || (!body.tools && missed.some((city) => text.includes(city)))) return say('Gladly.')
      return callTool(wants.tool, RIGHT[text])
    })
    expect((await tryIt(open))?.best).toBe(best)
  })

  it('runs nothing, and records only its result', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion', 'tools'])
    const before = open.facts.length
    answerAll(open, (body) => callTool('lights_switch', RIGHT[requestOf(body)?.text ?? '']))
    await tryIt(open)
    expect(open.facts.slice(before).map(({ type, chat }) => [type, chat])).toEqual([['model.tried', null]])
  })

  it('tries a model without tools with a list of them, and turns keep to the best way', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion'])
    answerAll(open, (body) => {
      const { text, wants } = requestOf(body) ?? { text: '', wants: null }
      return say(wants ? JSON.stringify({ name: wants.tool, arguments: RIGHT[text] }) : 'Gladly.')
    })
    const trial = await tryIt(open)
    expect(trial).toMatchObject({ best: 'compact', scores: [{ style: 'compact', picked: 8, fitted: 8, quiet: 4 }] })
    const at = open.ollama.requests.length
    await open.ask('Hi')
    expect(open.ollama.requests[at]).not.toHaveProperty('tools')
    expect(JSON.stringify(open.ollama.requests[at])).toContain('echo_say(text)')
  })

  it('lets the model choose from a list if it calls nothing by itself, and chats do so too', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion', 'tools'])
    answerAll(open, (body) => {
      const { text, wants } = requestOf(body) ?? { text: '', wants: null }
      const options = body.options as { num_predict?: number }
      if (options.num_predict === 1) {
        const words = (wants?.tool ?? 'answer').split('_')
        const labels = saidIn(body)[0]?.match(/(?<=^- )\w+(?=:)/gm) ?? []
        return chooses(labels.find((label) => words.every((word) => label.includes(word))) ?? '?')
      }
      return say(body.format ? JSON.stringify(RIGHT[text] ?? {}) : 'I would love to.')
    })
    const trial = await tryIt(open)
    expect(trial?.scores.map(({ style, called }) => [style, called])).toEqual([
      ['compact', 0],
      ['native', 0],
      ['choose', 8],
    ])
    expect(trial?.best).toBe('choose')
    const at = open.ollama.requests.length
    await open.ask('Hi')
    expect(open.ollama.requests[at]).toMatchObject({ options: { num_predict: 1 } })
  })

  it('waits until no chat uses a model, because each would read its beginning again for the other', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion', 'tools'])
    const gate = Promise.withResolvers<void>()
    open.ollama.enqueue({ lines: [part({ content: 'Hello' }), end()], until: gate.promise })
    const asking = open.ask('Hi')
    await vi.waitFor(() => expect(open.ollama.requests).toHaveLength(1), { timeout: 20_000 })
    answerAll(open, () => say('No.'))
    const isShown = open.ollama.seen.filter(({ path }) => path === '/api/tags').length
    await open.handlers['model.try']({ model: MODEL })
    await vi.waitFor(
      () => expect(open.ollama.seen.filter(({ path }) => path === '/api/tags').length).toBeGreaterThan(isShown),
      { timeout: 20_000 },
    )
    for (let at = 0; at < 3; at++) await open.handlers['model.list']({})
    expect(open.ollama.requests).toHaveLength(1)
    gate.resolve()
    await asking
    await open.core.trials.ended(MODEL)
    expect(open.ollama.requests.length).toBeGreaterThan(24)
  })

  it('can be stopped while it waits for a chat', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion', 'tools'])
    const gate = Promise.withResolvers<void>()
    open.ollama.enqueue({ lines: [part({ content: 'Hello' }), end()], until: gate.promise })
    const asking = open.ask('Hi')
    await vi.waitFor(() => expect(open.ollama.requests).toHaveLength(1), { timeout: 20_000 })
    await open.handlers['model.try']({ model: MODEL })
    expect(await open.handlers['model.stopTrial']({ model: MODEL })).toEqual({ ok: true, value: { stopped: true } })
    expect(open.ollama.requests).toHaveLength(1)
    gate.resolve()
    await asking
  })

  it('can be stopped, and then leaves no result', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion', 'tools'])
    const never = new Promise<void>(() => {})
    open.ollama.enqueue(say('No.'), { lines: [part({ content: 'I' }), end()], until: never })
    expect(await open.handlers['model.try']({ model: MODEL })).toMatchObject({ value: { state: 'running' } })
    await vi.waitFor(() => expect(open.ollama.requests).toHaveLength(2), { timeout: 20_000 })
    expect(await open.handlers['model.stopTrial']({ model: MODEL })).toEqual({ ok: true, value: { stopped: true } })
    expect(await open.handlers['model.trials']({})).toMatchObject({
      value: { trials: [{ state: 'stopped', done: 1, of: 24 }] },
    })
    expect(await open.handlers['model.stopTrial']({ model: MODEL })).toEqual({ ok: true, value: { stopped: false } })
    expect(open.facts.some(({ type }) => type === 'model.tried')).toBe(false)
  })

  it('fails with a sentence if the server fails, and reports every step before', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion', 'tools'])
    const steps: string[] = []
    open.core.listen((push) => {
      if (push.kind === 'tick' && push.tick.tick === 'model-trial') steps.push(push.tick.trial.state)
    })
    // With half the context each time, until less would hold no tools.
    const full = { status: 500, body: '{"error":"out of memory"}' }
    open.ollama.enqueue(say('No.'), say('No.'), full, full, full)
    expect(await tryIt(open)).toBe(undefined)
    expect(steps).toEqual(['running', 'running', 'failed'])
    const [told] = open.core.trials.list()
    expect(textOf(told?.message ?? '')).toContain('not enough memory')
  })

  it('says nothing about a model that has changed since', async () => {
    const open = await openChat()
    describeModels(open.ollama, ['completion', 'tools'])
    const trial = { digest: 'old', scores: [], best: 'native' } as const
    await open.core.publish({ type: 'model.tried', chat: null, model: MODEL, trial })
    expect(open.core.modelBook.trial(MODEL, 'new')).toBe(undefined)
    expect(open.core.modelBook.trial(MODEL, 'old')).toEqual(trial)
    expect(open.core.modelBook.trial(MODEL, undefined)).toEqual(trial)
  })

  it('says nothing if its style no longer exists', async () => {
    const open = await openChat()
    const trial = { scores: [], best: 'enum' } as unknown as ModelTrial
    await open.core.publish({ type: 'model.tried', chat: null, model: MODEL, trial })
    expect(open.core.modelBook.trial(MODEL, undefined)).toBe(undefined)
  })
})
