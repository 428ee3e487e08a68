import { describe, expect, it } from 'vitest'
import { textOf } from '#shared/messages/message'
import { hostile, openServerShop } from '#test/helpers/mcp-skill'

const answering = async (answer: string) => {
  const shop = await openServerShop({ bad: hostile('answers', answer) })
  await shop.accept()
  return shop.call('bad_act', {}, undefined, 3000)
}

const TEXT = '{"type":"text","text":"kept"}'

describe('what a server answers to a call in an odd shape', () => {
  it.each([
    ['a kind of content that is not known', `"result":{"content":[{"type":"video","data":"x"},${TEXT}]}`],
    ['a link without a name', `"result":{"content":[{"type":"resource_link","uri":"a:b"},${TEXT}]}`],
    ['null for what is not there', `"result":{"content":[${TEXT}],"structuredContent":null,"_meta":null}`],
    ['null beside a result', `"result":{"content":[{"type":"text","text":"kept","annotations":null}]},"error":null`],
    ['content without a list', '"result":{"content":"kept"}'],
    [
      'an empty text beside the structured content',
      '"result":{"content":[{"type":"text","text":""}],"structuredContent":{"a":"kept"}}',
    ],
  ])('is kept: %s', async (_title, answer) => {
    expect(await answering(answer)).toMatchObject({ succeeded: true, forModel: expect.stringContaining('kept') })
  })

  it.each([
    ['a text', '"result":"kept"'],
    ['nothing', '"result":null'],
    ['an error that is a text', '"error":"there is no such city"'],
    ['an error without a number', '"error":{"code":"E","message":"there is no such city"}'],
  ])('fails at once instead of being waited for: %s', async (_title, answer) => {
    const { run, forModel } = await answering(answer)
    expect({ how: run?.how, forModel }).toEqual({ how: 'failed', forModel: expect.stringMatching(/no such|malformed/) })
  })

  it('fails if it is nested too deeply, and the call has an end on record', async () => {
    const { run, forModel } = await answering('"result":{"content":[],"structuredContent":DEEP}')
    expect({ how: run?.how, forModel }).toEqual({ how: 'failed', forModel: expect.stringContaining('500 levels deep') })
  })
})

it('refuses a list that is nested too deeply', async () => {
  const shop = await openServerShop({ bad: hostile('nests') })
  await shop.trust()
  const connected = await shop.connect()
  expect(connected.ok ? '' : textOf(connected.error.message)).toContain('500 levels deep')
})

it('does not withdraw a tool because the server died while its list was read again', async () => {
  const shop = await openServerShop({ bad: hostile('relists') }, { servers: { backoffMs: () => 0 } })
  await shop.accept()
  expect(await shop.call('bad_act')).toMatchObject({ forModel: 'done' })
  const { run, forModel } = await shop.call('bad_act')
  expect({ how: run?.how, forModel }).toEqual({ how: 'not-started', forModel: expect.stringContaining('exit code 3') })
  expect(shop.skill()).toMatchObject({ tools: [{ name: 'bad_act' }], withheld: [] })
  expect(await shop.call('bad_act')).toMatchObject({ forModel: 'done' })
})
