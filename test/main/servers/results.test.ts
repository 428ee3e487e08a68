import { describe, expect, it } from 'vitest'
import type { FactOf } from '#shared/facts'
import { hostile, openServerShop } from '#test/helpers/mcp-skill'

const acting = async (...words: string[]) => {
  const shop = await openServerShop({ bad: hostile(...words) })
  await shop.accept()
  return shop
}

describe('a server’s pictures', () => {
  it('are kept by the kind their bytes show, and only if they are safe to draw', async () => {
    const shop = await acting('pictures')
    expect(await shop.call('bad_act')).toMatchObject({ forModel: expect.stringContaining('[audio audio/wav') })
    const finished = shop.facts.find((fact) => fact.type === 'run.finished') as FactOf<'run.finished'>
    const pixel = { type: 'image/png', width: 1, height: 1 }
    expect(finished.pictures).toMatchObject([pixel, { ...pixel, name: 'a.png' }])
    expect(JSON.stringify(shop.facts)).not.toContain('iVBORw0KGgo')
    const image = finished.pictures?.[0]?.sha256 ?? ''
    expect(await shop.handlers['image.read']({ image })).toMatchObject({ ok: true, value: { type: 'image/png' } })
  })
})

it('keeps the sounds that a server gives back by what their bytes say, and only where they are not too long', async () => {
  const shop = await acting('sounds')
  expect(await shop.call('bad_act')).toMatchObject({ forModel: expect.stringContaining('[audio audio/x-odd') })
  const finished = shop.facts.find((fact) => fact.type === 'run.finished') as FactOf<'run.finished'>
  expect(finished.pictures).toBeUndefined()
  expect(finished.sounds).toMatchObject([
    { type: 'audio/wav', name: 'x-odd', bytes: 1644 },
    { type: 'audio/wav', name: 'b.wav', bytes: 844 },
  ])
  expect(JSON.stringify(shop.facts)).not.toContain('UklGR')
  const image = finished.sounds?.[0]?.sha256 ?? ''
  const read = await shop.handlers['image.read']({ image })
  expect(read).toMatchObject({ value: { type: 'audio/wav', data: expect.stringMatching(/^UklGR/) } })
})

describe('a call to a server', () => {
  it('shows its progress, however much there is, a few times a second', async () => {
    const shop = await acting('progress')
    const told: string[] = []
    const { reply } = { reply: await shop.handlers['chat.create']({}) }
    const chat = reply.ok ? reply.value.chat : ''
    shop.core.listen((push) => {
      if (push.kind === 'tick' && push.tick.tick === 'progress') told.push(push.tick.text)
    })
    await shop.core.runCall({
      ...{ caller: { kind: 'person' }, chat, call: 'one', tool: 'bad_act', args: {} },
      signal: new AbortController().signal,
    })
    expect(told[0]).toBe('1/2 half')
    expect(told.length).toBeLessThan(50)
  })

  it('is canceled at the server too', async () => {
    const shop = await acting('waits')
    const created = await shop.handlers['chat.create']({})
    const chat = created.ok ? created.value.chat : ''
    const stop = new AbortController()
    shop.core.listen((push) => push.kind === 'tick' && push.tick.tick === 'progress' && stop.abort())
    const { run } = await shop.core.runCall({
      ...{ caller: { kind: 'person' }, chat, call: 'one', tool: 'bad_act', args: {} },
      signal: stop.signal,
    })
    expect({ how: run?.how, failure: run?.failure }).toEqual({ how: 'canceled', failure: undefined })
    expect(await shop.call('bad_act')).toMatchObject({ forModel: 'the first was canceled: true' })
  })

  it('gets its own answer if the server answers out of order', async () => {
    const shop = await acting('order')
    const [one, other] = await Promise.all([
      shop.call('bad_act', { text: 'one' }),
      shop.call('bad_act', { text: 'other' }),
    ])
    expect([one.forModel, other.forModel]).toEqual(['answer to one', 'answer to other'])
  })
})
