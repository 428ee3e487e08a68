import { withView } from '#main/calls/open-view'
import type { Invocation, Output } from '#main/cli/invocation'
import { countOf, toLine } from '#main/cli/print'
import { NOTHING_STORED, readDefinitions } from '#main/triggers/schedule'
import { listBackground } from '#main/triggers/wishes'

export const background = (invocation: Invocation): Promise<Output> =>
  withView(invocation, async (view, opened) => {
    const { paint } = invocation.printer
    const found = opened.ok && opened.ledger ? await readDefinitions(opened.ledger.records) : NOTHING_STORED
    const { tools, schedules } = listBackground(view.registry().skills, view.rules.background(), found, Date.now())
    const isPaused = view.settings().background === 'paused'
    const on = tools.filter(({ state }) => state === 'on').length
    return {
      json: { isPaused, tools, schedules },
      lines: [
        ...tools.flatMap(({ skill, tool, state, when, why, next }) => [
          `${paint('bold', toLine(tool))}  ${paint(LOOKS[state] ?? 'yellow', state)}  ${paint('dim', `of ${toLine(skill)}`)}`,
          ...[...when, ...(why ? [why] : [])].map((words) => `  ${toLine(words)}`),
          ...(next === undefined ? [] : [`  next: ${next}`]),
        ]),
        ...schedules.map(({ title, words }) => `schedule ${toLine(title)}: ${toLine(words)}`),
        `${countOf(tools.length, 'background tool')}, ${on} on${isPaused ? ', paused' : ''}`,
      ],
    }
  })

const LOOKS: Partial<Record<string, 'green' | 'dim'>> = { on: 'green', off: 'dim' }
