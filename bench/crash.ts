// `node bench/crash.ts [kills] [flips]`: kills a writing process, then flips single bits, and counts what was lost.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBitFlips } from '#test/main/ledger/bit-flips'
import { runCrashRounds } from '#test/main/ledger/crash-rounds'
import { makeUnclosedHome } from '#test/main/ledger/make-unclosed-home'

const [kills = 1000, flips = 500] = process.argv.slice(2).map(Number)
const seed = Number(process.env.SKILLET_SEED ?? Date.now() % 2 ** 31)
const folder = mkdtempSync(join(tmpdir(), 'skillet-crash-'))

function show(name: string, broken: string[], details: string): void {
  console.log(`  ${broken.length === 0 ? 'PASS' : 'FAIL'}  ${name.padEnd(24)} ${details}`)
  for (const one of broken) console.log(`        ${one}`)
}

try {
  console.log(`crash (seed ${seed})`)
  const crashes = await runCrashRounds(folder, kills, seed)
  const { acknowledged, whileOpening } = crashes
  show(
    `${kills} × SIGKILL`,
    crashes.broken,
    `${acknowledged} facts acknowledged, ${crashes.broken.length} breaches; ${whileOpening} kills while opening`,
  )
  const work = join(folder, 'flips')
  mkdirSync(work)
  const flipped = await runBitFlips(await makeUnclosedHome(work, 100), flips, seed, work)
  const { unharmed, named, salvaged, mostLost } = flipped
  show(
    `${flips} × one flipped bit`,
    flipped.broken,
    `${unharmed} without effect, ${named} named by verify, ${salvaged} salvaged; at most ${mostLost} fact lost and told`,
  )
  console.log(JSON.stringify({ seed, crashes, flipped }))
  process.exitCode = crashes.broken.length + flipped.broken.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
