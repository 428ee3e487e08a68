import { describe, expect, it } from 'vitest'
import { listFields } from '#renderer/parts/call/plan-difference.ts'

const compare = (was: unknown, is: unknown) => listFields(JSON.stringify(was), JSON.stringify(is))

describe('the difference between two plans', () => {
  it('is listed field by field, without the unchanged fields', () => {
    const was = { name: 'du', path: '/usr/bin/du', identity: { size: 10, sha256: 'a' } }
    const is = { name: 'du', path: '/usr/local/bin/du', identity: { size: 10, sha256: 'b' } }
    expect(compare(was, is)).toEqual([
      { name: 'path', before: { value: '/usr/bin/du' }, now: { value: '/usr/local/bin/du' } },
      { name: 'identity.sha256', before: { value: 'a' }, now: { value: 'b' } },
    ])
  })

  it('says which side alone has a field, even one named like a built-in member', () => {
    expect(compare({ a: 1 }, { a: 1, constructor: 2 })).toEqual([
      { name: 'constructor', before: undefined, now: { value: 2 } },
    ])
  })

  it('shows lists, plain values and words whole', () => {
    expect(compare(['a'], ['a', 'b'])).toEqual([{ name: '', before: { value: ['a'] }, now: { value: ['a', 'b'] } }])
    expect(listFields('one value', 'another')).toEqual([
      { name: '', before: { words: 'one value' }, now: { words: 'another' } },
    ])
    expect(listFields('nothing', '{"a":1}')).toEqual([
      { name: '', before: { words: 'nothing' }, now: { value: { a: 1 } } },
    ])
  })

  it('is never empty if main reported one', () => {
    expect(compare({ a: 1 }, { a: 1 })).toEqual([{ name: '', before: { value: { a: 1 } }, now: { value: { a: 1 } } }])
  })
})
