import { describe, expect, it } from 'vitest'
import { comparePlans } from '#main/gate/compare-plans'
import type { Plan, ResolverStep } from '#shared/call/plan'
import { message } from '#shared/messages/message'
import { makePlan } from '#test/helpers/make-plan'

describe('two plans', () => {
  const plan = (path: string, content: string): Plan =>
    makePlan({
      ...{ tool: 't', skill: 's', skillHash: 'h', argv: ['cat', path], origin: ['skill', 'model'] },
      ...{ binary: { name: 'cat', path: '/bin/cat' }, cwd: '/', env: [], stdin: null, timeoutMs: 1, resolvers: [] },
      ...{ tempFiles: [{ path, content }], coercions: [], notes: [], risk: { class: 'C', reasons: [] }, digest: path },
    })

  it('are the same if only the name of a temporary file differs', () => {
    expect(comparePlans(plan('/tmp/a/value', 'x'), plan('/tmp/b/value', 'x'))).toEqual([])
  })

  it('differ by the contents of the file', () => {
    expect(comparePlans(plan('/tmp/a/value', 'x'), plan('/tmp/b/value', 'y'))).toEqual([
      {
        field: 'tempFiles',
        was: [{ path: '<file 1>', content: 'x' }],
        is: [{ path: '<file 1>', content: 'y' }],
      },
    ])
  })

  it('from an old record and from today differ only by class, whose reasons were sentences', () => {
    const old = { ...plan('/a', 'x'), risk: { class: 'C' as const, reasons: ['cat is not known to read only'] } }
    const reason = message('risk-may-change', { name: 'cat' })
    const same = { ...old, risk: { class: 'C' as const, reasons: [reason] } }
    expect(comparePlans(old, same)).toEqual([])
    const worse = { ...old, risk: { class: 'D' as const, reasons: [reason] } }
    expect(comparePlans(old, worse)).toEqual([{ field: 'risk', was: 'C', is: 'D' }])
    expect(comparePlans(same, worse)).toMatchObject([{ field: 'risk', was: { class: 'C' }, is: { class: 'D' } }])
  })

  it('from an old record and from today do not differ by the way a resolver reports its failure', () => {
    const step: ResolverStep = { param: 'x', kind: 'command', argv: ['look'], outcome: 'failed', value: 'v' }
    const old = { ...plan('/a', 'x'), resolvers: [{ ...step, note: 'exit code 1' }] }
    const now = { ...old, resolvers: [{ ...step, note: message('ended-with-exit-code', { code: 1 }) }] }
    expect(comparePlans(old, now)).toEqual([])
    const other = { ...now, resolvers: [{ ...step, note: message('ended-with-exit-code', { code: 2 }) }] }
    expect(comparePlans(old, { ...other, resolvers: [] })).toMatchObject([{ field: 'resolvers' }])
    expect(comparePlans(now, other)).toMatchObject([{ field: 'resolvers' }])
  })
})
