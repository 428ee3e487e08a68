import { it } from 'vitest'
import { compareWithOracle } from '#test/helpers/compare-plans'

const count = process.env.SKILLET_LONG === '1' ? 100_000 : 5_000
const seed = Number(process.env.SKILLET_SEED ?? Date.now() % 2 ** 31)

it(`plans ${count} generated calls exactly as a second model of the rules does (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  await compareWithOracle(count, seed)
})
