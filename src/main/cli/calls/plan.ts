import { EXIT, type ExitCode, exitOf } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { printError } from '#main/cli/print'
import { planBatch } from './plan-batch.ts'
import { makePlanner } from './planner.ts'
import { describePlan } from './print-plan.ts'
import { readCall } from './read-call.ts'

/** Shows what a call would run. */
export async function plan(invocation: Invocation): Promise<ExitCode> {
  const { words, options, printer } = invocation
  const [tool] = words
  const refuseLine = (message: string) => {
    printError(printer, { code: 'USAGE', message })
    return EXIT.usage
  }
  if (options.batch !== undefined) {
    const beside = tool !== undefined ? tool : options.args !== undefined ? '--args' : undefined
    if (beside !== undefined) return refuseLine(`--batch reads its calls from a file; leave out ${beside}.`)
    return planBatch(invocation, options.batch)
  }
  if (tool === undefined) return refuseLine('skillet plan needs TOOL, or --batch FILE. See: skillet plan --help')
  const read = readCall(tool, options)
  if (!read.ok) return refuseLine(read.message)

  const planner = makePlanner(invocation)
  try {
    const planned = await planner.plan(null, read.call, options.resolve === true)
    if (!planned.ok) {
      printError(printer, planned.error)
      return exitOf(planned.error.code)
    }
    printer.json(planned)
    for (const line of describePlan(planned.plan, planned.verdict, printer.paint)) printer.line(line)
    return planned.verdict.kind === 'refuse' ? EXIT.refused : EXIT.done
  } finally {
    await planner.close()
  }
}
