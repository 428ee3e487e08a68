import { describe, expect, it } from 'vitest'
import type { Caller } from '#shared/call/action'
import { toDocument } from '#shared/call/to-document'
import { message } from '#shared/messages/message'
import { makePlan } from '#test/main/ledger/sample-facts'

const requested = { type: 'call.requested', call: 'c', tool: 't', args: {} }

describe('JSON that leaves Skillet', () => {
  it('has the command line at the top of each plan, next to its kind, effects and grants', () => {
    const plan = makePlan(['df', '-h'])
    const { action, ...rest } = plan
    const flat = JSON.parse(JSON.stringify({ ...rest, ...action }))
    const printed = JSON.parse(JSON.stringify(toDocument({ ok: true, plan, facts: [{ type: 'run.started', plan }] })))
    expect(printed).toEqual({ ok: true, plan: flat, facts: [{ type: 'run.started', plan: flat }] })
    expect(flat).toMatchObject({ kind: 'process', argv: ['df', '-h'], effects: plan.effects, grants: plan.grants })
    expect(toDocument({ plan: flat })).toMatchObject({ plan: { kind: 'process', argv: ['df', '-h'], effects: [] } })
  })

  it.each<[Caller, object]>([
    [{ kind: 'person' }, { by: 'person' }],
    [{ kind: 'model', from: 'text' }, { recoveredFrom: 'content' }],
    [{ kind: 'model', from: 'choice' }, { recoveredFrom: 'structured' }],
    [{ kind: 'program', name: 'editor' }, {}],
  ])('names who asked for a call, %j, as programs know it', (caller, known) => {
    expect(toDocument({ ...requested, caller })).toEqual({ ...requested, caller, ...known })
    expect(toDocument({ facts: [{ ...requested, caller }] })).toEqual({ facts: [{ ...requested, caller, ...known }] })
  })

  it('leaves a call of an older record unchanged', () => {
    expect(toDocument(requested)).toEqual(requested)
    const recovered = { ...requested, recoveredFrom: 'xml' }
    expect(toDocument(recovered)).toEqual(recovered)
  })

  it.each([
    [{ how: 'out-of-memory', exitCode: null }, 'out-of-memory'],
    [{ exitCode: 0 }, 'done'],
    [{ exitCode: 1 }, 'failed'],
    [{ exitCode: 1, succeeded: true }, 'done'],
    [{ exitCode: null, timedOut: true }, 'timed-out'],
    [{ exitCode: null, canceled: true }, 'canceled'],
    [{ exitCode: null, failure: { code: 'SPAWN_FAILED', message: 'x' } }, 'not-started'],
  ])('says how a run ended, also of an older record: %j', (run, ended) => {
    expect(toDocument({ type: 'run.finished', ...run })).toMatchObject({ ended })
    expect(toDocument({ ok: true, run })).toMatchObject({ run: { ended } })
  })

  it('keeps a tool’s answer as the tool wrote it, and our messages in English', () => {
    const run = { how: 'done', result: { code: 'not-a-folder' } }
    const error = { code: 'REFUSED', message: message('not-a-folder') }
    expect(JSON.parse(JSON.stringify(toDocument({ run, error })))).toEqual({
      run: { ...run, ended: 'done' },
      error: { code: 'REFUSED', message: expect.stringContaining('not a folder') },
    })
  })
})
