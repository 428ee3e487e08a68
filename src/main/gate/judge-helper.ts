import { toVisible } from '#shared/visible'
import { type Danger, findDanger } from './dangerous.ts'
import { isNumberText, looksLikeOption } from './option-like.ts'

/** A resolver or a post-processing, before it runs. */
export interface Helper {
  argv: readonly string[]
  /** Elements that begin with text of the call, and what they may look like. */
  fromCall: readonly { element: number; allows: 'text' | 'numbers' | 'options' }[]
  /** Absent for a script, which the person allowed by turning scripts on. */
  command?: { binary: string; subcommand: string }
}

const REASONS: Record<Danger, string> = {
  'any-code': 'can run any code',
  privilege: 'acts with more rights than yours',
  signals: 'can end other programs',
  deletes: 'can destroy what cannot be brought back',
}

const LONGEST_ELEMENT = 128 * 1024

/** Why a helper may not run, or null. It runs without being asked about, so what would be asked about every time is refused. */
export function judgeHelper({ argv, fromCall, command }: Helper, platform: NodeJS.Platform): string | null {
  const danger = command === undefined ? null : findDanger(command.binary, command.subcommand)
  if (command !== undefined && danger !== null)
    return `${command.binary} ${REASONS[danger]}, and this would run unasked`
  if (argv.some((element) => element.includes('\0') || !element.isWellFormed())) {
    return 'its arguments hold characters that no program can be given'
  }
  if (argv.some((element) => Buffer.byteLength(element) >= LONGEST_ELEMENT)) return 'an argument is 128 KiB or longer'
  for (const { element, allows } of fromCall) {
    const text = argv[element] ?? ''
    const isAllowed = allows === 'options' || (allows === 'numbers' && isNumberText(text))
    if (looksLikeOption(text, platform) && !isAllowed)
      return `${toVisible(JSON.stringify(text.slice(0, 80))).text} looks like an option`
  }
  return null
}
