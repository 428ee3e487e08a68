import { killStarters } from '#test/helpers/killed-starters'
import { sandboxHere } from '#test/helpers/sandbox-here'
import { printTable, type Report, type Row } from './report.ts'

const KILLS = Number(process.env.SKILLET_KILLS ?? 400)

/** An app that is killed while it starts a program, and what is left of the program. */
export async function run(): Promise<Report> {
  const rows: Row[] = []
  for (const isConfined of [...(sandboxHere.word === 'enforced' ? [true] : []), false]) {
    const { underWay, left, unfinished, leftAfterSweep } = await killStarters(KILLS, isConfined)
    const where = isConfined ? 'in the sandbox' : 'without a sandbox'
    rows.push(
      {
        name: `starters killed ${where} while a process of the start was there, of ${KILLS}`,
        value: underWay,
        unit: '',
      },
      { name: `programs left ${where}`, value: left, unit: '', ...(isConfined && { goal: 0 }) },
      ...(isConfined ? [{ name: 'sandboxes left unfinished, with nothing in them', value: unfinished, unit: '' }] : []),
      { name: `processes left ${where} after the next start`, value: leftAfterSweep, unit: '', goal: 0 },
    )
  }
  return { name: 'starters killed within 30 ms', rows }
}

if (import.meta.main) printTable(await run())
