import { type Danger, findDanger } from '#shared/call/known-programs'
import { type Message, type MessageCode, message } from '#shared/messages/message'
import { toVisible } from '#shared/visible'
import { isNumberText, looksLikeOption } from './option-like.ts'

/** A resolver or a post-processing, before it runs. */
export interface Helper {
  argv: readonly string[]
  /** Elements that begin with text of the call, and what they may look like. */
  fromCall: readonly { element: number; allows: 'text' | 'numbers' | 'options' }[]
  /** Absent for a script, which the person allowed by turning scripts on. */
  command?: { binary: string; subcommand: string }
}

const REASONS = {
  runs: 'helper-runs-any-code',
  'gains-rights': 'helper-gains-rights',
  signals: 'helper-signals',
  deletes: 'helper-deletes',
} as const satisfies Record<Danger, MessageCode>

const LONGEST_ELEMENT = 128 * 1024

/** Why a helper may not run, or null. It runs without being asked about, so what would be asked about every time is refused. */
export function judgeHelper({ argv, fromCall, command }: Helper, platform: NodeJS.Platform): Message | null {
  const danger = command === undefined ? null : findDanger(command.binary, command.subcommand, argv)
  if (command !== undefined && danger !== null) return message(REASONS[danger], { name: command.binary })
  if (argv.some((element) => element.includes('\0') || !element.isWellFormed())) {
    return message('helper-arguments-unusable')
  }
  if (argv.some((element) => Buffer.byteLength(element) >= LONGEST_ELEMENT)) return message('argument-too-long')
  for (const { element, allows } of fromCall) {
    const text = argv[element] ?? ''
    const isAllowed = allows === 'options' || (allows === 'numbers' && isNumberText(text))
    if (looksLikeOption(text, platform) && !isAllowed)
      return message('value-like-option', { value: toVisible(JSON.stringify(text.slice(0, 80))).text })
  }
  return null
}
