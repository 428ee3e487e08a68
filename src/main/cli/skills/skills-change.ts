import { askPerson } from '#main/cli/ask-person'
import { type ErrorCode, EXIT, type ExitCode, exitOf } from '#main/cli/exits'
import type { Invocation } from '#main/cli/invocation'
import { withCore } from '#main/cli/open'
import { printError } from '#main/cli/print'
import { toLine } from '#main/cli/printable'
import {
  removeSkill,
  reviewSkill,
  type SkillPorts,
  switchScripts,
  switchSkill,
  trustSkill,
} from '#main/trust/change-skills'
import type { Message } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'
import { describeReview, describeScripts } from './describe-review.ts'
import { describeSkill } from './describe-skill.ts'

type Ports = SkillPorts & { scripts(): 'on' | 'off' }
type Answer =
  | { ok: true; value: Skill; said: string }
  | { ok: false; error: { code: ErrorCode; message: Message | string } }

const NOBODY_THERE = 'this must be confirmed, and nobody is here to do it. Look at it, then say it with --yes.'

export function trustCommand(invocation: Invocation): Promise<ExitCode> {
  const name = invocation.words[0] ?? ''
  return decide(invocation, async (ports) => {
    const review = await reviewSkill(name, ports)
    if (!review.ok) return review
    const { hash, obstacle } = review.value
    if (obstacle !== undefined) return refuse('SKILL_NOT_INSTALLED', obstacle)
    const lines = describeReview(review.value, invocation.printer.paintNote)
    const answer = await askFor(invocation, lines, `Trust ${toLine(name)}?`)
    if (answer !== 'yes') return answer === 'no' ? refuse('DECLINED', 'It was not trusted.') : nobody()
    const trusted = await trustSkill(name, hash, ports)
    return trusted.ok ? { ...trusted, said: `${name} is trusted: ${hash.slice(0, 12)}` } : trusted
  })
}

export function scriptsCommand(invocation: Invocation): Promise<ExitCode> {
  const [name = '', wanted] = invocation.words
  if (wanted !== 'on' && wanted !== 'off') {
    printError(invocation.printer, { code: 'USAGE', message: `scripts are on or off, not "${wanted}".` })
    return Promise.resolve(EXIT.usage)
  }
  return decide(invocation, async (ports) => {
    let asked: Asked = 'yes'
    const switched = await switchScripts(name, wanted === 'on', {
      ...ports,
      confirm: async (_skill, scripts) => {
        const lines = describeScripts(scripts, invocation.printer.paintNote)
        asked = await askFor(invocation, lines, `Let these scripts of ${toLine(name)} run?`)
        return asked === 'yes'
      },
    })
    if (!switched.ok) return (asked as Asked) === 'nobody' ? nobody() : switched
    return { ...switched, said: `${name}: its scripts ${wanted === 'on' ? 'may run' : 'do not run'}` }
  })
}

export function enableCommand(invocation: Invocation): Promise<ExitCode> {
  return switchTo(true, invocation)
}

export function disableCommand(invocation: Invocation): Promise<ExitCode> {
  return switchTo(false, invocation)
}

function switchTo(enabled: boolean, invocation: Invocation): Promise<ExitCode> {
  const name = invocation.words[0] ?? ''
  return decide(invocation, async (ports) => {
    const switched = await switchSkill(name, enabled, ports)
    return switched.ok ? { ...switched, said: `${name} is ${enabled ? 'enabled' : 'disabled'}` } : switched
  })
}

export function removeCommand(invocation: Invocation): Promise<ExitCode> {
  const name = invocation.words[0] ?? ''
  return decide(invocation, async (ports) => {
    const removed = await removeSkill(name, ports)
    if (!removed.ok) return removed
    const { skill, movedTo } = removed.value
    return { ok: true, value: skill, said: `${name} is removed; its folder is now ${movedTo}` }
  })
}

/** Lets something be decided, and says what came of it. */
function decide(invocation: Invocation, act: (ports: Ports) => Promise<Answer>): Promise<ExitCode> {
  const { printer } = invocation
  return withCore(invocation, async (core) => {
    const answer = await act({ ...core, scripts: () => core.settings().scripts })
    if (!answer.ok) {
      printError(printer, answer.error)
      return exitOf(answer.error.code)
    }
    printer.json(describeSkill(answer.value))
    printer.line(toLine(answer.said))
    return EXIT.done
  })
}

type Asked = 'yes' | 'no' | 'nobody'

/** Shows it, and asks; `--yes` answers, and without a terminal there is nobody to ask. */
async function askFor(invocation: Invocation, lines: string[], question: string): Promise<Asked> {
  const { printer, options, signal } = invocation
  const isAsked = !options.yes && printer.isInteractive
  for (const line of lines) isAsked ? printer.note(line) : printer.aside(line)
  if (options.yes) return 'yes'
  if (!isAsked) return 'nobody'
  const answer = await askPerson(question, invocation, signal)
  return answer === null ? 'nobody' : answer ? 'yes' : 'no'
}

const refuse = (code: ErrorCode, message: Message | string): Answer => ({ ok: false, error: { code, message } })
const nobody = (): Answer => refuse('NOT_ANSWERED', NOBODY_THERE)
