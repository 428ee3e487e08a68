import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FactRow, findBreak, hashText, NO_PREDECESSOR, sealOf } from '#main/ledger/chain'

const unsealed = { seq: 1, at: '2026-01-01T00:00:00.000Z', chat: 'c', type: 'chat.deleted', body: '{}', prev: '' }

function seal(row: Omit<FactRow, 'hash'>): FactRow {
  return { ...row, hash: sealOf(row) }
}

describe('the chain', () => {
  it('gives different seals to rows that differ in any way, even if their fields join to the same text', () => {
    const field = fc.stringMatching(/^[ab:;0-9-]{0,4}$/)
    const row = fc.record({
      seq: fc.integer({ min: 1, max: 12 }),
      at: field,
      chat: fc.option(field),
      type: field,
      body: field,
      prev: field,
    })
    fc.assert(
      fc.property(row, row, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        expect(sealOf(one) === sealOf(other)).toBe(isSame)
      }),
      { numRuns: 2000 },
    )
    expect(sealOf({ ...unsealed, type: 'ab', body: 'c' })).not.toBe(sealOf({ ...unsealed, type: 'a', body: 'bc' }))
    expect(sealOf({ ...unsealed, chat: null })).not.toBe(sealOf({ ...unsealed, chat: '' }))
  })

  it('finds no break in a valid sequence', () => {
    const first = seal(unsealed)
    expect(findBreak(first, { seq: 0, hash: NO_PREDECESSOR })).toBeNull()
    expect(findBreak(seal({ ...unsealed, seq: 2, prev: first.hash }), first)).toBeNull()
  })

  it('names the row that is missing, out of place or changed', () => {
    const first = seal(unsealed)
    const second = seal({ ...unsealed, seq: 2, prev: first.hash })
    expect(findBreak(second, { seq: 0, hash: NO_PREDECESSOR })).toMatchObject({ seq: 1, reason: /missing/ })
    expect(findBreak(second, { seq: 1, hash: 'another' })).toMatchObject({
      seq: 2,
      reason: /after the entry before it/,
    })
    expect(findBreak({ ...second, body: '{"a":1}' }, first)).toMatchObject({
      seq: 2,
      reason: /was altered after it was recorded/,
    })
  })

  it('hashes a text by its UTF-8 bytes', () => {
    expect(hashText('größe')).toBe('d353a2671b67afff0941ae456e5c76e9394bd6579774ae7542a6185fb9843384')
  })
})
