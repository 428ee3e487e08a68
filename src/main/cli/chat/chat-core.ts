import type { CallPorts } from '#main/calls/run-call'
import { describePlan } from '#main/cli/calls/print-plan'
import { EXIT, type ExitCode, exitOf } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import { type Core, openCore } from '#main/open-core'
import type { Plan, Verdict } from '#shared/call/plan'
import { withRemedy } from '#shared/messages/diagnostic'

const WAIT_FOR_OWNER_MS = 10_000

/** Null when the wait was ended, or nobody is there to answer. */
export type AskPerson = (question: string, signal: AbortSignal) => Promise<boolean | null>

export type OpenedChat = { ok: true; core: Core; chat: string } | { ok: false; code: ExitCode }

/** Everything Skillet does, with what was said on the line, and a new chat in it. */
export async function openChat(
  invocation: Invocation,
  decide: CallPorts['decide'],
  ask: AskPerson,
): Promise<OpenedChat> {
  const { home, cwd, skills, options, printer, signal } = invocation
  const { model, host, think, yes } = options
  const opened = await openCore({
    ...{ home, cwd, skills, decide, waitForOwnerMs: WAIT_FOR_OWNER_MS },
    said: {
      ...(model !== undefined && { model }),
      ...(host !== undefined && { host }),
      ...(think !== undefined && { think: think === 'on' }),
      ...(options['allow-scripts'] && { allowScripts: true }),
      ...(yes && { allowPlain: true }),
    },
  })
  if (!opened.ok) {
    printError(printer, { code: 'RECORD_FAILED', message: `${opened.message} ${opened.remedy}` })
    return { ok: false, code: EXIT.failed }
  }
  const { core } = opened
  for (const notice of core.notices) printer.note(toLine(withRemedy(notice)))
  const obstacle = core.models.obstacle()
  if (obstacle) {
    const isAllowed = await ask(`Send prompts to ${core.host()}, another computer, without encryption?`, signal)
    if (!isAllowed) {
      await core.close()
      printError(printer, obstacle)
      return { ok: false, code: exitOf(obstacle.code) }
    }
    await core.consentTo(core.host())
  }
  return { ok: true, core, chat: await core.chats.create() }
}

export interface Decider {
  decide: CallPorts['decide']
  /** Something had to be approved, and nobody was there. */
  wasMissed(): boolean
}

/** Asks one question at a time, whatever runs beside it. */
export function makeDecider(
  { options, printer }: Pick<Invocation, 'options' | 'printer'>,
  ask: AskPerson | null,
): Decider {
  let before: Promise<unknown> = Promise.resolve()
  let isMissed = false

  async function askAbout(ask: AskPerson, plan: Plan, verdict: Verdict, signal: AbortSignal): Promise<boolean | null> {
    if (signal.aborted) return null
    for (const line of describePlan(plan, verdict, printer.paintNote)) printer.note(line)
    return ask('Run this?', signal)
  }

  return {
    wasMissed: () => isMissed,
    decide: async (_call, plan, verdict, signal) => {
      if (options.yes) return { decision: 'once', by: 'flag' }
      if (ask === null) {
        isMissed = true
        return null
      }
      const asked = before.then(() => askAbout(ask, plan, verdict, signal))
      before = asked.catch(() => undefined)
      const answer = await asked
      return answer === null ? null : { decision: answer ? 'once' : 'deny', by: 'person' }
    },
  }
}
