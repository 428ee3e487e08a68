import { type ModelReading, newReading } from '#main/agent/model-reading'
import type { TurnInput } from '#main/agent/turn'
import { listOff } from '#main/chat/chat-tools'
import type { ChatPorts } from '#main/chat/chats'
import { type ModelOptions, readModelOptions } from '#main/models/model-options'
import type { ModelConnection } from '#main/models/models'
import { askModel, type Listener } from '#main/models/ollama/chat'
import { emptyAnswer } from '#main/models/ollama/read-answer'
import { describeBriefly, describeSkills, readSkillDefinition } from '#main/skills/context'
import { listCommands, toOllamaTools } from '#main/skills/tool-definitions'
import type { ModelOutcome, ModelRequest } from '#shared/model/model'
import { isInside } from '#shared/paths'
import type { Skill } from '#shared/skill/skill'
import { readPictures } from './pictures.ts'

export interface PreparedTurn {
  /** Skills whose pages the model may read. */
  skills: Skill[]
  /** What the chat's `main` skill allows to be called. */
  bounds?: { asking: string; allowedTools: string }
  options: ModelOptions
  /** Sends a request as the model's settings say, with the pictures of its messages. Never rejects. */
  ask(request: ModelRequest, listener: Listener, signal: AbortSignal): Promise<ModelOutcome>
  input: Omit<TurnInput, 'chat' | 'turn' | 'history' | 'text' | 'signal'>
}

export type PreparePorts = Pick<
  ChatPorts,
  'registry' | 'chatTools' | 'folderOf' | 'contextMode' | 'modelBook' | 'think' | 'readText' | 'used'
>

/** What all turns with this model share, without what is switched off in this chat. */
export function prepareTurn(
  ports: PreparePorts,
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
  const main = findMain(skills, ports.folderOf(chat))
  const reading = readings.get(met.model) ?? newReading()
  readings.set(met.model, reading)
  const options = readModelOptions(ports, met, reading)
  const isBrief = mode !== 'full' && options.input.style === 'compact'
  return {
    skills,
    ...(main?.main?.allowedTools !== undefined && {
      bounds: { asking: main.name, allowedTools: main.main.allowedTools },
    }),
    options,
    async ask(request, listener, signal) {
      if (!met.ok) return { ok: false, problem: met.problem, said: emptyAnswer() }
      const pictures = await readPictures(request, ports.readText)
      return askModel(met.host, { ...options.request, ...request, ...pictures }, listener, signal)
    },
    input: {
      model: met.model,
      ...options.input,
      ...(off.size > 0 && { off }),
      reading,
      system: isBrief ? describeBriefly(skills) : describeSkills(skills, mode),
      ...(main?.main && { opening: main.main.text }),
      tools: toOllamaTools(registry.tools).filter(({ function: { name } }) => !off.has(name)),
      used: ports.used(),
      commands: listCommands(registry.tools),
      builtIns: mode === 'full' || skills.length === 0 ? [] : [readSkillDefinition(skills)],
    },
  }
}

/** The skill of the innermost folder around this one; null if that folder has two. */
function findMain(skills: readonly Skill[], folder: string): Skill | undefined {
  const around = skills.filter(({ mainOf }) => mainOf !== undefined && isInside(folder, mainOf))
  const lengths = around.map(({ mainOf = '' }) => mainOf.length)
  const [main, second] = around.filter(({ mainOf = '' }) => mainOf.length === Math.max(...lengths))
  return second ? undefined : main
}
