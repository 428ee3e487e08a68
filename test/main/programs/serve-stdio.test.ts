import { describe, expect, it, onTestFinished } from 'vitest'
import type { CoreOptions } from '#main/open-core'
import { openSocket } from '#test/helpers/app-socket'
import { openTestCore } from '#test/helpers/open-test-core'
import { pair, startProgram } from '#test/helpers/program'
import { makeTempDir } from '#test/helpers/temp-dir'
import { FIXTURES, listenTo, startCli, until } from '#test/main/cli/run-cli'

/** An app with a socket and one paired program. */
async function openApp(options: Partial<CoreOptions> = {}) {
  const home = makeTempDir()
  const opened = await openTestCore({
    ...{ home, skills: [{ path: FIXTURES, origin: 'named' }] },
    decide: async () => ({ decision: 'once', by: 'person' }),
    ...options,
  })
  onTestFinished(() => opened.core.close())
  const socket = await openSocket(opened.core)
  return { ...opened, home, socket, ...(await pair(opened.core)) }
}

const say = (text: string) => ({ name: 'say', arguments: { text } })
const PATIENCE_MS = 120_000

it.each(['auto', 'legacy'] as const)(
  'a paired program of the %s era lists and calls the tools that are on for it, under its paired name',
  async (mode) => {
    const { home, token, program, facts, core } = await openApp()
    const { client } = await startProgram(home, token, { mode })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['say', 'look']))
    expect(tools.find(({ name }) => name === 'say')).toMatchObject({ inputSchema: { required: ['text'] } })
    const told: string[] = []
    const answer = await client.callTool(say('hello'), { onprogress: ({ message = '' }) => void told.push(message) })
    expect(answer).toMatchObject({ content: [{ type: 'text', text: 'hello' }] })
    expect(told[0]).toContain('waits for an answer')
    // It calls itself Claude Desktop.
    const requested = facts.find(({ type }) => type === 'call.requested')
    expect(requested).toMatchObject({ chat: program, caller: { kind: 'program', name: 'Editor', id: program } })
    expect(facts.map(({ type }) => type)).toContain('approval.asked')

    const changed = Promise.withResolvers<void>()
    client.setNotificationHandler('notifications/tools/list_changed', () => changed.resolve())
    // In the newer era only a program that subscribed is told.
    if (mode === 'auto') expect(await client.listen({ toolsListChanged: true })).toMatchObject({ honoredFilter: {} })
    await core.publish({ type: 'chat.tools-changed', chat: program, off: { skills: [], tools: ['say'] } })
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('say')
    const off = await client.callTool(say('hello'))
    expect(off).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('say') }] })
    await changed.promise
  },
  PATIENCE_MS,
)

it(
  'an unpaired program gets one clear sentence and nothing else, whatever name it uses',
  async () => {
    const { home, core, token, program } = await openApp()
    const guessing = await startProgram(home, 'guessed')
    await expect(guessing.client.listTools()).rejects.toThrow('not paired with Skillet')
    await expect(guessing.client.callTool(say('hello'))).rejects.toThrow('not paired with Skillet')
    const known = await startProgram(home, token)
    await known.client.listTools()
    expect(core.programs.isConnected(program)).toBe(true)
    await core.publish({ type: 'program.revoked', chat: null, program })
    await known.client.callTool(say('hello')).catch(() => null)
    await expect(known.client.callTool(say('hello'))).rejects.toThrow('not paired with Skillet')
    expect(core.programs.isConnected(program)).toBe(false)
  },
  PATIENCE_MS,
)

it(
  'two programs are served at once, each with its own tools',
  async () => {
    const { home, token, core, facts } = await openApp()
    const other = await pair(core, 'Agent')
    await core.publish({ type: 'chat.tools-changed', chat: other.program, off: { skills: [], tools: ['say'] } })
    const [one, two] = await Promise.all([startProgram(home, token), startProgram(home, other.token)])
    const [first, second] = await Promise.all([one.client.listTools(), two.client.listTools()])
    expect(first.tools.map(({ name }) => name)).toContain('say')
    expect(second.tools.map(({ name }) => name)).not.toContain('say')
    const both = await Promise.all([
      one.client.callTool(say('one')),
      two.client.callTool({ name: 'shout', arguments: { text: 'two' } }),
    ])
    expect(both).toMatchObject([{ content: [{ text: 'one' }] }, { content: [{ text: 'two' }] }])
    const callers = facts.flatMap((fact) => (fact.type === 'call.requested' ? [JSON.stringify(fact.caller)] : []))
    expect(new Set(callers).size).toBe(2)
    await two.client.close()
    await until('the other program to leave', () => !core.programs.isConnected(other.program))
  },
  PATIENCE_MS,
)

