import { expect, it } from 'vitest'
import { makeCrashCount } from '#main/electron/crashes'

it('calls the third crash within a minute too many, and counts again after the person was asked', () => {
  let now = 0
  const isTooMany = makeCrashCount(() => now)
  const crashAt = (time: number): boolean => {
    now = time
    return isTooMany()
  }
  expect([0, 30_000, 59_000].map(crashAt)).toEqual([false, false, true])
  expect([60_000, 61_000, 62_000].map(crashAt)).toEqual([false, false, true])
  expect([200_000, 231_000, 262_000, 293_000].map(crashAt)).toEqual([false, false, false, false])
})
