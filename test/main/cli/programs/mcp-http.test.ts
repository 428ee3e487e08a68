import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTestCore } from '#test/helpers/open-test-core'
import { pair } from '#test/helpers/program'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, listenTo, readRecord, startCli } from '#test/main/cli/run-cli'

const OURS = ['mcp', '--http', '--no-bundled', '--skills', FIXTURES, '--home', 'h']

async function start() {
  const cwd = makeTempDir()
  const { core } = await openTestCore({ home: `${cwd}/h` })
  const { token } = await pair(core)
  await core.close()
  const child = startCli([...OURS, '--port', '0', '--json'], { cwd, env: { SKILLET_TOKEN: token } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const done = listenTo(child)
  const url = await new Promise<URL>((found) => {
    child.stdout?.once('data', (line: string) => found(new URL(JSON.parse(line).url)))
  })
  return { cwd, token, url, child, done }
}

describe('skillet mcp --http', () => {
  it('serves whoever has its token, on this computer alone, and ends with Ctrl-C', async () => {
    const { cwd, token, url, child, done } = await start()
    expect(url.hostname).toBe('127.0.0.1')
    const ask = async (headers: Record<string, string>) => (await fetch(url, { method: 'POST', headers })).status
    expect(await ask({})).toBe(401)
    expect(await ask({ authorization: 'Bearer' })).toBe(401)
    expect(await ask({ authorization: `Bearer ${token}`, origin: 'https://evil.example' })).toBe(403)

    const client = new Client({ name: 'any', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('say')
    const answer = await client.callTool({ name: 'say', arguments: { text: 'hello' } })
    expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('approval') }] })
    expect(readRecord(cwd).map(({ type }) => type)).not.toContain('run.started')

    const { core } = await openTestCore({ home: `${cwd}/h` })
    const [program] = core.programs.list()
    await core.publish({ type: 'program.revoked', chat: null, program: program?.program ?? '' })
    await core.close()
    await expect(client.listTools()).rejects.toThrow('not paired')
    await client.close()
    child.kill('SIGINT')
    const { code, stderr } = await done
    expect([code, stderr]).toEqual([130, ''])
    await expect(fetch(url)).rejects.toThrow()
  })

  it.each([
    ['without a token', [], {}, 'This program is not paired with Skillet.'],
    ['with a guessed token', [], { SKILLET_TOKEN: 'guessed' }, 'This program is not paired with Skillet.'],
    ['at a port that is none', ['--port', '70000'], {}, '--port 70000: give one from 0 to 65535.'],
  ])('does not listen %s', async (_how, more, env, why) => {
    const { code, stderr } = await callCli([...OURS, ...more], { cwd: makeTempDir(), env })
    expect(code).toBe(2)
    expect(stderr).toContain(why)
  })
})