it(
  'a program that cancels, floods or dies leaves nothing running and the app unharmed',
  async () => {
    const { home, token, facts } = await openApp()
    const { client, transport } = await startProgram(home, token)
    const wait = { name: 'wait', arguments: { seconds: 600 } }
    const count = (type: string) => facts.filter((fact) => fact.type === type).length
    const stop = new AbortController()
    const canceled = client.callTool(wait, { signal: stop.signal })
    await until('the run to start', () => count('run.started') === 1)
    stop.abort()
    await expect(canceled).rejects.toThrow()
    await until('its end', () => count('run.finished') === 1)

    const answers = await Promise.all(Array.from({ length: 10_000 }, (_, n) => client.callTool(say(String(n)))))
    const refused = answers.filter((answer) => JSON.stringify(answer).includes('at most 8 calls'))
    expect(refused.length + count('call.requested') - 1).toBe(10_000)
    expect(refused.length).toBeGreaterThan(9000)
    expect(await client.callTool(say('still'))).toMatchObject({ content: [{ text: 'still' }] })

    const started = count('run.started')
    const dying = client.callTool(wait).catch(() => null)
    await until('the last run to start', () => count('run.started') === started + 1)
    process.kill(transport.pid ?? 0, 'SIGKILL')
    await dying
    await until('its end', () => count('run.finished') === started + 1)
    expect(facts.findLast(({ type }) => type === 'run.finished')).toMatchObject({ canceled: true })
  },
  PATIENCE_MS,
)

it(
  'a process ends by itself when its program closes the input, and leaves the app',
  async () => {
    const { home, token, program, core } = await openApp()
    const child = startCli(['mcp', '--home', home], { cwd: home, env: { SKILLET_TOKEN: token } })
    const spoken = listenTo(child)
    const ask = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    ask({ id: 1, method: 'initialize', params })
    ask({ id: 2, method: 'tools/list' })
    await until('the connection', () => core.programs.isConnected(program))
    child.stdin?.end()
    expect(await spoken).toMatchObject({ code: 0, stderr: '' })
    await until('the program to leave', () => !core.programs.isConnected(program))
  },
  PATIENCE_MS,
)

it(
  'a process says that a message is too long to be read',
  async () => {
    const { home, token } = await openApp()
    const child = startCli(['mcp', '--home', home], { cwd: home, env: { SKILLET_TOKEN: token } })
    const spoken = listenTo(child)
    child.stdin?.on('error', () => {})
    child.stdin?.write('x'.repeat(11 * 2 ** 20))
    const { code, stderr } = await spoken
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('longer than 10 MiB') })
  },
  PATIENCE_MS,
)

describe('while Skillet is not open', () => {
  it(
    'only what a rule for that program allows runs, and between calls others can use the record',
    async () => {
      const app = await openApp({
        decide: async (_call, _plan, _verdict, _signal, proposals) => ({
          ...({ decision: 'remember', by: 'person' } as const),
          choice: proposals.find(({ choice }) => choice === 'values')?.choice ?? '',
        }),
      })
      const own = { args: ['--no-bundled', '--skills', FIXTURES] }
      const { client } = await startProgram(app.home, app.token, own)
      await client.callTool(say('allowed'))
      const rule = app.facts.find(({ type }) => type === 'rule.made')
      expect(rule).toMatchObject({ rule: { scope: { kind: 'program', program: app.program, name: 'Editor' } } })
      app.socket.close()
      await app.core.close()

      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('say')
      expect(await client.callTool(say('allowed'))).toMatchObject({ content: [{ text: 'allowed' }] })
      const refused = await client.callTool(say('something else'))
      expect(refused).toMatchObject({ isError: true })
      expect(JSON.stringify(refused)).toContain('needs the approval of the person')
      const guessing = await startProgram(app.home, 'guessed', own)
      await expect(guessing.client.listTools()).rejects.toThrow('not paired with Skillet')

      // Nobody owns the record in between: the window opens, and is asked.
      const { core } = await openTestCore({ home: app.home, skills: [{ path: FIXTURES, origin: 'named' }] })
      onTestFinished(() => core.close())
      await openSocket(core)
      const called = client.callTool(say('asked now'))
      const call = await until('the question', () => core.approvals.waiting()[0])
      const [asked] = await core.ledger.read({ calls: [call], types: ['approval.asked'] })
      core.approvals.answer(call, asked?.type === 'approval.asked' ? asked.digest : '', {
        decision: 'once',
        by: 'person',
      })
      expect(await called).toMatchObject({ content: [{ text: 'asked now' }] })
    },
    PATIENCE_MS,
  )
})
