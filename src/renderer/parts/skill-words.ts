import type { Skill } from '#shared/skill'
import { countOf } from './figures.ts'

type Standing = Pick<Skill, 'state' | 'enabled' | 'missingBins'>

/** Where a skill stands, in a few words. */
export function standingOf({ state, enabled, missingBins }: Standing): string {
  if (state === 'quarantined') return 'New: review it'
  if (state === 'changed') return 'Changed: review it again'
  if (missingBins.length > 0) return `Needs ${missingBins.join(', ')}`
  if (state === 'unavailable') return 'Not usable here'
  return enabled ? 'Ready' : 'Switched off'
}

/** What that means, and what helps. Null where nothing has to be said. */
export function explainStanding(skill: Standing): string | null {
  const { state, missingBins } = skill
  if (state === 'quarantined') return 'New. None of its tools can run before you have reviewed it and trust it.'
  if (state === 'changed') {
    return 'A file of it is not what you trusted any more. Its tools are withdrawn until you have reviewed what changed.'
  }
  if (missingBins.length === 0) return null
  return `Its tools are not offered: ${missingBins.join(', ')} ${missingBins.length === 1 ? 'is' : 'are'} not installed here. Once that is there, it becomes usable by itself.`
}

export const waitsForReview = ({ state }: Pick<Skill, 'state'>) => state === 'quarantined' || state === 'changed'

export function summaryOf(skill: Skill): string {
  if (waitsForReview(skill)) return standingOf(skill)
  if (skill.missingBins.length > 0) return `needs ${skill.missingBins.join(', ')}`
  const parts = [skill.tools.length > 0 ? countOf(skill.tools.length, 'tool') : 'context only']
  if (skill.scripts.length > 0) {
    parts.push(`${countOf(skill.scripts.length, 'script')} ${skill.allowScripts ? 'on' : 'off'}`)
  }
  const errors = skill.diagnostics.filter(({ severity }) => severity === 'error').length
  if (errors > 0) parts.push(countOf(errors, 'error'))
  else if (skill.origin === 'bundled') parts.push('comes with Skillet')
  return parts.join(' · ')
}
