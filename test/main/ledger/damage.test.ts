import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { runBitFlips } from './bit-flips.ts'
import { makeUnclosedHome } from './make-unclosed-home.ts'

const FLIPS = Number(process.env.SKILLET_FLIPS ?? 60)
const SEED = Number(process.env.SKILLET_SEED ?? 20)

describe('single flipped bits', () => {
  it(`never crash the ledger or make it forget silently (${FLIPS} flips, seed ${SEED})`, async () => {
    const folder = makeTempDir()
    const report = await runBitFlips(await makeUnclosedHome(folder, 40), FLIPS, SEED, folder)
    expect(report.broken).toEqual([])
    expect(report.salvaged).toBeGreaterThan(0)
    expect(report.mostLost).toBeLessThan(40)
  }, 60_000)
})
