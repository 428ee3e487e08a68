import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostile, openServerShop, packaged } from '#test/helpers/mcp-skill'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, readRecord } from '#test/main/cli/run-cli'

describe('skillet mcp status and mcp call', () => {
  it('say what a server lacks, and call its tool like run', async () => {
    const cwd = makeTempDir()
    const shop = await openServerShop(
      { bad: hostile('asks', '{}'), all: packaged('server-everything', []) },
      { home: join(cwd, 'h') },
    )
    const cli = async (...args: string[]) => {
      const { code, stdout, stderr } = await callCli([...args, '--no-bundled', '--home', 'h', '--json'], { cwd })
      return { code, stderr, json: JSON.parse(stdout) }
    }
    const states = async () =>
      (await cli('mcp', 'status')).json.servers.map(({ name, state }: Record<string, string>) => [name, state])
    expect(await states()).toEqual([
      ['bad', 'quarantined'],
      ['all', 'quarantined'],
    ])
    await shop.trust()
    expect(await states()).toEqual([
      ['bad', 'not-listed'],
      ['all', 'not-listed'],
    ])
    await shop.accept()
    await shop.core.publish({ type: 'server.signed-out', chat: null, skill: 'sample', server: 'bad' })
    expect(await states()).toEqual([
      ['bad', 'signed-out'],
      ['all', 'ready'],
    ])
    await shop.core.close()
    const { servers } = (await cli('mcp', 'status')).json
    expect(servers[1]).toMatchObject({ skill: 'sample', name: 'all', tools: expect.arrayContaining(['echo']) })
    expect(readRecord(cwd).map(({ type }) => type)).not.toContain('run.started')

    const args = ['--args', '{"message": "hello"}']
    const unasked = await cli('mcp', 'call', 'all', 'echo', ...args)
    expect([unasked.code, unasked.json.error.code]).toEqual([4, 'NOT_ANSWERED'])
    const called = await cli('mcp', 'call', 'sample/all', 'echo', ...args, '--yes')
    expect(called).toMatchObject({ code: 0, json: { ok: true, plan: { kind: 'mcp' }, verdict: { kind: 'ask' } } })
    expect(JSON.stringify(called.json.run)).toContain('Echo: hello')
    expect(readRecord(cwd)).toContainEqual(expect.objectContaining({ type: 'run.finished' }))

    const signedOut = await cli('mcp', 'call', 'bad', 'act')
    expect([signedOut.code, signedOut.json.error.code]).toEqual([3, 'TOOL_BROKEN'])
    const gone = await cli('mcp', 'call', 'other', 'echo')
    expect([gone.code, gone.json.error.message]).toEqual([2, 'no skill has a server other. See: skillet mcp status'])
    const alike = await cli('mcp', 'call', 'all', 'all_echo', ...args, '--yes')
    expect(alike.json.error).toMatchObject({
      code: 'TOOL_UNKNOWN',
      message: expect.stringContaining('no tool all_echo'),
    })
    expect(await cli('mcp', 'call', 'all', 'nothing')).toMatchObject({
      code: 2,
      json: { error: { code: 'TOOL_UNKNOWN' } },
    })
  })
})
