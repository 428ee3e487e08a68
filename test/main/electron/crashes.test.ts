import { expect, it } from 'vitest'
import { makeCrashCount } from '#main/electron/crashes'

it('counts the third crash within a minute as too many, and starts counting again after the question', () => {
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
