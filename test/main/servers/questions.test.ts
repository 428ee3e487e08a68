import { describe, expect, it } from 'vitest'
import type { CoreOptions } from '#main/open-core'
import type { FactOf } from '#shared/facts'
import type { JsonObject } from '#shared/json'
import { hostile, openServerShop } from '#test/helpers/mcp-skill'

const form = (properties: JsonObject) =>
  JSON.stringify({ type: 'object', properties, required: Object.keys(properties) })

const asking = async (schema: string, ask: NonNullable<CoreOptions['ask']>) => {
  const shop = await openServerShop({ bad: hostile('asks', schema) }, { ask })
  await shop.accept()
  const outcome = await shop.call('bad_act')
  const told = shop.facts.filter(({ type }) => type.startsWith('question.'))
  return { shop, told, answer: JSON.parse(outcome.forModel) }
}

describe('a server that asks the person in the middle of a call', () => {
  it('gets the answer, of which the record keeps only names and lengths', async () => {
    const { shop, told, answer } = await asking(form({ city: { type: 'string' } }), async (_id, question) => {
      expect(question).toMatchObject({ server: 'bad', host: null, text: 'Which one?' })
      return { city: 'Villingen' }
    })
    expect(answer).toEqual({ action: 'accept', content: { city: 'Villingen' } })
    expect(told).toMatchObject([
      { type: 'question.asked', server: 'bad', text: 'Which one?' },
      { type: 'question.answered', given: [{ name: 'city', length: 9 }] },
    ])
    expect(JSON.stringify(told)).not.toContain('Villingen')
    expect(shop.facts.map(({ type }) => type)).toContain('run.finished')
  })

  it('is declined if nobody answers, or the answer is no', async () => {
    expect((await asking(form({ city: { type: 'string' } }), async () => null)).answer).toEqual({ action: 'decline' })
    const wrong = await asking(form({ city: { type: 'string' } }), async () => ({ town: 'Villingen' }))
    expect(wrong.answer).toEqual({ action: 'decline' })
  })

  it('is refused without asking if it wants a password', async () => {
    const { told, answer } = await asking(form({ password: { type: 'string' } }), async () => {
      throw new Error('The person was asked.')
    })
    expect(answer).toEqual({ action: 'decline' })
    expect(told).toMatchObject([{ type: 'question.asked', refused: 'secret', schema: {} }])
  })

  it('is answered by the window once, with what its form asks for', async () => {
    let ask: NonNullable<CoreOptions['ask']> = async () => null
    const shop = await openServerShop(
      { bad: hostile('asks', form({ days: { type: 'integer' } })) },
      { ask: (...asked) => ask(...asked) },
    )
    ask = shop.core.questions.ask
    await shop.accept()
    const asked = Promise.withResolvers<FactOf<'question.asked'>>()
    shop.core.listen((push) => push.kind === 'fact' && push.fact.type === 'question.asked' && asked.resolve(push.fact))
    const outcome = shop.call('bad_act')
    const { question } = await asked.promise
    const answer = shop.handlers['question.answer']
    expect(await answer({ question, values: '{"days":"two"}' })).toMatchObject({ error: { code: 'QUESTION_UNKNOWN' } })
    expect(await answer({ question, values: '{"days":2}' })).toMatchObject({ ok: true })
    expect(await answer({ question })).toMatchObject({ error: { code: 'QUESTION_UNKNOWN' } })
    expect(JSON.parse((await outcome).forModel)).toEqual({ action: 'accept', content: { days: 2 } })
  })

  it('waits no longer than its call', async () => {
    const stop = new AbortController()
    let ask: NonNullable<CoreOptions['ask']> = async () => null
    const shop = await openServerShop(
      { bad: hostile('asks', form({ days: { type: 'integer' } })) },
      { ask: (...asked) => ask(...asked) },
    )
    ask = shop.core.questions.ask
    await shop.accept()
    shop.core.listen(
      (push) => push.kind === 'fact' && push.fact.type === 'question.asked' && setImmediate(() => stop.abort()),
    )
    expect((await shop.call('bad_act', {}, stop.signal)).run).toMatchObject({ how: 'canceled' })
    expect(shop.facts.findLast(({ type }) => type === 'question.answered')).toMatchObject({ given: null })
  })
})
