import type { HttpAction, ProcessAction } from '#shared/call/action'
import { type Nature, natureOf } from '#shared/call/nature'
import type { Plan, Risk, Verdict } from '#shared/call/plan'
import { reasonsOf } from '#shared/call/risk'
import type { Said } from '#shared/messages/message'
import { say, sayMessage, type Text } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

/** `folder`: its name now leads somewhere else. */
const WORDS: Partial<Record<keyof Plan | keyof ProcessAction | keyof HttpAction | 'folder', Text>> = {
  tool: 'the tool',
  toolSpec: 'the tool’s definition',
  skill: 'the skill',
  skillHash: 'the skill’s files',
  argv: 'the command',
  binary: 'the program',
  cwd: 'the working folder',
  folder: 'the real path of the folder',
  env: 'the environment variables',
  stdin: 'the content to write',
  tempFiles: 'the temporary files',
  timeoutMs: 'the time limit',
  resolvers: 'the resolved values',
  coercions: 'the interpreted values',
  postProcess: 'the output processing',
  sandbox: 'the sandbox',
  confinement: 'the sandbox permissions',
  risk: 'the risk',
  replaces: 'the files it replaces',
}

/** A field of a plan in words, or its own name if there are none. */
export function fieldWords(field: string): string {
  const text = Object.hasOwn(WORDS, field) ? WORDS[field as keyof typeof WORDS] : undefined
  if (text) return say(text)
  if (field.startsWith('env ')) return say('the environment variable {name}', { name: toVisible(field.slice(4)).text })
  return toVisible(field).text
}

/** The risk as judged: the class at that moment, with the deciding reasons first. */
export function judgedRisk({ risk }: Pick<Plan, 'risk'>, verdict: Verdict): Risk {
  return { class: verdict.class ?? risk.class, reasons: reasonsOf(verdict) }
}

/** Reasons that the chip already shows. */
const IN_CHIP: Readonly<Record<string, Nature>> = {
  ...{ 'risk-own': 'own', 'risk-reads-only': 'reads', 'risk-writes': 'changes', 'risk-cannot-undo': 'gone' },
  'risk-changes': 'changes',
  ...{ 'risk-sends': 'online', 'risk-may-change': 'unknown' },
}

/** Why a person is asked, beyond what the chip says; null if there is nothing more. */
export function whyAsked(plan: Plan, verdict: Verdict): string | null {
  const nature = natureOf(plan)
  const isTold = (said: Said) =>
    typeof said !== 'string' &&
    (IN_CHIP[said.code] === nature || (said.code === 'risk-may-change' && nature === 'changes'))
  const told = judgedRisk(plan, verdict).reasons.filter((reason) => !isTold(reason))
  return told.length > 0 ? told.map(sayMessage).join(' · ') : null
}
