import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type Answer, openPeer } from '#main/programs/line-peer'
import type { JsonObject } from '#shared/json'

async function connectTwo(answer: Answer) {
  const server = createServer()
  const accepted = once(server, 'connection')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = createConnection((server.address() as AddressInfo).port, '127.0.0.1')
  const [served] = (await accepted) as [Socket]
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  openPeer(served, answer)
  return client
}

const nothing = async () => null

it('carries long questions and long answers at the same time', async () => {
  const long = 'x'.repeat(6_000_000)
  const peer = openPeer(await connectTwo(async (method) => (method === 'long' ? long : null)), nothing)
  const asked = [0, 1, 2, 3].flatMap(() => [peer.ask('long', {}), peer.ask('short', { long })])
  const answers = await Promise.all(asked)
  expect(answers.map((each) => String(each ?? '').length)).toEqual([0, 1, 2, 3].flatMap(() => [long.length, 0]))
})

it('answers nothing that came after an invalid line', async () => {
  const answered: string[] = []
  const client = await connectTwo(async (method) => {
    answered.push(method)
    return null
  })
  client.write('{"id":1,"method":"before"}\nnot JSON\n{"id":2,"method":"after"}\n')
  await once(client, 'close')
  expect(answered).toEqual(['before'])
})

it('refuses a question that cannot be written, instead of waiting for its answer', async () => {
  const peer = openPeer(await connectTwo(nothing), nothing)
  const loop: JsonObject = {}
  loop.loop = loop
  await expect(peer.ask('loop', loop)).rejects.toThrow(TypeError)
  expect(await peer.ask('next', {})).toBe(null)
})
