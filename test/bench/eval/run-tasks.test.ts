import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  callTool,
  end,
  type FakeOllama,
  part,
  type ScriptedReply,
  say,
  startFakeOllama,
} from '#test/helpers/fake-ollama'
import { makeTempDir } from '#test/helpers/temp-dir'
import { evaluate } from '../../../bench/eval/main.ts'
import type { TaskResult } from '../../../bench/eval/run-tasks.ts'
import type { Task } from '../../../bench/eval/task.ts'
import { ALL_TASKS } from '../../../bench/eval/tasks/all-tasks.ts'

// Every task there is, on a machine that may be busy.
const PATIENT = { timeout: 240_000 }

let ollama: FakeOllama
beforeEach(async () => {
  ollama = await startFakeOllama()
  const shown = { capabilities: ['completion', 'tools'], model_info: { 'tiny.context_length': 8192 } }
  const details = { family: 'tiny', parameter_size: '1B', quantization_level: 'Q4' }
  ollama.answer('/api/show', { status: 200, body: JSON.stringify({ ...shown, details }) })
})
afterEach(() => ollama.close())

const run = (...more: string[]) => runUntil(new AbortController().signal, () => {}, ...more)

async function runUntil(signal: AbortSignal, afterTask: () => void, ...more: string[]) {
  const said: string[] = []
  const file = join(makeTempDir(), 'results.json')
  const progress = (text: string) => {
    said.push(text)
    afterTask()
  }
  const args = ['--model', 'tiny:1b', '--host', ollama.host, '--json', file, ...more]
  const exit = await evaluate(args, signal, { out: (text) => said.push(text), progress })
  return { exit, text: said.join('\n'), read: (): TaskResult[] => JSON.parse(readFileSync(file, 'utf8')).results }
}

const perfect = ({ steps }: Task): ScriptedReply[] => [
  ...steps.flatMap(({ accept }) => accept.slice(0, 1).map(({ call }) => callTool(call.tool, call.args))),
  say('That is all.'),
]

const NEEDS_A_COMMAND = 'single,arguments,steps,safe'

const count = (results: TaskResult[], done: boolean) => results.filter((result) => result.done === done).length

describe.each(['plain', 'turn'])('a model that answers perfectly, asked in the way %s', PATIENT, (way) => {
  it('gets every task done, and every call it makes is valid', async () => {
    ollama.enqueue(...ALL_TASKS.flatMap(perfect))
    const { exit, text, read } = await run('--ways', way)
    expect(exit).toBe(0)
    expect(read().filter(({ done }) => !done)).toEqual([])
    expect(read()).toHaveLength(ALL_TASKS.length)
    expect(text).toContain(`${ALL_TASKS.length}/${ALL_TASKS.length}`)
    expect(text).toMatch(/100 % /)
  })
})

describe.each(['plain', 'turn'])('a model that answers wrongly, asked in the way %s', PATIENT, (way) => {
  it('gets nothing done with a call that has nothing to do with the task', async () => {
    const wrong = ALL_TASKS.flatMap(() => [callTool('files_info', { path: 'x' }), say('Done.')])
    ollama.enqueue(...wrong)
    const { read } = await run('--ways', way, '--suite', NEEDS_A_COMMAND)
    expect(count(read(), true)).toBe(0)
  })

  it('gets nothing done with words alone if the task needs a command', async () => {
    ollama.enqueue(...ALL_TASKS.map(() => say('I did all you asked for.')))
    const { read } = await run('--ways', way, '--suite', NEEDS_A_COMMAND)
    expect(count(read(), true)).toBe(0)
    expect(new Set(read().map(({ why }) => why))).toEqual(new Set(['no call']))
  })

  it('gets no task done with silence, even if it needs no command', async () => {
    ollama.enqueue(...ALL_TASKS.map(() => say('')))
    const { read } = await run('--ways', way, '--suite', 'talk')
    expect(new Set(read().map(({ why }) => why))).toEqual(new Set(['said nothing']))
  })
})

