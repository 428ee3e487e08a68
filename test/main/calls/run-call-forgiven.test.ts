import { afterEach, expect, it } from 'vitest'
import type { Caller } from '#shared/call/action'
import { openFunctions } from '#test/helpers/function-skill'

const COUNT = `export const frontmatter = { metadata: { params: { type: 'object', required: ['times'], properties: {
  times: { type: 'integer' }, path: { type: 'string', minLength: 1 } } } } }
export default async () => 'done'\n`

let open: Awaited<ReturnType<typeof openFunctions>> | undefined
afterEach(() => open?.core.close())

it('arguments that a model wrote are corrected, and those of any other caller are taken as they are', async () => {
  open = await openFunctions({ 'count.skill.js': COUNT })
  const { call } = open
  const given = { times: 'three', path: '' }
  const model = await call('count', given, { caller: { kind: 'model', from: 'protocol' }, planOnly: true })
  expect(model.plan?.coercions).toEqual([
    { param: 'times', from: 'three', to: 3 },
    { param: 'path', from: '', to: null },
  ])
  const others: Caller[] = [
    { kind: 'tool', call: 'outer' },
    { kind: 'person' },
    { kind: 'trigger', name: 'demo' },
    { kind: 'program', name: 'other' },
  ]
  for (const caller of others) {
    const { plan, error } = await call('count', given, { caller, planOnly: true })
    expect({ caller, hasPlan: plan !== undefined, code: error?.code }).toEqual({
      ...{ caller, hasPlan: false, code: 'PARAM_TYPE' },
    })
  }
})
