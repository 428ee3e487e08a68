import { expect, it } from 'vitest'
import { killStarters } from '#test/helpers/killed-starters'
import { describeEnforced } from '#test/helpers/sandbox-here'

// `npm run bench -- killed-starters` kills 400 of each kind.
describeEnforced('a program whose starter is killed within the first 30 ms', () => {
  it('never started or is gone in the sandbox', async () => {
    expect(await killStarters(12, true)).toMatchObject({ left: 0, leftAfterSweep: 0 })
  }, 90_000)

  it('is found and ended by the next start where nothing confines it', async () => {
    const { leftAfterSweep } = await killStarters(4, false)
    expect(leftAfterSweep).toBe(0)
  }, 90_000)
})