describe('the ways differ', () => {
  const quietly = ['--suite', 'arguments', '--limit', '1']
  const [task] = ALL_TASKS.filter(({ kind }) => kind === 'arguments')
  const call = task?.steps[0]?.accept[0]?.call
  const only = async (way: string, ...replies: ScriptedReply[]) => {
    ollama.enqueue(...replies)
    const [result] = (await run('--ways', way, ...quietly)).read()
    return result
  }

  it('the plain client passes on a call with unknown arguments, our turn never does', async () => {
    const wrong = callTool(call?.tool ?? '', { nonsense: true })
    expect(await only('plain', wrong)).toMatchObject({ done: false, executed: 1, valid: 0 })
    const repaired = callTool(call?.tool ?? '', call?.args)
    expect(await only('turn', wrong, repaired, say('Ok.'))).toMatchObject({ done: true, executed: 1, valid: 1 })
  })

  it('our turn takes a call written as text in every style, the plain client in none', async () => {
    const text = say(JSON.stringify({ name: call?.tool, arguments: call?.args }))
    expect(await only('plain', text)).toMatchObject({ done: false, why: 'no call' })
    for (const way of ['native', 'compact', 'turn']) {
      expect(await only(way, text, say('Ok.')), way).toMatchObject({ done: true })
    }
  })

  it('the plain client sends every tool and no context, our turn what its budget allows, or a line for each', async () => {
    await only('plain', say('Ok.'))
    await only('native', say('Ok.'))
    await only('compact', say('Ok.'))
    type Sent = { tools?: unknown[]; options: Record<string, unknown>; messages: { content: string }[] }
    const [plain, native, compact] = ollama.requests as unknown as Sent[]
    expect(plain?.tools?.length).toBeGreaterThan(100)
    expect(plain?.options).not.toHaveProperty('num_ctx')
    expect(native?.tools?.length).toBeLessThan(100)
    expect(JSON.stringify(native?.tools)).toContain('find_tools')
    expect(compact).not.toHaveProperty('tools')
    expect(compact?.messages[0]?.content.split('\n').length).toBeGreaterThan(100)
    expect(compact?.options).toHaveProperty('num_ctx')
  })
})

describe('a model that answers late', () => {
  it('has longer for its first answer, before which it reads all tools', PATIENT, async () => {
    const late = () => ({ lines: [part({ content: 'Hello' }), end()], until: wait(3000) })
    ollama.enqueue(late, late)
    const { read } = await run('--ways', 'plain', '--suite', 'talk', '--limit', '2', '--task-seconds', '1')
    expect(read().map(({ ending }) => ending)).toEqual(['answered', 'timed out'])
  })
})

describe('several models', () => {
  it('are measured one after the other, each with its own table and with the figures of the server', async () => {
    const counted = (text: string) => ({
      lines: [part({ content: text }), { ...end(), prompt_eval_count: 1000, eval_count: 5 }],
    })
    ollama.enqueue(...Array.from({ length: 8 }, () => counted('Hello.')))
    const few = ['--ways', 'plain,turn', '--suite', 'talk', '--limit', '2']
    const { exit, text, read } = await run('--model', 'tiny:1b,other:1b', ...few)
    expect(exit).toBe(0)
    expect(text.match(/1B parameters, Q4/g)).toHaveLength(2)
    expect(read().map(({ model, way }) => `${model} ${way}`)).toEqual(
      ['tiny:1b', 'other:1b'].flatMap((model) => ['plain', 'plain', 'turn', 'turn'].map((way) => `${model} ${way}`)),
    )
    const figures = read().map((result) => result.figures)
    expect(figures.slice(0, 2)).toMatchObject([{ readTokens: 1000 }, { promptTokens: 1000 }])
    expect(figures[1]?.readTokens).toBeLessThan(1000)
    expect(text).toContain('tokens read')
  })
})

describe('a measurement that ends early', () => {
  const talk = ['--ways', 'turn', '--suite', 'talk']

  it('prints what was done until it was stopped, and exits with 130', async () => {
    ollama.enqueue(...ALL_TASKS.map(() => say('Hello.')))
    const stop = new AbortController()
    const { exit, text, read } = await runUntil(stop.signal, () => stop.abort(), ...talk)
    expect(exit).toBe(130)
    expect(text).toContain('1/1')
    expect(read()).toHaveLength(1)
  })

  it('prints what was done until Ollama was gone, says so, and exits with 5', async () => {
    ollama.enqueue(...ALL_TASKS.map(() => say('Hello.')))
    let closing: Promise<void> | undefined
    const close = () => {
      closing ??= ollama.close()
    }
    const { exit, text, read } = await runUntil(new AbortController().signal, close, ...talk)
    await closing
    ollama = await startFakeOllama()
    expect(exit).toBe(5)
    expect(text).toContain('Ollama is gone')
    expect(read()).toHaveLength(1)
  })
})

describe('what cannot be measured gets a sentence', () => {
  it('a model that is not there, with those that are, and exit code 5', async () => {
    ollama.answer('/api/show', { status: 404, body: JSON.stringify({ error: "model 'tiny:1b' not found" }) })
    const { exit, text } = await run()
    expect(exit).toBe(5)
    expect(text).toMatch(/tiny:1b.*\nThere are: tiny:1b/)
    expect(text).not.toMatch(/\bat .*:\d+:\d+/)
  })

  it('an Ollama that does not answer, and exit code 5', async () => {
    const { host } = ollama
    await ollama.close()
    const { exit, text } = await run()
    ollama = await startFakeOllama()
    expect(exit).toBe(5)
    expect(text).toContain(new URL(host).host)
    expect(text).not.toMatch(/\bat .*:\d+:\d+/)
  })

  it('a line that cannot be understood, with the usage, and exit code 2', async () => {
    const { exit, text } = await run('--suite', 'fun')
    expect(exit).toBe(2)
    expect(text).toMatch(/there is no suite fun\n\nnpm run eval/)
  })
})
