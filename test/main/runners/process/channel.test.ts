import { describe, expect, it } from 'vitest'
import type { Channel } from '#main/runners/process/channel'
import { supervise } from '#main/runners/process/supervise'
import type { Json } from '#shared/json'

const MARK = '\x1e5f3a'

interface Asked {
  script: string
  answer?: Channel['answer']
  on?: Channel['on']
  timeoutMs?: number
  signal?: AbortSignal
}

/** A program that talks to us over its standard streams, as a real process. */
function talk({ script, answer = async (_, params) => params, on = 'stdout', timeoutMs = 20_000, signal }: Asked) {
  const lines = `
    const mark = ${JSON.stringify(MARK)}
    const lines = require('node:readline').createInterface({ input: process.stdin })[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await lines.next()).value)
    const write = (text) => require('node:fs').writeSync(${on === 'stdout' ? 1 : 4}, text)
    const send = (id, method, params) => write(mark + '?' + JSON.stringify({ id, method, params }) + '\\n')
    ;(async () => { ${script} })().then(() => process.exit(0))`
  return supervise(
    {
      ...{ path: process.execPath, args: ['-e', lines], cwd: '/', env: {}, stdin: '{"first":1}\n', timeoutMs },
      ...{ givesResult: on === 'result', channel: { mark: MARK, on, answer } },
    },
    signal ? { signal } : {},
  )
}

describe('a channel', () => {
  it('answers what the program asks, and leaves its prints alone', async () => {
    const { stdout, exitCode } = await talk({
      script: `
        write('before ')
        await next()
        send(7, 'double', 21)
        const { id, value } = await next()
        write('after ' + id + ' ' + value)`,
      answer: async (method, params) => (method === 'double' ? Number(params) * 2 : null),
    })
    expect(stdout.text).toBe('before after 7 42')
    expect(exitCode).toBe(0)
  })

  it('tells the program why a request failed', async () => {
    const { stdout } = await talk({
      script: `await next(); send(1, 'x', null); write(JSON.stringify(await next()))`,
      answer: async () => {
        throw new Error('not permitted')
      },
    })
    expect(stdout.text).toBe('{"id":1,"error":"not permitted"}')
  })

  it('understands a request that arrives in pieces', async () => {
    const { stdout } = await talk({
      script: `
        await next()
        const text = mark + '?{"id":1,"method":"x","params":"' + 'y'.repeat(200000) + '"}\\n'
        for (let at = 0; at < text.length; at += 7777) write(text.slice(at, at + 7777))
        write(String((await next()).value.length))`,
    })
    expect(stdout.text).toBe('200000')
  })

  it('treats a request with another mark as output', async () => {
    const asked: Json[] = []
    const { stdout } = await talk({
      script: `write('\\x1e5f3b?{"id":1,"method":"x"}\\n')`,
      answer: async (_, params) => asked.push(params),
    })
    expect(stdout.text).toBe('\x1e5f3b?{"id":1,"method":"x"}\n')
    expect(asked).toEqual([])
  })

  it('reads requests from the result pipe and replies on standard input', async () => {
    const { result, stdout } = await talk({
      on: 'result',
      script: `
        await next()
        send(1, 'x', [1])
        write(JSON.stringify((await next()).value))
        console.log('printed')`,
    })
    expect(result?.text).toBe('[1]')
    expect(stdout.text).toBe('printed\n')
  })

  it('refuses more than 64 requests at a time', async () => {
    const { stdout } = await talk({
      script: `
        await next()
        for (let id = 1; id <= 70; id += 1) send(id, 'x', null)
        const refused = []
        while (refused.length < 6) refused.push((await next()).id)
        write(refused.join())`,
      answer: (_method, _params, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true })),
    })
    expect(stdout.text).toBe('65,66,67,68,69,70')
  })

  it('ends with a program that asks for ever and never reads', async () => {
    const { timedOut } = await talk({
      script: `for (let id = 1; ; id += 1) send(id, 'x', 'y'.repeat(10000))`,
      timeoutMs: 1500,
    })
    expect(timedOut).toBe(true)
  })

  it('tells an answer in progress that the program was stopped', async () => {
    const stopping = new AbortController()
    let wasTold = false
    const run = await talk({
      script: `await next(); send(1, 'x', null); await next()`,
      signal: stopping.signal,
      answer: async (_method, _params, signal) => {
        const told = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        stopping.abort()
        await told
        wasTold = true
        return null
      },
    })
    expect(run.canceled).toBe(true)
    expect(wasTold).toBe(true)
  })

  it('finishes the last request even if the program did not wait for it', async () => {
    const done: Json[] = []
    await talk({
      script: `send(1, 'x', 'last')`,
      answer: async (_, params) => {
        await new Promise<void>((resolve) => setImmediate(resolve))
        return done.push(params)
      },
    })
    expect(done).toEqual(['last'])
  })
})
