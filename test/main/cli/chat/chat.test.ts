import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProcessAction } from '#shared/call/action'
import { toDocument } from '#shared/call/to-document'
import type { Fact } from '#shared/facts'
import { callTool, end, type FakeOllama, part, say, startFakeOllama } from '#test/helpers/fake-ollama'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, listenTo, readRecord, startCli, until } from '#test/main/cli/run-cli'

const OURS = ['--no-bundled', '--skills', FIXTURES, '--home', 'h']

let ollama: FakeOllama
let cwd: string

beforeEach(async () => {
  ollama = await startFakeOllama()
  cwd = makeTempDir()
})
afterEach(() => ollama.close())

const chat = (more: string[], input = '') =>
  callCli(['chat', '--model', 'tiny:1b', '--host', ollama.host, ...more, ...OURS], { cwd, input })

const factsOf = (stdout: string): Fact[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Fact)

describe('one message', () => {
  it('with --json is every fact of its turn, one per line, as the ledger stores them', async () => {
    ollama.enqueue(callTool('say', { text: 'moin' }), say('Done.'))
    const { code, stdout } = await chat(['--json', '--yes', 'Say moin'])
    const facts = factsOf(stdout)
    expect(code).toBe(0)
    expect(facts.map(({ type }) => type)).toEqual([
      'turn.started',
      'message.added',
      'context.fitted',
      'request.sent',
      'message.added',
      'call.requested',
      'approval.asked',
      'approval.answered',
      'run.started',
      'run.finished',
      'message.added',
      'context.fitted',
      'request.sent',
      'message.added',
      'turn.finished',
    ])
    const [first] = facts
    expect(facts.every((fact) => fact.chat === first?.chat && fact.seq > 0)).toBe(true)
    const record = readRecord(cwd).filter(({ seq }) => seq >= (first?.seq ?? 0))
    expect(record.map(toDocument)).toEqual(facts)
    expect(facts).toContainEqual(expect.objectContaining({ type: 'run.finished', ended: 'done' }))
    expect(facts.at(-1)).toMatchObject({ reason: 'answered', stats: { rounds: 2, calls: 1 } })
    expect(facts).toContainEqual(expect.objectContaining({ decision: 'once', by: 'flag' }))
  })

  it('without --json is the answer on standard output, with each command next to it', async () => {
    ollama.enqueue(callTool('say', { text: 'moin' }), say('It says moin.'))
    const { code, stdout, stderr } = await chat(['--yes', 'Say moin'])
    expect(code).toBe(0)
    expect(stdout).toBe('It says moin.\n')
    expect(stderr).toContain('$ echo moin\n')
    expect(stderr).toMatch(/exit 0, \d+ ms/)
  })

  it('runs nothing that needs approval if nobody is there, tells the model so, and exits with 4', async () => {
    ollama.enqueue(callTool('say', { text: 'moin' }), say('I could not.'))
    const { code, stdout, stderr } = await chat(['Say moin'])
    expect(code).toBe(4)
    expect(stdout).toBe('I could not.\n')
    expect(stderr).toContain('Allow it with --yes')
    const record = readRecord(cwd)
    expect(record.map(({ type }) => type)).not.toContain('run.started')
    expect(record).toContainEqual(expect.objectContaining({ type: 'call.refused', code: 'NOT_ANSWERED' }))
  })

  it('is read from standard input if it is a dash', async () => {
    ollama.enqueue(say('Hello.'))
    const { code } = await chat(['-'], 'From a pipe\nwith two lines')
    expect(code).toBe(0)
    expect(ollama.requests[0]?.messages).toContainEqual({ role: 'user', content: 'From a pipe\nwith two lines' })
  })

  it.each([
    ['on', true],
    ['off', false],
  ])('asks the model to think or not: --think %s', async (said, think) => {
    ollama.enqueue(say('Hello.'))
    await chat(['--think', said, 'Hi'])
    expect(ollama.requests[0]).toMatchObject({ think })
  })

  it("lets the skill's scripts run only with --allow-scripts", async () => {
    ollama.enqueue(callTool('shout', { text: 'moin' }), say('.'), callTool('shout', { text: 'moin' }), say('.'))
    const first = await chat(['--json', '--yes', 'Shout'])
    const second = await chat(['--json', '--yes', '--allow-scripts', 'Shout'])
    const argvOf = (stdout: string) =>
      factsOf(stdout).flatMap((fact) =>
        fact.type === 'run.started' ? [(fact.plan as unknown as ProcessAction).argv] : [],
      )
    expect(argvOf(first.stdout)).toEqual([['echo', 'moin']])
    expect(argvOf(second.stdout)).toEqual([['echo', 'MOIN!']])
  })

  it.each([
    [['--think', 'maybe', 'Hi'], /--think is on or off/],
    [['--host', 'ftp://box', 'Hi'], /Ollama uses http/],
    [[], /message is missing/],
    [[' '], /message is empty/],
    [['-'], /message is empty/],
  ])('is wrong usage, and starts nothing: %j', async (args, message) => {
    const { code, stderr } = await callCli(['chat', ...args, ...OURS], { cwd })
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
    expect(existsSync(join(cwd, 'h'))).toBe(false)
  })
})

