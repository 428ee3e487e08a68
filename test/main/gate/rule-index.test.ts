import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRule, indexRules } from '#main/gate/rule-index'
import { doesHold, hostOf, type JudgedArgs, type JudgedValue } from '#main/gate/rule-match'
import type { ArgCondition, Rule } from '#shared/call/rule'
import { ARGS, makeJudgedPlan, makeRule, NOW } from '#test/helpers/make-standing'

const plan = makeJudgedPlan('C')
const moment = { chat: 'chat-1', session: 'session-1', now: NOW }
const holds = (changes: Partial<Rule>, args: JudgedArgs = ARGS) => doesHold(makeRule(changes), plan, args, moment)
const argsOf = (values: Record<string, JudgedValue[]>): JudgedArgs => new Map(Object.entries(values))
const path = (realPath: string): JudgedArgs => argsOf({ path: [{ value: 'x', realPath }] })

describe('a rule with conditions on arguments', () => {
  it('does not cover a call with an argument it does not name', () => {
    const more = argsOf({ path: [{ value: 'a.md' }], force: [{ value: true }] })
    expect(holds({ args: { path: { equals: 'a.md' } } })).toBe(true)
    expect(holds({ args: { path: { equals: 'a.md' } } }, more)).toBe(false)
    expect(holds({ args: { path: { equals: 'a.md' }, force: { any: true } } }, more)).toBe(true)
  })

  it('applies if a path really leads into the folder, and not if it leads next to it', () => {
    const inFolder = { args: { path: { under: '/projects/notes' } } }
    expect(holds(inFolder, path('/projects/notes/deep/a.md'))).toBe(true)
    expect(holds(inFolder, path('/projects/notes'))).toBe(true)
    expect(holds(inFolder, path('/projects/notes-private/a.md'))).toBe(false)
    expect(holds(inFolder, path('/projects'))).toBe(false)
    expect(holds(inFolder, argsOf({ path: [{ value: '/projects/notes/../a.md' }] }))).toBe(false)
  })

  it('must be met by every value; a rule that forbids, by any of them', () => {
    const both = argsOf({ path: [{ value: 'a.md' }, { value: 'b.md' }] })
    const args = { path: { equals: 'a.md' } }
    expect(holds({ args }, both)).toBe(false)
    expect(holds({ args: { path: { oneOf: ['a.md', 'b.md'] } } }, both)).toBe(true)
    expect(holds({ args, effect: 'deny', scope: { kind: 'always' } }, both)).toBe(true)
  })

  it.each([
    ['https://example.test/a?b', 'https://example.test'],
    ['http://example.test:8080/', 'http://example.test:8080'],
    ['HTTPS://EXAMPLE.test', 'https://example.test'],
    ['https://user@example.test/', null],
    ['https://example.test.evil.test/', 'https://example.test.evil.test'],
    ['file:///etc/passwd', null],
    ['https:/example.test', null],
    ['http:///example.test', null],
    ['https://example%2etest/', null],
    ['http://0x7f.1/', null],
    ['example.test', null],
    [7, null],
  ])('reads the host of %s as %s', (value, host) => {
    expect(hostOf(value)).toBe(host)
  })

  it('distinguishes 1 from "1", and accepts keys in any order', () => {
    expect(holds({ args: { n: { equals: 1 } } }, argsOf({ n: [{ value: '1' }] }))).toBe(false)
    const nested = argsOf({ n: [{ value: [{ b: 1, a: 2 }] }] })
    expect(holds({ args: { n: { equals: [{ a: 2, b: 1 }] } } }, nested)).toBe(true)
  })
})

describe('the book of rules', () => {
  const value = fc.constantFrom('a', 'b', 1, true)
  const condition: fc.Arbitrary<ArgCondition> = fc.oneof(
    value.map((equals) => ({ equals })),
    fc.array(value, { maxLength: 3 }).map((oneOf) => ({ oneOf })),
    fc.constantFrom('/', '/projects', '/projects/', '/projects/a', '/b').map((under) => ({ under })),
    fc.constantFrom('https://a.test', 'https://b.test').map((host) => ({ host })),
    fc.constant({ any: true } as const),
  )
  const params = fc.constantFrom('p', 'q', '__proto__')
  const rule = fc.record({
    effect: fc.constantFrom('allow', 'deny', 'ask'),
    args: fc.option(fc.uniqueArray(fc.tuple(params, condition), { selector: ([param]) => param, maxLength: 3 })),
    tool: fc.constantFrom('notes_read', 'notes_write'),
    digest: fc.option(fc.constantFrom('d'.repeat(64), 'e'.repeat(64))),
  })
  const judged: fc.Arbitrary<JudgedValue> = fc.oneof(
    value.map((value) => ({ value })),
    fc.constantFrom('/projects/a/f', '/projects', '/b/x', '/').map((realPath) => ({ value: 'a', realPath })),
    fc.constantFrom('https://a.test/x', 'https://b.test').map((value) => ({ value })),
  )
  const args = fc
    .uniqueArray(fc.tuple(params, fc.array(judged, { minLength: 1, maxLength: 2 })), { selector: ([param]) => param })
    .map((entries): JudgedArgs => new Map(entries))

  it('finds exactly the rule that a search through all of them finds', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 12 }), args, (drafts, args) => {
        const rules = drafts.map(({ args, digest, ...rest }, index) => {
          const conditions = args === null ? {} : { args: Object.fromEntries(args) }
          return makeRule({
            id: `${index}`,
            ...rest,
            ...conditions,
            ...(digest !== null && { digest }),
          } as Partial<Rule>)
        })
        for (const effect of ['allow', 'deny', 'ask'] as const) {
          const one = rules.find(
            (each) => each.effect === effect && each.tool === plan.tool && doesHold(each, plan, args, moment),
          )
          expect(findRule(indexRules(rules), effect, plan, args, moment)?.id).toBe(one?.id)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
