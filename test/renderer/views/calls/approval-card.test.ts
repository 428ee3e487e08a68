import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ARM_MS,
  type Arming,
  type ArmingEvent,
  isArmed,
  startArming,
  stepArming,
  untilArmed,
} from '#renderer/views/calls/approval-card.tsx'

const armingAfter = (...steps: [ArmingEvent, number][]): Arming =>
  steps.reduce((arming, [event, now]) => stepArming(arming, event, now), startArming('a'))
const shown = { kind: 'shown' } as const
const hidden = { kind: 'hidden' } as const
const focused = { kind: 'focused' } as const

describe('a card’s approval', () => {
  it('needs 600 ms in view, and works from then on', () => {
    const arming = armingAfter([shown, 1000])
    for (const now of [1000, 1001, 1100, 1599]) expect(isArmed(arming, now)).toBe(false)
    expect(untilArmed(arming, 1250)).toBe(350)
    expect(isArmed(arming, 1600)).toBe(true)
    expect(ARM_MS).toBe(600)
  })

  it('never works while the card is out of view', () => {
    expect(untilArmed(startArming('a'), 99_999)).toBeNull()
    expect(isArmed(armingAfter([shown, 0], [hidden, 5000]), 99_999)).toBe(false)
  })

  it('waits again when the card comes back into view', () => {
    const arming = armingAfter([shown, 0], [hidden, 5000], [shown, 6000])
    expect(isArmed(arming, 6599)).toBe(false)
    expect(isArmed(arming, 6600)).toBe(true)
  })

  it('waits again when the window comes forward', () => {
    expect(isArmed(armingAfter([shown, 0], [focused, 5000]), 5599)).toBe(false)
  })

  it('waits again when the content changes, and not when it is the same', () => {
    expect(isArmed(armingAfter([shown, 0], [{ kind: 'changed', digest: 'b' }, 5000]), 5599)).toBe(false)
    expect(isArmed(armingAfter([shown, 0], [{ kind: 'changed', digest: 'a' }, 5000]), 5001)).toBe(true)
  })

  it('does not wait again when it is shown twice', () => {
    expect(isArmed(armingAfter([shown, 0], [shown, 500]), 600)).toBe(true)
  })

  it('is armed only if nothing but repeated showing happened in the last 600 ms', () => {
    const event = fc.constantFrom<ArmingEvent>(
      shown,
      hidden,
      focused,
      { kind: 'changed', digest: 'a' },
      { kind: 'changed', digest: 'b' },
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(event, fc.nat(400)), { maxLength: 30 }), fc.nat(1200), (events, wait) => {
        let now = 0
        let arming = startArming('a')
        let isIn = false
        let digest = 'a'
        let quietSince = 0
        for (const [each, pause] of events) {
          now += pause
          if (each.kind === 'shown' && !isIn) quietSince = now
          if (each.kind === 'focused' || (each.kind === 'changed' && each.digest !== digest)) quietSince = now
          if (each.kind === 'changed') digest = each.digest
          isIn = each.kind === 'shown' ? true : each.kind === 'hidden' ? false : isIn
          arming = stepArming(arming, each, now)
        }
        now += wait
        expect(isArmed(arming, now)).toBe(isIn && now - quietSince >= ARM_MS)
      }),
      { numRuns: 2000 },
    )
  })
})
