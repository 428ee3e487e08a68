import { countOf } from '#renderer/parts/ui/figures.ts'
import { say } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'

type Standing = Pick<Skill, 'state' | 'enabled' | 'missingBins'>

/** Where a skill stands, in a few words. */
export function standingOf({ state, enabled, missingBins }: Standing): string {
  if (state === 'quarantined') return say('New: review it')
  if (state === 'changed') return say('Changed: review it again')
  if (missingBins.length > 0) return say('Needs {programs}', { programs: missingBins.join(', ') })
  if (state === 'unavailable') return say('Not usable here')
  return say(enabled ? 'Ready' : 'Switched off')
}

/** What that means, and what helps. Null where nothing has to be said. */
export function explainStanding(skill: Standing): string | null {
  const { state, missingBins } = skill
  if (state === 'quarantined') {
    return say('New. None of its tools can run before you have reviewed it and trust it.')
  }
  if (state === 'changed') {
    return say(
      'A file of it is not what you trusted any more. Its tools are withdrawn until you have reviewed what changed.',
    )
  }
  if (missingBins.length === 0) return null
  return say(
    missingBins.length === 1
      ? 'Its tools are not offered: {programs} is not installed here. Once that is there, it becomes usable by itself.'
      : 'Its tools are not offered: {programs} are not installed here. Once that is there, it becomes usable by itself.',
    { programs: missingBins.join(', ') },
  )
}

export const waitsForReview = ({ state }: Pick<Skill, 'state'>) => state === 'quarantined' || state === 'changed'

export function summaryOf(skill: Skill): string {
  if (waitsForReview(skill)) return standingOf(skill)
  if (skill.missingBins.length > 0) return say('needs {programs}', { programs: skill.missingBins.join(', ') })
  const parts = [skill.tools.length > 0 ? countOf(skill.tools.length, 'tool', 'tools') : say('context only')]
  if (skill.scripts.length > 0) {
    const scripts = countOf(skill.scripts.length, 'script', 'scripts')
    parts.push(say(skill.allowScripts ? '{scripts} on' : '{scripts} off', { scripts }))
  }
  const errors = skill.diagnostics.filter(({ severity }) => severity === 'error').length
  if (errors > 0) parts.push(countOf(errors, 'error', 'errors'))
  else if (skill.origin === 'bundled') parts.push(say('comes with Skillet'))
  return parts.join(' · ')
}
