import { describe, expect, it } from 'vitest'
import { areScriptsAllowed, foldTrust, listPermits, permitOf } from '#main/trust/trust-state'
import type { Fact, FactBody } from '#shared/facts'
import type { McpServer } from '#shared/skill/mcp-server'

const facts = (...bodies: FactBody[]): Fact[] =>
  bodies.map((body, index) => ({ ...body, seq: index + 1, at: '2026-03-05T12:00:00.000Z', chat: null }))

const trusted = (hash: string, skill = 'a'): FactBody => ({ type: 'skill.trusted', skill, hash })
const scripts = (allowed: boolean, scriptsHash: string): FactBody => {
  return { type: 'scripts.switched', skill: 'a', allowed, scriptsHash }
}

describe('decisions about skills', () => {
  it('follow the last decision', () => {
    const book = foldTrust(
      facts(
        trusted('1'),
        trusted('2'),
        { type: 'skill.switched', skill: 'a', enabled: false },
        { type: 'skill.switched', skill: 'b', enabled: false },
        { type: 'skill.switched', skill: 'b', enabled: true },
      ),
    )
    expect([book.get('a')?.trusted, [...book].flatMap(([name, { isDisabled }]) => (isDisabled ? name : []))]).toEqual([
      '2',
      ['a'],
    ])
  })

  it('continue from earlier ones, and leave those unchanged', () => {
    const before = foldTrust(facts(trusted('1')))
    const after = foldTrust(facts(trusted('2')), before)
    expect([before.get('a')?.trusted, after.get('a')?.trusted]).toEqual(['1', '2'])
  })

  it('are forgotten with the skill, and only with that one', () => {
    const book = foldTrust(
      facts(trusted('1'), trusted('2', 'b'), scripts(true, 's'), { type: 'skill.removed', skill: 'a' }),
    )
    expect([book.get('a'), book.get('b')?.trusted, areScriptsAllowed({ name: 'a', scriptsHash: 's' }, book)]).toEqual([
      undefined,
      '2',
      false,
    ])
  })

  it('leave no server what it was permitted once the record had to be salvaged, as it may lack that it was taken away', () => {
    const server = { skill: 'a', name: 'notes', kind: 'program', command: 'x', args: [] } as unknown as McpServer
    const permitted = { type: 'server.permitted', skill: 'a', server: 'notes', allowed: true } as const
    const given = facts({ ...permitted, permit: permitOf(server, 'roots') } as FactBody)
    expect(listPermits(server, foldTrust(given))).toEqual(['roots'])
    const salvaged = facts({ type: 'ledger.salvaged', movedTo: '/x', kept: 1, reason: 'a page was torn' })
    expect(listPermits(server, foldTrust(salvaged, foldTrust(given)))).toEqual([])
  })

  it('allow exactly the scripts that were shown, until they are turned off', () => {
    const on = foldTrust(facts(scripts(true, 's')))
    expect(areScriptsAllowed({ name: 'a', scriptsHash: 's' }, on)).toBe(true)
    expect(areScriptsAllowed({ name: 'a', scriptsHash: 't' }, on)).toBe(false)
    expect(areScriptsAllowed({ name: 'a' }, on)).toBe(false)
    expect(areScriptsAllowed({ name: 'b', scriptsHash: 's' }, on)).toBe(false)
    const off = foldTrust(facts(scripts(false, '')), on)
    expect(areScriptsAllowed({ name: 'a', scriptsHash: 's' }, off)).toBe(false)
  })
})
