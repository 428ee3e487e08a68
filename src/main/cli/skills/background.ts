import { EXIT, type ExitCode } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { withView } from '#main/cli/open'
import { countOf } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { describeSchedule, describeWish } from '#main/triggers/describe-wish'
import { nextTime, readDefinitions } from '#main/triggers/schedule'
import { listWishing, stateOf } from '#main/triggers/wishes'

const LOOKS = { on: 'green', off: 'dim', changed: 'yellow', unavailable: 'yellow' } as const

/** What may run by itself while Skillet is open, and when. The command line itself starts nothing. */
export function background(invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation
  return withView(invocation, async (view, ledger) => {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    const { definitions, broken } = ledger ? await readDefinitions(ledger.records) : { definitions: [], broken: [] }
    const now = Date.now()
    const tools = listWishing(view.registry().skills, definitions, zone).map((each) => {
      const rule = view.rules.background().find(({ rule }) => {
        return rule.skill === each.skill.name && rule.tool === each.tool.name
      })
      const next = Math.min(...each.wish.times.map((time) => nextTime(time, now)))
      const { state, why } = stateOf(each, rule?.rule)
      return {
        ...{ skill: each.skill.name, tool: each.tool.name, state, when: describeWish(each.wish) },
        ...(why && { why }),
        ...(state === 'on' && Number.isFinite(next) && { next: new Date(next).toISOString() }),
      }
    })
    const schedules = [
      ...definitions.map(({ id, title, ...when }) => ({ id, title, words: describeSchedule(when) })),
      ...broken,
    ]
    printer.json({ isPaused: view.settings().background === 'paused', tools, schedules })
    for (const { skill, tool, state, when, why, next } of tools) {
      const name = printer.paint('bold', toLine(tool))
      printer.line(`${name}  ${printer.paint(LOOKS[state], state)}  ${printer.paint('dim', `of ${toLine(skill)}`)}`)
      for (const words of [...when, ...(why ? [why] : [])]) printer.line(`  ${toLine(words)}`)
      if (next !== undefined) printer.line(`  next: ${next}`)
    }
    for (const { title, words } of schedules) printer.line(`schedule ${toLine(title)}: ${toLine(words)}`)
    const on = tools.filter(({ state }) => state === 'on').length
    const paused = view.settings().background === 'paused' ? ', paused' : ''
    printer.line(`${countOf(tools.length, 'background tool')}, ${on} on${paused}`)
    return EXIT.done
  })
}
