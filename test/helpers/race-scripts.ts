import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

export interface Race {
  swaps: number
  runs: number
  /** Runs that printed what the approved script makes of their input. */
  approved: number
  /** Calls that were refused, or ran without the script. */
  withheld: number
  /** What else came of a run: none may. */
  unapproved: string[]
  /** The script nobody approved left its mark. */
  isMarked: boolean
}

/** Swaps a script of the source for another as fast as it can, while the tool that uses it is called over and over. */
export async function raceScripts(
  { source, mark, swaps, runs }: { source: string; mark: string; swaps: number; runs: number },
  say: (text: string) => Promise<{ run?: { stdout: string } }>,
): Promise<Race> {
  const file = join(source, 'scripts', 'shout.sh')
  const contents = [`touch ${mark}; printf unapproved\n`, 'printf "%s" "$1" | tr a-z A-Z\n']
  const race: Race = { swaps: 0, runs: 0, approved: 0, withheld: 0, unapproved: [], isMarked: false }
  const swap = async () => {
    for (; race.swaps < swaps || race.runs < runs; race.swaps += 1) {
      // By turns in place and by another file of that name.
      const target = race.swaps % 4 < 2 ? file : `${file}.new`
      writeFileSync(target, contents[race.swaps % 2] as string)
      if (target !== file) renameSync(target, file)
      await setImmediate()
    }
    writeFileSync(file, contents[1] as string)
  }
  const call = async () => {
    for (; race.swaps < swaps || race.runs < runs; race.runs += 1) {
      const { run } = await say('racing')
      if (run?.stdout === 'RACING\n') race.approved += 1
      else if (run === undefined || run.stdout === 'racing\n') race.withheld += 1
      else race.unapproved.push(run.stdout)
    }
  }
  await Promise.all([swap(), call()])
  return { ...race, isMarked: existsSync(mark) }
}
