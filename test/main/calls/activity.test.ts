import { describe, expect, it } from 'vitest'
import { toRows } from '#main/calls/activity'
import type { Fact, FactBody } from '#shared/facts'
import { makePlan } from '#test/helpers/make-plan'
import { makeJudgedPlan } from '#test/helpers/make-standing'

const plan = makePlan({
  ...{ ...makeJudgedPlan('C'), skillHash: 'h', argv: ['grep', 'x'], origin: [], binary: { name: 'grep', path: null } },
  ...{ cwd: '/', env: [], stdin: null, tempFiles: [], timeoutMs: 1, resolvers: [], coercions: [], notes: [] },
})
const requested: FactBody = { type: 'call.requested', call: 'c', tool: 'notes_read', args: {} }
const started: FactBody = { type: 'run.started', call: 'c', run: 'r', plan }
const finished = (exitCode: number, succeeded?: boolean): FactBody => ({
  ...{ type: 'run.finished', call: 'c', run: 'r', exitCode, signal: null, timedOut: false, canceled: false, ms: 1 },
  ...{
    truncated: false,
    survivors: [],
    stdoutBytes: 0,
    stderrBytes: 0,
    forModel: '',
    stdoutSha256: '',
    stderrSha256: '',
  },
  ...(succeeded !== undefined && { succeeded }),
})
const answered = (by: 'person' | 'rule' | 'policy', decision: 'once' | 'deny', more = {}): FactBody => ({
  ...{ type: 'approval.answered', call: 'c', digest: plan.digest, decision, by },
  ...more,
})

describe('a row of the record', () => {
  it.each([
    ['an exit code that the tool counts as success', finished(1, true), 'done'],
    ['one that it does not', finished(0, false), 'failed'],
    ['an older fact with exit code 0', finished(0), 'done'],
    ['an older fact with another', finished(2), 'failed'],
  ])('tells how a run ended, by %s', (_what, end, state) => {
    expect(rowOf(requested, started, end)).toMatchObject({ state })
  })

  it('says who decided, and by which rule', () => {
    expect(rowOf(requested, answered('rule', 'once', { rule: 'mine' }), started, finished(0, true))).toMatchObject({
      ...{ decidedBy: 'rule', rule: 'mine', state: 'done' },
    })
    expect(rowOf(requested, answered('rule', 'deny', { rule: 'no' }))).toMatchObject({
      ...{ decidedBy: 'rule', rule: 'no', state: 'denied' },
    })
    expect(rowOf(requested, answered('policy', 'once', { note: 'trusted skills run' }), started)).toMatchObject({
      ...{ decidedBy: 'gate', reason: 'trusted skills run', state: 'running' },
    })
    expect(rowOf(requested, answered('person', 'once'), started)).toMatchObject({ decidedBy: 'person' })
  })
})

function rowOf(...bodies: FactBody[]) {
  const facts = bodies.map((body, index): Fact => ({ ...body, seq: index + 1, at: '', chat: 'chat' }))
  return toRows(facts)[0]
}
