import { describe, expect, it } from 'vitest'
import { judge } from '#main/gate/judge'
import type { JudgedArgs, JudgedValue } from '#main/gate/rule-match'
import type { Caller } from '#shared/call/action'
import type { Rule } from '#shared/call/rule'
import { textOf } from '#shared/messages/message'
import type { TriggerTerms } from '#shared/triggers'
import { makeJudgedPlan, makeRule, makeStanding } from '#test/helpers/make-standing'

const trigger: Caller = { kind: 'trigger', name: 'system.startup.v1' }
const grants = { read: [], write: [], hosts: ['https://api.test'], secrets: ['KEY'], tools: [] }
const terms: TriggerTerms = {
  ...{ bootstrap: null, subscriptions: [], times: [], mostAnHour: 120, settings: 0, inputs: [{ often: true }, {}] },
  ...{ grants, sandbox: 'enforced', risk: 'C' },
}
const agreed = (changes: Partial<Rule> = {}) =>
  makeRule({ effect: 'background', scope: { kind: 'always' }, terms, ...changes })
const plan = makeJudgedPlan('C', { grants })
const often: JudgedArgs = new Map([['often', [{ value: true }]]])

type Judging = Parameters<typeof makeStanding>[0]
const decide = (standing: Judging = {}, asked = plan, args = often) =>
  judge(asked, args, makeStanding({ caller: trigger, rules: [agreed()], ...standing })).kind

describe('a call by a trigger', () => {
  it('runs by the rule made for it, with one of its inputs', () => {
    expect(decide()).toBe('run')
    expect(decide({}, plan, new Map())).toBe('run')
    const { reason, rule } = judge(plan, often, makeStanding({ caller: trigger, rules: [agreed()] }))
    expect([textOf(reason), rule]).toEqual(['you let it run by itself: system.startup.v1', 'rule-1'])
  })

  it.each(['ask', 'changes', 'trusted'] as const)('is never served by the policy %s', (policy) => {
    expect(decide({ policy, rules: [] })).toBe('ask')
    expect(decide({ policy, rules: [] }, makeJudgedPlan('B', { grants }))).toBe('ask')
  })

  it('is never covered by a rule for other calls', () => {
    expect(decide({ rules: [makeRule({ scope: { kind: 'always' } })] })).toBe('ask')
  })

  it.each<[string, Parameters<typeof decide>]>([
    ['the tool', [{ rules: [agreed({ toolSpec: 'spec before' })] }]],
    ['an input', [{}, plan, new Map([['often', [{ value: false }]]])]],
    ['one input more', [{}, plan, new Map<string, readonly JudgedValue[]>([...often, ['more', [{ value: 1 }]]])]],
    ['a host', [{}, makeJudgedPlan('C', { grants: { ...grants, hosts: [...grants.hosts, 'https://other.test'] } })]],
    ['any host', [{}, makeJudgedPlan('C', { grants: { ...grants, hosts: 'any' } })]],
    ['a secret', [{}, makeJudgedPlan('C', { grants: { ...grants, secrets: ['KEY', 'OTHER'] } })]],
    ['another tool', [{}, makeJudgedPlan('C', { grants: { ...grants, tools: ['*'] } })]],
    ['the sandbox', [{}, makeJudgedPlan('C', { grants, sandbox: 'none' })]],
    ['the risk', [{}, makeJudgedPlan('D', { grants })]],
    ['the program', [{ rules: [agreed({ program: { path: '/usr/bin/deno', realpath: '/usr/bin/deno' } })] }]],
    ['what stands behind it', [{ hasChanged: true }]],
    ['the trust in its skill', [{ isSkillTrusted: false }]],
    ['the record', [{ isRecordSound: false }]],
  ])('is asked about once %s is another', (_, judged) => {
    expect(decide(...judged)).toBe('ask')
  })

  it('is refused by a deny rule, and asked about under an ask rule', () => {
    const also = (effect: 'ask' | 'deny') => [agreed(), makeRule({ id: 'rule-2', effect, scope: { kind: 'always' } })]
    expect(decide({ rules: also('deny') })).toBe('refuse')
    expect(decide({ rules: also('ask') })).toBe('ask')
  })
})

it.each<Caller>([
  { kind: 'model', from: 'protocol' },
  { kind: 'person' },
  { kind: 'tool', call: 'c' },
  { kind: 'program', name: 'p' },
])('what was let run by itself allows nothing to $kind', (caller) => {
  expect(decide({ caller })).toBe('ask')
})
