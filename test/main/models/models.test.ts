import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ModelPorts, makeModels } from '#main/models/models'
import { textOf } from '#shared/messages/message'
import { actionFor } from '#shared/model/ollama-action'
import type { OllamaState } from '#shared/requests/requests'
import { type FakeOllama, type ScriptedReply, startFakeOllama } from '#test/helpers/fake-ollama'
import { openProgram } from '#test/helpers/open-program'

let ollama: FakeOllama

beforeEach(async () => {
  ollama = await startFakeOllama()
})
afterEach(() => ollama.close())

const json = (body: unknown, status = 200): ScriptedReply => ({ status, body: JSON.stringify(body) })
const NOWHERE = 'http://127.0.0.1:9'
const never = new AbortController().signal

function open(host = ollama.host, more: Partial<ModelPorts> = {}) {
  return makeModels({
    host: () => host,
    plainHosts: () => [],
    tick: () => undefined,
    isInstalled: async () => false,
    defaultHost: NOWHERE,
    ...more,
  })
}

const listed = (...models: { name: string; digest?: string }[]) => ollama.answer('/api/tags', json({ models }))
const can = (...capabilities: string[]) =>
  ollama.answer(
    '/api/show',
    json({ capabilities, model_info: { 'general.architecture': 'tiny', 'tiny.context_length': 8192 } }),
  )
const countOf = (path: string) => ollama.seen.filter((request) => request.path === path).length

describe('what Ollama has', () => {
  it('comes with what each model can do, asked once per digest', async () => {
    listed({ name: 'tiny:1b', digest: 'd1' })
    can('completion', 'tools')
    const models = open()
    const expected = { name: 'tiny:1b', capabilities: ['completion', 'tools'], contextLength: 8192, digest: 'd1' }
    expect(await models.look()).toMatchObject({ state: 'ready', models: [expected] })
    await models.look()
    await models.meet('tiny:1b', never)
    expect(countOf('/api/show')).toBe(1)
    listed({ name: 'tiny:1b', digest: 'd2' })
    await models.meet('tiny:1b', never)
    expect(countOf('/api/show')).toBe(2)
  })

  it('drops an answer that failed, and asks again if there is no digest', async () => {
    listed({ name: 'tiny:1b', digest: 'd1' })
    ollama.answer('/api/show', json({ error: 'busy' }, 500))
    const models = open()
    expect(await models.meet('tiny:1b', never)).toMatchObject({ ok: true, facts: null })
    can('completion')
    expect(await models.meet('tiny:1b', never)).toMatchObject({ ok: true, facts: { capabilities: ['completion'] } })
    listed({ name: 'tiny:1b' })
    const before = countOf('/api/show')
    await models.meet('tiny:1b', never)
    await models.meet('tiny:1b', never)
    expect(countOf('/api/show')).toBe(before + 2)
  })

  it('is no model for a chat if all are for embeddings', async () => {
    listed({ name: 'embed', digest: 'e' })
    can('embedding')
    const models = open()
    const state = await models.look()
    expect(state).toMatchObject({ state: 'no-model', models: [], others: [{ name: 'embed' }] })
    const met = await models.meet('', never)
    expect(met).toMatchObject({ ok: false, problem: { code: 'MODEL_NOT_FOR_CHAT' } })
    expect(textOf(met.ok ? '' : met.problem.message)).toMatch(/only models that cannot chat \(embed\).*ollama pull/)
  })
})

describe('the model of a turn', () => {
  it('is the requested one, otherwise the default', async () => {
    listed({ name: 'second', digest: '2' }, { name: 'first', digest: '1' })
    can('completion')
    const models = open()
    expect(await models.meet('other', never)).toMatchObject({ ok: true, model: 'other', facts: null })
    expect(await models.meet('', never)).toMatchObject({ ok: true, model: 'first' })
    expect(await models.look()).toMatchObject({ byDefault: 'first' })
  })

  it('stays the same default if Ollama lists others first, or has loaded another', async () => {
    let lastUsed = ''
    const models = open(ollama.host, { lastUsed: () => lastUsed })
    const byDefault = async () => {
      const met = await models.meet('', never)
      expect(await models.look()).toMatchObject({ byDefault: met.model })
      return met.model
    }
    can('completion')
    listed({ name: 'b', digest: '2' }, { name: 'c', digest: '3' })
    expect(await byDefault()).toBe('b')
    ollama.answer('/api/ps', json({ models: [{ name: 'c' }] }))
    listed({ name: 'c', digest: '3' }, { name: 'b', digest: '2' })
    expect(await byDefault()).toBe('b')
    lastUsed = 'c'
    expect(await byDefault()).toBe('c')
    listed({ name: 'a', digest: '1' }, { name: 'b', digest: '2' }, { name: 'c', digest: '3' })
    expect(await byDefault()).toBe('c')
    listed({ name: 'a', digest: '1' }, { name: 'b', digest: '2' })
    expect(await byDefault()).toBe('a')
  })

  it('is not waited for after the person stops', async () => {
    const silent = await openProgram(() => undefined)
    const stop = new AbortController()
    const meeting = open(silent.host).meet('tiny:1b', stop.signal)
    await silent.visited
    stop.abort()
    expect(await meeting).toMatchObject({ ok: false, problem: { code: 'STOPPED' } })
    await silent.close()
  })
})

