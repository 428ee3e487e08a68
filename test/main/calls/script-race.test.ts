import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openShop } from '#test/helpers/installed-skill'
import { raceScripts } from '#test/helpers/race-scripts'
import { makeTempDir } from '#test/helpers/temp-dir'

it('runs no unapproved byte while a script is swapped under it 200 times', { timeout: 120_000 }, async () => {
  const { source, trust, say, handlers, core } = await openShop()
  await trust()
  await handlers['skill.switchScripts']({ skill: 'sample', allowed: true })
  const mark = join(makeTempDir(), 'PWNED-A25')
  const race = await raceScripts({ source, mark, swaps: 200, runs: 10 }, say)
  expect(race).toMatchObject({ unapproved: [], isMarked: false })
  expect(race.swaps).toBeGreaterThanOrEqual(200)
  await core.restock()
  expect(await say('done')).toMatchObject({ run: { stdout: 'DONE\n' } })
})