describe('a turn that cannot happen', () => {
  const endings: [string, () => void, string, number][] = [
    [
      'a model Ollama does not have',
      () => ollama.enqueue({ status: 404, body: '{"error":"model \'tiny:1b\' not found"}' }),
      'MODEL_MISSING',
      5,
    ],
    [
      'an embedding model',
      () => ollama.enqueue({ status: 400, body: '{"error":"\\"tiny:1b\\" does not support chat"}' }),
      'MODEL_NOT_FOR_CHAT',
      5,
    ],
    [
      'an Ollama that is too old',
      () => ollama.answer('/api/version', { status: 200, body: '{"version":"0.3.9"}' }),
      'OLLAMA_TOO_OLD',
      5,
    ],
    [
      'another program',
      () => ollama.answer('/api/version', { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }),
      'NOT_OLLAMA',
      5,
    ],
    [
      'an answer that is cut off',
      () => ollama.enqueue({ lines: [part({ content: 'Half ' })], cutOff: true }),
      'STREAM_BROKEN',
      1,
    ],
    ['a server that fails', () => ollama.enqueue({ status: 500, body: '{"error":"it broke"}' }), 'OLLAMA_ERROR', 1],
  ]
  it.each(endings)('exits with its code, and with turn.finished: %s', async (_what, prepare, expected, exit) => {
    prepare()
    const { code, stdout } = await chat(['--json', 'Hi'])
    expect(code).toBe(exit)
    expect(factsOf(stdout).at(-1)).toMatchObject({ type: 'turn.finished', reason: 'error', error: { code: expected } })
  })

  it('says why in one line, and exits with 5, if nothing answers', async () => {
    const args = ['chat', '--host', 'http://127.0.0.1:9', 'Hi', ...OURS]
    const { code, stdout, stderr } = await callCli(args, { cwd })
    expect(code).toBe(5)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^Ollama is .*nothing answers at|^Nothing answers at http:\/\/127\.0\.0\.1:9.*\n$/)
  })

  it('asks nothing from another computer over plain http without consent', async () => {
    const args = ['chat', '--host', 'http://192.0.2.1:11434', 'Hi', ...OURS]
    const { code, stderr } = await callCli(args, { cwd })
    expect(code).toBe(5)
    expect(stderr).toMatch(/anyone on the network/)
  })

  it('that was cut for length exits with 1 and says how to continue', async () => {
    ollama.enqueue({ lines: [part({ content: 'Half' }), end('length')] })
    const { code, stdout, stderr } = await chat(['Hi'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'Half\n' })
    expect(stderr).toContain('cut off')
  })
})

describe.runIf(process.platform === 'linux')('Ctrl-C', () => {
  it('ends everything the turn started, records it, and exits with 130', async () => {
    // Found by what they are called: in a sandbox they have numbers of their own.
    const [child, daemon] = ['300.1', '300.2'].map((span) => `${span}${process.pid}`)
    ollama.enqueue(callTool('spread', { script: `setsid sleep ${daemon} & sleep ${child}; wait` }))
    const args = ['chat', '--host', ollama.host, '--model', 'tiny:1b', '--json', '--yes', 'Go', ...OURS]
    const started = startCli(args, { cwd })
    const done = listenTo(started)
    await until('the tree', () => findSleepers(child, daemon).length === 2)
    started.kill('SIGINT')
    const { code, stdout } = await done
    expect(findSleepers(child, daemon)).toEqual([])
    expect(code).toBe(130)
    expect(factsOf(stdout).at(-1)).toMatchObject({ type: 'turn.finished', reason: 'stopped' })
    expect(readRecord(cwd)).toContainEqual(expect.objectContaining({ type: 'run.finished', canceled: true }))
  })

  it('ends an answer that is still being written, with 130', async () => {
    ollama.enqueue({ lines: [part({ content: 'One ' }), end()], until: new Promise(() => undefined) })
    const child = startCli(['chat', '--host', ollama.host, '--json', 'Go', ...OURS], { cwd })
    const done = listenTo(child)
    await until('the request', () => ollama.requests.length > 0)
    child.kill('SIGINT')
    const { code, stdout } = await done
    expect(code).toBe(130)
    expect(factsOf(stdout).at(-1)).toMatchObject({ type: 'turn.finished', reason: 'stopped' })
  })
})

function findSleepers(...spans: (string | undefined)[]): string[] {
  return readdirSync('/proc').filter((name) => {
    const [program, span] = readCommand(name)
    return program === 'sleep' && spans.includes(span)
  })
}

function readCommand(pid: string): string[] {
  try {
    return /^\d+$/.test(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') : []
  } catch {
    return []
  }
}
