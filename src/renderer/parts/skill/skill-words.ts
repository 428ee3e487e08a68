import { countOf } from '#renderer/parts/ui/figures.ts'
import type { ToolsOff } from '#shared/facts'
import { say } from '#shared/messages/say'
import type { Skill } from '#shared/skill/skill'

/** What the state means and what helps; null if there is nothing to say. */
export function explainStanding(skill: Pick<Skill, 'state' | 'missingBins' | 'programs'>): string | null {
  const { state, missingBins, programs } = skill
  if (state === 'quarantined') {
    return say('New. Its tools can’t run until you review and trust it.')
  }
  if (state === 'changed') {
    return say('A file has changed since you trusted this skill. Its tools are off until you review the changes.')
  }
  if (state === 'trusted' && programs === null) {
    return say(
      'You trusted this skill with programs of any origin, so it asks. Renew that for the programs as they are now.',
    )
  }
  if (missingBins.length === 0) return null
  return say(
    missingBins.length === 1
      ? '{programs} is not installed. Install it to use this skill.'
      : '{programs} are not installed. Install them to use this skill.',
    { programs: missingBins.join(', ') },
  )
}

export const waitsForReview = ({ state }: Pick<Skill, 'state'>) => state === 'quarantined' || state === 'changed'

/** What a person has to do for it, or what it has. */
export function summaryOf(skill: Skill): string {
  if (skill.state === 'quarantined') return say('New: review it')
  if (skill.state === 'changed') return say('Changed: review it')
  if (skill.missingBins.length > 0) return say('needs {programs}', { programs: skill.missingBins.join(', ') })
  if (skill.enabled && skill.state === 'trusted' && skill.programs === null) return say('Renew your trust')
  const parts = [skill.tools.length > 0 ? countOf(skill.tools.length, 'tool', 'tools') : say('instructions only')]
  if (skill.scripts.length > 0) {
    const scripts = countOf(skill.scripts.length, 'script', 'scripts')
    parts.push(say(skill.allowScripts ? '{scripts} on' : '{scripts} off', { scripts }))
  }
  const errors = skill.diagnostics.filter(({ severity }) => severity === 'error').length
  if (errors > 0) parts.push(countOf(errors, 'error', 'errors'))
  else if (skill.origin === 'bundled') parts.push(say('comes with Skillet'))
  return parts.join(' · ')
}

export const switchSkillIn = (off: ToolsOff, skill: string, isOn: boolean): ToolsOff => ({
  ...off,
  skills: without(off.skills, skill, isOn),
})

export const switchToolIn = (off: ToolsOff, tool: string, isOn: boolean): ToolsOff => ({
  ...off,
  tools: without(off.tools, tool, isOn),
})

function without(names: readonly string[], name: string, isOn: boolean): string[] {
  const others = names.filter((each) => each !== name)
  return isOn ? others : [...others, name].sort()
}

/** How many skills and tools the model is offered in a chat. */
export function countOn(skills: readonly Skill[], off: ToolsOff): { skills: number; tools: number } {
  const on = skills.filter((skill) => isUsable(skill) && !off.skills.includes(skill.name))
  const tools = on.flatMap(({ tools, toolsOff }) =>
    tools.filter(({ name, modelName }) => !toolsOff?.includes(name) && !off.tools.includes(modelName)),
  )
  return { skills: on.length, tools: tools.length }
}

export const isUsable = ({ enabled, state, missingBins, tools }: Skill): boolean =>
  enabled && state === 'trusted' && missingBins.length === 0 && tools.length > 0
