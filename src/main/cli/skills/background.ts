import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { withView } from '#main/cli/open'
import { countOf } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { NOTHING_STORED, readDefinitions } from '#main/triggers/schedule'
import { listBackground } from '#main/triggers/wishes'

/** Lists what may run in the background while Skillet is open, and when. The command line starts none of it. */
export function background(invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation
  return withView(invocation, async (view, ledger) => {
    const found = ledger ? await readDefinitions(ledger.records) : NOTHING_STORED
    const { tools, schedules } = listBackground(view.registry().skills, view.rules.background(), found, Date.now())
    const isPaused = view.settings().background === 'paused'
    printer.json({ isPaused, tools, schedules })
    for (const { skill, tool, state, when, why, next } of tools) {
      const look = state === 'on' ? 'green' : state === 'off' ? 'dim' : 'yellow'
      const name = printer.paint('bold', toLine(tool))
      printer.line(`${name}  ${printer.paint(look, state)}  ${printer.paint('dim', `of ${toLine(skill)}`)}`)
      for (const words of [...when, ...(why ? [why] : [])]) printer.line(`  ${toLine(words)}`)
      if (next !== undefined) printer.line(`  next: ${next}`)
    }
    for (const { title, words } of schedules) printer.line(`schedule ${toLine(title)}: ${toLine(words)}`)
    const on = tools.filter(({ state }) => state === 'on').length
    printer.line(`${countOf(tools.length, 'background tool')}, ${on} on${isPaused ? ', paused' : ''}`)
    return EXIT.done
  })
}
