import { describe, expect, it } from 'vitest'
import { comparePlans } from '#main/gate/compare-plans'
import type { Plan } from '#shared/call/plan'
import { makePlan } from '#test/helpers/make-plan'

describe('two plans', () => {
  const plan = (path: string, content: string): Plan =>
    makePlan({
      ...{ tool: 't', skill: 's', skillHash: 'h', argv: ['cat', path], origin: ['skill', 'model'] },
      ...{ binary: { name: 'cat', path: '/bin/cat' }, cwd: '/', env: [], stdin: null, timeoutMs: 1, resolvers: [] },
      ...{ tempFiles: [{ path, content }], coercions: [], notes: [], risk: { class: 'C', reasons: [] }, digest: path },
    })

  it('are the same when only the name of a temporary file differs', () => {
    expect(comparePlans(plan('/tmp/a/value', 'x'), plan('/tmp/b/value', 'x'))).toEqual([])
  })

  it('differ by what the file holds', () => {
    expect(comparePlans(plan('/tmp/a/value', 'x'), plan('/tmp/b/value', 'y'))).toEqual([
      {
        field: 'tempFiles',
        was: [{ path: '<file 1>', content: 'x' }],
        is: [{ path: '<file 1>', content: 'y' }],
      },
    ])
  })
})
