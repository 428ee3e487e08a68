import { win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judge, NOTHING_DECIDED } from '#main/gate/judge'
import { proposeRules } from '#main/gate/propose-rules'
import { indexRules } from '#main/gate/rule-index'
import { describeRule } from '#shared/call/rule'
import type { Json } from '#shared/json'
import { ASKED_PLAINLY, makeRule, NOW } from '#test/helpers/make-standing'
import { makeRequest, makeSurroundings, makeTool } from '#test/helpers/make-tool'
import { type PlannedProcess, planCall } from '#test/helpers/plan-call'

const moment = { chat: 'chat-1', session: 'session-1', now: NOW }
type Planned = PlannedProcess

const tool = makeTool({
  args: [{ param: 'x' }, { param: 'path', readPath: true }, { param: 'url', kind: 'flag', optional: true }] as never,
  properties: { x: { type: 'string' }, path: { type: 'string' }, url: { type: 'string', format: 'https-url' } },
})

async function propose(args: Record<string, Json>) {
  const realAncestor = async (path: string) => path
  const planned = (await planCall(makeRequest(tool, args), makeSurroundings({ realAncestor }))) as Planned
  if (!planned.ok) throw new Error(JSON.stringify(planned))
  return { planned, proposals: proposeRules(planned.plan, planned.judged, planned.verdict, moment) }
}

describe('what is offered to remember', () => {
  it('applies to the plan it was offered for, and to no tool that changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[a-z][a-z ]{0,8}$/),
        fc.stringMatching(/^[a-z]{1,5}(\/[a-z]{1,5}){0,2}$/),
        async (x, path) => {
          const { planned, proposals } = await propose({ x, path })
          for (const { rule } of proposals.filter(({ rule }) => rule.effect === 'allow')) {
            const standing = {
              ...NOTHING_DECIDED,
              ...ASKED_PLAINLY,
              ...moment,
              rules: indexRules([{ id: 'made', ...rule }]),
            }
            expect(judge(planned.plan, planned.judged, standing).rule).toBe('made')
            expect(judge({ ...planned.plan, toolSpec: 'changed' }, planned.judged, standing).kind).toBe('ask')
            const later = { ...standing, chat: 'chat-2', session: 'session-2', now: '2026-04-04T12:00:00.001Z' }
            expect(judge(planned.plan, planned.judged, later).kind).toBe('ask')
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  it('is a folder if a path is declared, with everything else free', async () => {
    const { proposals } = await propose({ x: 'a', path: 'notes/today.md' })
    expect(proposals.map(({ choice }) => choice)).toEqual(['chat', 'values', 'place-1', 'tool', 'never'])
    const place = proposals.find(({ choice }) => choice === 'place-1')
    expect(place?.rule.args).toEqual({ x: { any: true }, path: { under: '/projects/notes' } })
  })

  it('is a folder on Windows too, and covers what is in it however that is spelled', async () => {
    const around = makeSurroundings({
      ...{ platform: 'win32', cwd: 'C:\\Work', roots: ['C:\\Work'] },
      realAncestor: async (path) => win32.normalize(path),
    })
    const judgedFor = async (path: string) => {
      const planned = (await planCall(makeRequest(tool, { x: 'a', path }), around)) as Planned
      if (!planned.ok) throw new Error(JSON.stringify(planned))
      return planned
    }
    const { plan, judged, verdict } = await judgedFor('notes\\today.md')
    const made = proposeRules(plan, judged, verdict, moment).find(({ choice }) => choice === 'place-1')
    expect(made?.rule.args).toEqual({ x: { any: true }, path: { under: 'C:\\Work\\notes' } })
    const rules = indexRules(made ? [{ id: 'made', ...made.rule }] : [])
    const ruleFor = async (path: string) => {
      const { plan, judged } = await judgedFor(path)
      return judge(plan, judged, { ...NOTHING_DECIDED, ...ASKED_PLAINLY, ...moment, rules }).rule
    }
    expect(await ruleFor('C:\\work\\Notes\\old\\a.md')).toBe('made')
    expect(await ruleFor('notes/b.md')).toBe('made')
    expect(await ruleFor('notes2\\b.md')).toBeUndefined()
    expect(await ruleFor('notes\\..\\b.md')).toBeUndefined()
  })

  it('is a host, and never the whole tool, if it reaches the network', async () => {
    const { proposals } = await propose({ x: 'a', path: 'b/c', url: 'https://example.test/page' })
    expect(proposals.map(({ choice }) => choice)).toEqual(['values', 'place-1', 'never'])
    expect(proposals[1]?.rule.args).toEqual({
      x: { any: true },
      path: { any: true },
      url: { host: 'https://example.test' },
    })
  })

  it('is exactly the command, for the session only, if it is class D', async () => {
    const { planned, proposals } = await propose({ x: '/etc/hostname', path: 'b' })
    expect(planned.plan.risk.class).toBe('D')
    expect(proposals).toMatchObject([
      { choice: 'exact', rule: { digest: planned.plan.digest, scope: { kind: 'session' } } },
      { choice: 'never', rule: { effect: 'deny' } },
    ])
  })

  it('lasts 30 days, starting now', async () => {
    const { proposals } = await propose({ x: 'a', path: 'b/c' })
    const scope = proposals.find(({ choice }) => choice === 'tool')?.rule.scope
    expect(scope).toEqual({ kind: 'until', from: NOW, at: '2026-04-04T12:00:00.000Z' })
  })
})

describe('a rule in words', () => {
  it('shows invisible characters, and says how long a long value is', () => {
    const hidden = makeRule({ args: { text: { equals: 'a\u202eb' } }, scope: { kind: 'always' } })
    expect(describeRule(hidden)).toBe('Always allow notes_read with only text = "a\\u{202E}b"')
    const long = makeRule({ args: { text: { equals: 'x'.repeat(500) } }, scope: { kind: 'always' } })
    expect(describeRule(long)).toContain('(502 characters)')
  })

  it.each([
    [makeRule({ args: {} }), 'Always allow notes_read without arguments until 2026-03-31'],
    [
      makeRule({ args: { p: { under: '/projects' }, q: { any: true } } }),
      'Always allow notes_read with only p in /projects, q any value until 2026-03-31',
    ],
    [
      makeRule({ args: { 'path in /safe, x': { any: true }, größe: { any: true }, p: { under: '/w, q any value' } } }),
      'Always allow notes_read with only "path in /safe, x" any value, größe any value, p in "/w, q any value" until 2026-03-31',
    ],
    [
      makeRule({ digest: 'd', scope: { kind: 'session', session: 's' } }),
      'Always allow notes_read for exactly this command until Skillet closes',
    ],
    [makeRule({ effect: 'ask', scope: { kind: 'always' } }), 'Always ask before notes_read'],
    [makeRule({ effect: 'deny', scope: { kind: 'always' } }), 'Always deny notes_read'],
  ])('%# reads as it holds', (rule, words) => {
    expect(describeRule(rule)).toBe(words)
  })
})
