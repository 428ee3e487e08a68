import { expect, it, vi } from 'vitest'
import { makeTimeLimit } from '#main/runners/process/time-limit'

it('counts only the time in which nobody holds it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const limit = makeTimeLimit()
    const expired = vi.fn()
    limit.start(1000, expired)
    vi.advanceTimersByTime(600)
    const [goOn, goOnToo] = [limit.hold(), limit.hold()]
    vi.advanceTimersByTime(10_000)
    goOn()
    goOn()
    vi.advanceTimersByTime(10_000)
    goOnToo()
    vi.advanceTimersByTime(399)
    expect(expired).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(expired).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

it('no longer expires after it was ended, even if somebody releases it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const limit = makeTimeLimit()
    const expired = vi.fn()
    const goOn = limit.hold()
    limit.start(10, expired)()
    goOn()
    vi.advanceTimersByTime(1000)
    expect(expired).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})
