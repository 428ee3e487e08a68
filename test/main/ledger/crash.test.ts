import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { runCrashRounds } from './crash-rounds.ts'

const ROUNDS = Number(process.env.SKILLET_CRASHES ?? 200)
const SEED = Number(process.env.SKILLET_SEED ?? 10)

describe('killing the process', () => {
  it(`loses no acknowledged fact and leaves a sound record (${ROUNDS} times, seed ${SEED})`, async () => {
    const report = await runCrashRounds(makeTempDir(), ROUNDS, SEED)
    expect(report.broken).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(ROUNDS)
    expect(report.whileOpening).toBeGreaterThan(0)
  }, 300_000)
})
