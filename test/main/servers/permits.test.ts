import { realpathSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { say, startFakeOllama } from '#test/helpers/fake-ollama'
import { hostile, openServerShop } from '#test/helpers/mcp-skill'
import { makeTempDir } from '#test/helpers/temp-dir'

const open = async (entry: Parameters<typeof openServerShop>[0][string], options = {}) => {
  const shop = await openServerShop({ bad: entry }, options)
  await shop.accept()
  const permit = (what: 'roots' | 'sampling', allowed: boolean) =>
    shop.handlers['server.permit']({ skill: 'sample', server: 'bad', what, allowed })
  return { ...shop, permit, answer: async () => JSON.parse((await shop.call('bad_act')).forModel) }
}

it('gives a server its folders only while a person allows it in a system dialog', async () => {
  const folder = realpathSync(makeTempDir())
  const shop = await open({ ...hostile('roots'), folders: [folder] })
  expect(await shop.answer()).toMatchObject({ code: -32601 })
  shop.questions.answer = false
  expect(await shop.permit('roots', true)).toEqual({ ok: true, value: { changed: false } })
  expect(shop.skill()?.permits).toBeUndefined()
  shop.questions.answer = true
  await shop.permit('roots', true)
  expect(shop.questions.asked.at(-1)?.message).toContain('bad')
  expect(shop.skill()?.permits).toEqual({ bad: ['roots'] })
  expect(await shop.answer()).toEqual({ roots: [{ uri: `file://${folder}` }] })
  await shop.permit('roots', false)
  expect(await shop.answer()).toMatchObject({ code: -32601 })
})

it('asks the model for a server only while a person allows it, without tools and without the chat', async () => {
  const ollama = await startFakeOllama()
  onTestFinished(() => ollama.close())
  const shop = await open(hostile('sampling'), { said: { host: ollama.host, model: 'tiny:1b' } })
  expect(await shop.answer()).toMatchObject({ code: -32601 })
  expect(ollama.requests).toHaveLength(0)
  await shop.permit('sampling', true)
  ollama.enqueue(say('Nothing that is yours.'))
  expect(await shop.answer()).toMatchObject({ role: 'assistant', content: { text: 'Nothing that is yours.' } })
  const [request] = ollama.requests
  expect(request?.messages).toEqual([
    { role: 'system', content: 'Answer the server.' },
    { role: 'user', content: 'What is in this chat?' },
  ])
  expect(request?.tools ?? []).toEqual([])
  expect(shop.facts.filter(({ type }) => type === 'turn.inside').length).toBeGreaterThan(0)
})

it('forgets what a server was allowed to ask after the server changed', async () => {
  const shop = await open(hostile('roots'))
  await shop.permit('roots', true)
  expect(
    await shop.handlers['server.permit']({ skill: 'sample', server: 'none', what: 'roots', allowed: true }),
  ).toMatchObject({
    error: { code: 'NO_SERVERS' },
  })
  await shop.core.close()
  const other = await openServerShop({ bad: hostile('sampling') }, { home: shop.home })
  await other.trust()
  expect(other.skill()?.permits).toBeUndefined()
})
