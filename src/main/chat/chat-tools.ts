import { type FoundTool, findSwitchedOff } from '#main/trust/skill-registry'
import type { Fact, ToolsOff } from '#shared/facts'
import { type Message, message } from '#shared/messages/message'
import type { Skill } from '#shared/skill/skill'

export const NOTHING_OFF: ToolsOff = { skills: [], tools: [] }

export type ChatTools = ReturnType<typeof makeChatTools>

/** What is switched off in single chats, folded from facts. */
export function makeChatTools() {
  const chosen = new Map<string, ToolsOff>()
  /** What is off in this chat, besides what is off everywhere. */
  const off = (chat: string | null): ToolsOff => chosen.get(chat ?? '') ?? NOTHING_OFF
  return {
    take(fact: Fact) {
      if (fact.type === 'chat.tools-changed' && fact.chat !== null) chosen.set(fact.chat, fact.off)
    },
    off,
    /** The tool, or why this chat may not call it. */
    check(chat: string | null, found: FoundTool): FoundTool {
      if (!found.ok) return found
      const { skill, tool } = found
      const why = explainOff(off(chat), skill, tool.modelName)
      return why === null ? found : { ok: false, skill, error: { code: 'TOOL_DISABLED', message: why } }
    },
  }
}

/** Every tool that is off here or everywhere, with the reason. */
export function listOff(skills: readonly Skill[], off: ToolsOff): ReadonlyMap<string, Message> {
  const why = new Map<string, Message>()
  for (const skill of skills) {
    for (const tool of skill.tools) {
      const reason = findSwitchedOff(tool, skill)?.message ?? explainOff(off, skill, tool.modelName)
      if (reason !== null) why.set(tool.modelName, reason)
    }
  }
  return why
}

/** Written for the model, which may remember the tool from earlier in the chat. */
function explainOff({ skills, tools }: ToolsOff, { name }: Pick<Skill, 'name'>, tool: string): Message | null {
  if (skills.includes(name)) return message('skill-off-in-chat', { skill: name, tool })
  return tools.includes(tool) ? message('tool-off-in-chat', { tool }) : null
}
