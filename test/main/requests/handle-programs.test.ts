import { describe, expect, it, onTestFinished } from 'vitest'
import { hashToken } from '#main/programs/pairings'
import { handlePrograms } from '#main/requests/handle-programs'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'

async function open(answer = true) {
  const { core, facts } = await openTestCore({ home: makeTempDir() })
  onTestFinished(() => core.close())
  const copied: string[] = []
  const asked: string[] = []
  const handlers = handlePrograms(core, {
    confirm: async ({ message }) => {
      asked.push(message)
      return answer
    },
    writeClipboard: (text) => void copied.push(text),
  })
  return { core, facts, handlers, copied, asked }
}

const tokenIn = (lines = '') => /"?SKILLET_TOKEN"?: ?"([^"]+)"/.exec(lines)?.[1] ?? ''

describe('pairing a program', () => {
  it('makes a token that goes only to the clipboard, and stores its hash', async () => {
    const { core, facts, handlers, copied } = await open()
    const reply = await handlers['program.pair']({ kind: 'cursor' })
    expect(reply).toEqual({ ok: true, value: { copied: true } })
    const token = tokenIn(copied[0])
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(facts).toMatchObject([{ type: 'program.paired', name: 'Cursor', tokenSha256: hashToken(token) }])
    expect(JSON.stringify(facts)).not.toContain(token)
    expect(core.programs.find(token)).toMatchObject({ name: 'Cursor', kind: 'cursor' })
    expect(core.programs.find(`${token}x`)).toBe(null)
    expect(core.programs.find('')).toBe(null)
  })

  it('does nothing if the person says no in the system dialog', async () => {
    const { facts, handlers, copied, asked } = await open(false)
    expect(await handlers['program.pair']({ kind: 'zed' })).toEqual({ ok: true, value: { copied: false } })
    expect({ facts, copied, asked: asked.length }).toEqual({ facts: [], copied: [], asked: 1 })
  })

  it('replaces a token with a new one, and the old one stops working', async () => {
    const { core, handlers, copied } = await open()
    await handlers['program.pair']({ kind: 'other', name: 'My agent' })
    const [paired] = core.programs.list()
    await handlers['program.pair']({ kind: 'other', program: paired?.program ?? '' })
    const [old, now] = copied.map(tokenIn)
    expect(core.programs.find(old ?? '')).toBe(null)
    expect(core.programs.find(now ?? '')).toMatchObject({ program: paired?.program, name: 'My agent' })
    await handlers['program.revoke']({ program: paired?.program ?? '' })
    expect(core.programs.find(now ?? '')).toBe(null)
    expect(await handlers['program.revoke']({ program: paired?.program ?? '' })).toMatchObject({ ok: false })
  })

  it.each([
    ['claude-desktop', /"mcpServers"/],
    ['vscode', /"servers"[\s\S]*"type": "stdio"/],
    ['cursor', /"mcpServers"/],
    ['zed', /"context_servers"/],
    ['goose', /^extensions:\n {2}skillet:\n {4}name: "skillet"\n/],
  ] as const)('writes the lines that %s takes, with the home of this app', async (kind, shape) => {
    const { core, handlers, copied } = await open()
    await handlers['program.pair']({ kind })
    expect(copied[0]).toMatch(shape)
    expect(copied[0]).toContain(core.home)
    expect(core.programs.find(tokenIn(copied[0]))).not.toBe(null)
    if (kind !== 'goose') JSON.parse(copied[0] ?? '')
  })

  it('gives an address only while the port is open', async () => {
    const { core, handlers, copied } = await open()
    expect(await handlers['program.pair']({ kind: 'http' })).toMatchObject({ ok: false })
    core.programs.setPort({ state: 'open', url: 'http://127.0.0.1:1/mcp' })
    await handlers['program.pair']({ kind: 'http' })
    expect(copied[0]).toMatch(/"url": "http:\/\/127\.0\.0\.1:1\/mcp"[\s\S]*"Authorization": "Bearer [\w-]{43}"/)
  })

  it('forgets every pairing if facts were lost, because a revoked one may be among them', async () => {
    const { core, handlers, copied } = await open()
    await handlers['program.pair']({ kind: 'zed' })
    core.programs.take({ type: 'ledger.salvaged', movedTo: '', kept: 1, reason: '', seq: 9, at: '', chat: null })
    expect(core.programs.find(tokenIn(copied[0]))).toBe(null)
  })
})
