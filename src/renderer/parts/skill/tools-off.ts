import { isUsable } from '#renderer/parts/chat/prompts.ts'
import type { ToolsOff } from '#shared/facts'
import type { Skill } from '#shared/skill/skill'

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
