import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeOllama, type ScriptedReply, startFakeOllama } from '#test/helpers/fake-ollama'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, listenTo, startCli, until } from '#test/main/cli/run-cli'

let ollama: FakeOllama
let cwd: string

beforeEach(async () => {
  ollama = await startFakeOllama()
  cwd = makeTempDir()
  ollama.answer('/api/tags', json({ models: [TINY] }))
  ollama.answer('/api/show', json(SHOWN))
})
afterEach(() => ollama.close())

const json = (body: unknown, status = 200): ScriptedReply => ({ status, body: JSON.stringify(body) })
const TINY = {
  name: 'tiny:1b',
  size: 815_319_791,
  digest: 'd1',
  details: { parameter_size: '1B', quantization_level: 'Q4_K_M' },
}
const SHOWN = {
  capabilities: ['completion', 'tools'],
  details: { parameter_size: '1B', quantization_level: 'Q4_K_M' },
  model_info: { 'general.architecture': 'tiny', 'tiny.context_length': 8192 },
}

const call = (...args: string[]) => callCli([...args, '--host', ollama.host, '--home', 'h'], { cwd })

describe('models', () => {
  it('are listed with what each can do and the longest context', async () => {
    const { code, stdout } = await call('models', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      host: ollama.host,
      version: '0.17.4',
      isElsewhere: false,
      models: [
        {
          name: 'tiny:1b',
          bytes: 815_319_791,
          parameters: '1B',
          quantization: 'Q4_K_M',
          isLoaded: false,
          digest: 'd1',
          capabilities: ['completion', 'tools'],
          contextLength: 8192,
        },
      ],
    })
    expect((await call('models')).stdout).toBe('tiny:1b  778 MB  1B Q4_K_M  context 8192  completion, tools\n')
  })

  it('say what helps if there are none, and exit with 0', async () => {
    ollama.answer('/api/tags', json({ models: [] }))
    const { code, stdout, stderr } = await call('models')
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('skillet models pull')
  })

  it('exit with 5, and one line, if Ollama does not answer or is another program', async () => {
    ollama.answer('/api/version', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } })
    expect(await call('models')).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringMatching(/^skillet: .*\n$/),
    })
    const { code, stdout } = await callCli(['models', '--json', '--host', '127.0.0.1:9', '--home', 'h'], { cwd })
    expect(code).toBe(5)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'OLLAMA_UNREACHABLE' } })
  })

  it('ask nothing from another computer over plain http without the person’s consent', async () => {
    const { code, stderr } = await callCli(['models', '--host', 'http://192.0.2.1', '--home', 'h'], { cwd })
    expect(code).toBe(5)
    expect(stderr).toContain('anyone on the network')
  })

  it('follow OLLAMA_HOST unless something else is given', async () => {
    const env = { OLLAMA_HOST: ollama.host }
    expect(await callCli(['models', '--home', 'h'], { cwd, env })).toMatchObject({ code: 0 })
  })
})

describe('one model', () => {
  it('is shown with what it is and can do', async () => {
    const { code, stdout } = await call('models', 'show', 'tiny:1b')
    expect(code).toBe(0)
    expect(stdout).toContain('capabilities  completion, tools\ncontext       8192 tokens\n')
    const { stdout: document } = await call('models', 'show', 'tiny:1b', '--json')
    expect(JSON.parse(document)).toMatchObject({ name: 'tiny:1b', contextLength: 8192, quantization: 'Q4_K_M' })
  })

  it('that is missing exits with 5, shown or removed', async () => {
    const gone = json({ error: "model 'gone' not found" }, 404)
    ollama.answer('/api/show', gone)
    ollama.answer('/api/delete', gone)
    for (const word of ['show', 'remove']) {
      const { code, stderr } = await call('models', word, 'gone')
      expect(code).toBe(5)
      expect(stderr).toContain('Ollama has no model gone')
    }
  })

  it('is removed by its name', async () => {
    ollama.answer('/api/delete', { status: 200, body: '' })
    expect(await call('models', 'remove', 'tiny:1b')).toMatchObject({ code: 0, stdout: 'tiny:1b is removed\n' })
    expect(ollama.seen.at(-1)).toMatchObject({ path: '/api/delete', body: { name: 'tiny:1b' } })
  })
})

describe('fetching a model', () => {
  const layer = (completed: number) => ({ status: 'pulling a', digest: 'a', total: 1000, completed })

  it('reports progress, one object per line with --json, and ends when it is complete', async () => {
    ollama.answer('/api/pull', { lines: [layer(400), layer(1000), { status: 'success' }] })
    const { code, stdout } = await call('models', 'pull', 'tiny:1b', '--json')
    expect(code).toBe(0)
    const told = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(told).toMatchObject([{ doneBytes: 400 }, { doneBytes: 1000 }, { step: 'success' }, { state: 'done' }])
    const people = await call('models', 'pull', 'tiny:1b')
    expect(people.stdout).toBe('tiny:1b is here\n')
    expect(people.stderr).toContain(' 40 % of 1000 bytes  pulling a\n')
  })

  it('of an unpublished name exits with 5 and says so', async () => {
    ollama.answer('/api/pull', { lines: [{ error: 'pull model manifest: file does not exist' }] })
    const { code, stderr } = await call('models', 'pull', 'nope')
    expect(code).toBe(5)
    expect(stderr).toContain('The library has no model nope')
  })

  it('stops on Ctrl-C with 130, and Ollama notices', async () => {
    ollama.answer('/api/pull', { lines: [layer(400), { status: 'success' }], until: new Promise(() => undefined) })
    const child = startCli(['models', 'pull', 'tiny:1b', '--host', ollama.host, '--home', 'h'], { cwd })
    const done = listenTo(child)
    const pull = await until('the pull', () => ollama.seen.find(({ path }) => path === '/api/pull'))
    child.kill('SIGINT')
    await pull.hungUp
    expect(await done).toMatchObject({ code: 130 })
  })
})