const STATES: [string, () => Promise<[OllamaState, () => Promise<void>]>, object, RegExp, string][] = [
  ['not installed', () => lookAt(NOWHERE), { cause: 'not-installed' }, /not installed.*download/, 'install'],
  [
    'installed but not running',
    () => lookAt(NOWHERE, { isInstalled: async () => true }),
    { cause: 'not-running' },
    /not running.*Start it/,
    'start',
  ],
  [
    'the wrong port',
    () => lookAt('http://127.0.0.1:7', { defaultHost: ollama.host }),
    { cause: 'wrong-port' },
    /answers at http.*Use that address/,
    'use-found-host',
  ],
  [
    'a host that does not exist',
    () => lookAt('https://nowhere.invalid'),
    { cause: 'wrong-host', isElsewhere: true },
    /does not answer/,
    'change-host',
  ],
  [
    'another program on the port',
    () => lookAtProgram((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
    { cause: 'other-program', code: 'NOT_OLLAMA' },
    /not HTTP/,
    'change-host',
  ],
  [
    'a program that hangs up',
    () => lookAtProgram((socket) => socket.destroy()),
    { cause: 'other-program' },
    /closed before any answer/,
    'change-host',
  ],
  [
    'the page of a proxy',
    () => lookAtProgram((socket) => socket.end(page('text/html', '<html>Log in</html>'))),
    { cause: 'other-program', code: 'NOT_OLLAMA' },
    /web page/,
    'change-host',
  ],
  [
    'a redirect to somewhere else',
    () => lookAtProgram((socket) => socket.end('HTTP/1.1 307 Go\r\nlocation: http://127.0.0.1:9/\r\n\r\n')),
    { cause: 'other-program', code: 'OLLAMA_REDIRECTED' },
    /does not follow/,
    'change-host',
  ],
  [
    'a server that takes the question and never answers',
    () => lookAtProgram(() => undefined, { patience: { firstByteMs: 100, betweenLinesMs: 100 } }),
    { cause: 'silent' },
    /sent nothing for/,
    'try-again',
  ],
  [
    'a server that fails',
    () => lookScripted('/api/tags', json({ error: 'it broke' }, 500)),
    { cause: 'failing' },
    /it broke/,
    'try-again',
  ],
  [
    'one that is too old',
    () => lookScripted('/api/version', json({ version: '0.3.9' })),
    { state: 'too-old' },
    /too old.*Update/,
    'update',
  ],
  ['no model', () => lookScripted('/api/tags', json({ models: [] })), { state: 'no-model' }, /^$/, 'pull-model'],
  [
    'plain http to another computer',
    () => lookAt('http://192.0.2.1:11434'),
    { cause: 'needs-consent', code: 'HOST_NEEDS_CONSENT', isElsewhere: true },
    /anyone on the network.*Allow it/,
    'consent',
  ],
]

describe('each state has its sentence and its one action', () => {
  it.each(STATES)('%s', async (_what, look, expected, message, action) => {
    const [state, close] = await look()
    await close()
    expect(state).toMatchObject({ state: 'unreachable', ...expected })
    expect(textOf('message' in state ? state.message : '')).toMatch(message)
    expect(actionFor(state)).toBe(action)
  })

  it('nothing is to be done if all is well, and a model without tools is described by what it can do', async () => {
    listed({ name: 'tiny:1b', digest: 'd' })
    can('completion')
    const state = await open().look()
    expect(actionFor(state)).toBe(null)
    expect(state).toMatchObject({ state: 'ready', models: [{ capabilities: ['completion'] }] })
    expect(state.isElsewhere).toBe(undefined)
  })

  it('plain http to another computer is not used at all before the person allows that host', async () => {
    const host = 'http://192.0.2.1:11434'
    const models = open(host, { plainHosts: () => ['http://192.0.2.2:11434'] })
    const refused = { ok: false, problem: { code: 'HOST_NEEDS_CONSENT' } }
    expect(models.obstacle()).toMatchObject({ code: 'HOST_NEEDS_CONSENT' })
    expect(await models.meet('m', never)).toMatchObject(refused)
    expect(await models.show('m')).toMatchObject(refused)
    expect(await models.remove('m')).toMatchObject(refused)
    expect(await models.unload('m')).toMatchObject(refused)
    models.pulls.begin('m')
    expect(await models.pulls.ended('m')).toMatchObject({ state: 'failed', problem: { code: 'HOST_NEEDS_CONSENT' } })
    expect(open(host, { plainHosts: () => [host] }).obstacle()).toBe(null)
  })
})

const nothing = async () => undefined

async function lookAt(host: string, more: Partial<ModelPorts> = {}): Promise<[OllamaState, () => Promise<void>]> {
  return [await open(host, more).look(), nothing]
}

async function lookScripted(path: string, reply: ScriptedReply): Promise<[OllamaState, () => Promise<void>]> {
  ollama.answer(path, reply)
  return [await open().look(), nothing]
}

async function lookAtProgram(
  greet: (socket: Socket) => void,
  more: Partial<ModelPorts> = {},
): Promise<[OllamaState, () => Promise<void>]> {
  const program = await openProgram(greet)
  return [await open(program.host, more).look(), program.close]
}

const page = (type: string, body: string) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
