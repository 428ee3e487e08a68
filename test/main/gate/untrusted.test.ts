import { describe, expect, it } from 'vitest'
import { judge } from '#main/gate/judge'
import type { Effect } from '#shared/call/action'
import type { Plan } from '#shared/call/plan'
import { textOf } from '#shared/messages/message'
import { ARGS, makeJudgedPlan, makeRule, makeStanding } from '#test/helpers/make-standing'

const grants: Plan['grants'] = { read: ['/projects'], write: ['/projects'], hosts: [], secrets: [], tools: [] }
const at = (does: 'read' | 'write', realPath: string): Effect => {
  return { does, path: realPath, realPath, tree: true, slot: { in: 'argv', index: 1 } }
}
const plan = (...effects: Effect[]) => ({ ...makeJudgedPlan('C'), effects, grants })
const seen = { hasOutput: true, policy: 'trusted' } as const

const BEYOND: [string, Effect][] = [
  ['reaches out', { does: 'send', origin: 'https://a.example' }],
  ['hands out a secret', { does: 'use-secret', name: 'TOKEN', to: 'https://a.example' }],
  ['starts a server', { does: 'start', server: 'notes' }],
  ['writes outside the open folders', at('write', '/elsewhere/a')],
  ['reads elsewhere', at('read', '/elsewhere/a')],
]

describe('while the model is sent a tool’s output', () => {
  it.each(BEYOND)('no policy runs what %s', (_what, effect) => {
    expect(judge(plan(effect), ARGS, makeStanding({ policy: 'trusted' })).kind).toBe('run')
    const verdict = judge(plan(effect), ARGS, makeStanding(seen))
    expect(verdict.kind).toBe('ask')
    expect(textOf(verdict.reason)).toContain('the model has read output of tools')
  })

  it.each(BEYOND)('only a rule that names the place or the values runs what %s', (_what, effect) => {
    const decide = (changes: Parameters<typeof makeRule>[0]) =>
      judge(plan(effect), ARGS, makeStanding({ ...seen, rules: [makeRule({ reaches: true, ...changes })] })).kind
    expect(decide({})).toBe('ask')
    expect(decide({ args: { path: { any: true } } })).toBe('ask')
    expect(decide({ args: { path: { under: '/projects/notes' } } })).toBe('run')
    expect(decide({ args: { path: { equals: 'a.md' } } })).toBe('run')
  })

  it('changes of files in the open folders are decided as before', () => {
    const writes = plan({ does: 'change', what: 'touch' }, at('write', '/projects/a'))
    expect(judge(writes, ARGS, makeStanding(seen)).kind).toBe('run')
    expect(judge({ ...writes, sandbox: 'none', action: ACTION }, ARGS, makeStanding(seen)).kind).toBe('ask')
  })

  it('a person who calls a tool is asked no more than before', () => {
    const standing = makeStanding({ ...seen, caller: { kind: 'person' } })
    expect(judge(plan({ does: 'send', origin: 'https://a.example' }), ARGS, standing).kind).toBe('run')
  })
})

const ACTION: Plan['action'] = {
  ...{ kind: 'process', argv: ['touch'], origin: ['skill'], binary: { name: 'touch', path: '/usr/bin/touch' } },
  ...{ cwd: '/projects', env: [], stdin: null, tempFiles: [] },
}

describe('an unknown program', () => {
  it('runs by no policy, only by a rule', () => {
    const unknown = plan({ does: 'unknown', what: 'own' })
    expect(judge(unknown, ARGS, makeStanding({ policy: 'trusted' })).kind).toBe('ask')
    expect(judge(unknown, ARGS, makeStanding({ rules: [makeRule()] })).kind).toBe('run')
  })
})

describe('a program other than the one that ran before', () => {
  it('runs by no policy', () => {
    const verdict = judge(plan(), ARGS, makeStanding({ policy: 'trusted', hasOtherProgram: true }))
    expect(verdict.kind).toBe('ask')
    expect(textOf(verdict.reason)).toBe('the program is not the one that ran before')
  })
})
