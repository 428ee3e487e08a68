import { type ModelReading, newReading } from '#main/agent/model-reading'
import type { TurnInput } from '#main/agent/turn'
import { listOff } from '#main/chat/chat-tools'
import type { ChatPorts } from '#main/chat/chats'
import { type ModelOptions, readModelOptions } from '#main/models/model-options'
import type { ModelConnection } from '#main/models/models'
import { describeBriefly, describeSkills, readSkillDefinition } from '#main/skills/context'
import { listCommands, toOllamaTools } from '#main/skills/tool-definitions'
import type { Skill } from '#shared/skill/skill'

export interface PreparedTurn {
  /** Skills whose pages the model may read. */
  skills: Skill[]
  options: ModelOptions
  input: Omit<TurnInput, 'chat' | 'turn' | 'history' | 'text' | 'signal'>
}

/** What all turns with this model share, without what is switched off in this chat. */
export function prepareTurn(
  ports: Pick<ChatPorts, 'registry' | 'chatTools' | 'contextMode' | 'modelBook' | 'think'>,
  readings: Map<string, ModelReading>,
  met: ModelConnection,
  chat: string | null,
): PreparedTurn {
  const registry = ports.registry()
  const usable = registry.skills.filter(({ state, enabled }) => state === 'trusted' && enabled)
  const toolsOff = ports.chatTools.off(chat)
  const skills = usable.filter(({ name }) => !toolsOff.skills.includes(name))
  const off = listOff(usable, toolsOff)
  const mode = ports.contextMode()
  const options = readModelOptions(ports, met)
  const isBrief = mode !== 'full' && options.input.style === 'compact'
  const reading = readings.get(met.model) ?? newReading()
  readings.set(met.model, reading)
  return {
    skills,
    options,
    input: {
      model: met.model,
      ...options.input,
      ...(off.size > 0 && { off }),
      reading,
      system: isBrief ? describeBriefly(skills) : describeSkills(skills, mode),
      tools: toOllamaTools(registry.tools).filter(({ function: { name } }) => !off.has(name)),
      commands: listCommands(registry.tools),
      builtIns: mode === 'full' || skills.length === 0 ? [] : [readSkillDefinition(skills)],
    },
  }
}
