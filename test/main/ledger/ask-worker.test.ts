import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { connect } from '#main/ledger/ask-worker'

function startWorker(program: string) {
  return connect(new Worker(`const { parentPort } = require('node:worker_threads')\n${program}`, { eval: true }))
}

const GONE = { name: 'LedgerError', code: 'WORKER_GONE' }

describe('a connection to the worker', () => {
  it('gives each answer to its caller', async () => {
    const { ask, end } = startWorker(
      `parentPort.on('message', ({ id, input }) => setImmediate(() => parentPort.postMessage({ id, ok: true, value: input[0] + '!' })))`,
    )
    const texts = ['a', 'b', 'c']
    expect(await Promise.all(texts.map((text) => ask('readText', text)))).toEqual(['a!', 'b!', 'c!'])
    await end()
    await expect(ask('readText', 'd')).rejects.toMatchObject({ code: 'CLOSED', message: 'The record is closed.' })
  })

  it.each([
    ['throws', `throw new Error('it broke')`, /it broke/],
    ['ends', 'process.exit(3)', /code 3/],
    ['cannot be started', 'this is no program', /Unexpected identifier/],
  ])('rejects all that waits, and all that comes later, when the thread %s', async (_, fall, message) => {
    const isProgram = fall.includes('(')
    const { ask } = startWorker(isProgram ? `parentPort.on('message', () => { ${fall} })` : fall)
    const [one, other] = await Promise.allSettled([ask('readText', 'a'), ask('read', {})])
    expect([one, other]).toMatchObject([{ reason: GONE }, { reason: GONE }])
    await expect(ask('verify')).rejects.toMatchObject({ ...GONE, message: expect.stringMatching(message) })
  })
})
