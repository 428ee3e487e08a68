import { describe, expect, it } from 'vitest'
import { doesHold, type RuledPlan } from '#main/gate/rule-match'
import type { McpAction } from '#shared/call/action'
import { makeRule, NOW } from '#test/helpers/make-standing'

const identity = { realpath: '/opt/server', size: '10', mtimeNs: '1', ino: '1', dev: '1', sha256: 'a'.repeat(64) }
const moment = { chat: 'chat-1', session: 'session-1', now: NOW }

function planServed(program: typeof identity): RuledPlan {
  const binary = { name: 'server', path: '/usr/bin/server', identity: program }
  const { skill, tool, toolSpec } = makeRule()
  return { skill, tool, toolSpec, digest: 'd', action: { kind: 'mcp', binary } as McpAction, effects: [] }
}

describe('a rule for a tool of a server', () => {
  it('covers the program that it was made for, and no other under its name', () => {
    const { realpath, sha256 } = identity
    const rule = makeRule({ program: { path: '/usr/bin/server', realpath, sha256 }, args: {}, reaches: false })
    expect(doesHold(rule, planServed(identity), new Map(), moment)).toBe(true)
    expect(doesHold(rule, planServed({ ...identity, sha256: 'b'.repeat(64) }), new Map(), moment)).toBe(false)
  })
})
