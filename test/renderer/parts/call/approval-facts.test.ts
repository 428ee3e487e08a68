import { describe, expect, it } from 'vitest'
import { foldNames } from '#renderer/parts/call/approval-facts.tsx'

describe('the names of the environment', () => {
  it('are folded if they only count up, and listed otherwise', () => {
    expect(foldNames(['A_COUNT', 'A_KEY_0', 'A_KEY_1', 'A_KEY_2', 'A_KEY_4', 'PATH', 'TZ'])).toEqual([
      'A_COUNT',
      'A_KEY_0–2',
      'A_KEY_4',
      'PATH',
      'TZ',
    ])
  })

  it('stay as they are if folding would change a name', () => {
    expect(foldNames(['X_007', 'X_0', 'X_', 'Y1', 'Y2'])).toEqual(['X_007', 'X_0', 'X_', 'Y1', 'Y2'])
    expect(foldNames([])).toEqual([])
  })
})
