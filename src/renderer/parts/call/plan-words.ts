import type { HttpAction, ProcessAction } from '#shared/call/action'
import type { Plan, Risk, Verdict } from '#shared/call/plan'
import { reasonsOf } from '#shared/call/risk'
import { say, type Text } from '#shared/messages/say'
import { toVisible } from '#shared/visible'

/** Besides the fields themselves: `folder` is told where a folder leads to another place than it did. */
const WORDS: Partial<Record<keyof Plan | keyof ProcessAction | keyof HttpAction | 'folder', Text>> = {
  tool: 'the tool',
  toolSpec: 'what the tool is',
  skill: 'the skill',
  skillHash: 'the files of the skill',
  argv: 'the command',
  binary: 'the program',
  cwd: 'the folder it runs in',
  folder: 'where the folder leads',
  env: 'its environment',
  stdin: 'what its input is given',
  tempFiles: 'the files written for it',
  timeoutMs: 'how long it may take',
  resolvers: 'what a resolver worked out',
  coercions: 'how values were read',
  postProcess: 'what reads its output',
  sandbox: 'the sandbox',
  confinement: 'what the sandbox lets it do',
  risk: 'the risk',
}

/** A field of a plan in words; one without words of its own stays as it is. */
export function fieldWords(field: string): string {
  const text = Object.hasOwn(WORDS, field) ? WORDS[field as keyof typeof WORDS] : undefined
  if (text) return say(text)
  if (field.startsWith('env ')) return say('{name} in its environment', { name: toVisible(field.slice(4)).text })
  return toVisible(field).text
}

/** The risk as it is at this moment: its class as it was judged, and what raised or decided it before its own reasons. */
export function judgedRisk({ risk }: Pick<Plan, 'risk'>, verdict: Verdict): Risk {
  return { class: verdict.class ?? risk.class, reasons: reasonsOf(verdict) }
}
