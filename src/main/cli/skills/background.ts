import { type OpenedLedger, type View, withView } from '#main/calls/open-view'
import { fail, need } from '#main/cli/exits'
import type { Invocation, Output } from '#main/cli/invocation'
import { askApp, withCore } from '#main/cli/open'
import { countOf, toLine } from '#main/cli/print'
import { handleBackground } from '#main/requests/handle-background'
import { NOTHING_STORED, readDefinitions } from '#main/triggers/schedule'
import { listBackground } from '#main/triggers/wishes'
import type { Reply } from '#shared/requests/requests'

async function list(view: View, opened: OpenedLedger) {
  const found = opened.ok && opened.ledger ? await readDefinitions(opened.ledger.records) : NOTHING_STORED
  return listBackground(view.registry().skills, view.rules.background(), found, Date.now())
}

export const background = (invocation: Invocation): Promise<Output> =>
  withView(invocation, async (view, opened) => {
    const { paint } = invocation.printer
    const { tools, schedules } = await list(view, opened)
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

/** Takes back that the tool may run by itself, in the open app or without it. */
export async function backgroundStop(invocation: Invocation): Promise<Output> {
  const [name = ''] = invocation.words
  const { tools } = await withView(invocation, list)
  const named = tools.filter(({ id, tool }) => id === name || tool === name)
  const [found] = named
  if (!found) return fail('USAGE', `there is no background tool ${name}. See: skillet background`)
  if (named.length > 1)
    return fail(
      'USAGE',
      `several tools are called ${name}. Name one of these: ${named.map(({ id }) => id).join(', ')}.`,
    )
  const { id, skill, tool, when } = found
  const stopAlone = () =>
    withCore(invocation, (core) =>
      handleBackground(core, { confirm: async () => false })['background.switch']({ skill, tool, enabled: false }),
    )
  if (found.state !== 'off') {
    const stopped = await askApp<Reply<unknown>>(invocation, 'background.stop', () => ({ skill, tool }))
    need(stopped ?? (await stopAlone()))
  }
  return { json: { id, skill, tool, state: 'off', when }, lines: [toLine(`${tool} of ${skill} is off`)] }
}
