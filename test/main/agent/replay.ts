import { runTurn } from '#main/agent/turn'
import { validateArguments } from '#main/gate/validate-arguments'
import { listCommands, toOllamaTools } from '#main/skills/tool-definitions'
import { textOf } from '#shared/messages/message'
import type { Tool } from '#shared/skill/tool'
import { loadShipped } from '#test/skills/shipped'
import { answer, keepProposed, makeInput, makeWorld, type World } from './turn-world.ts'

export const shippedTools: Tool[] = (await loadShipped()).flatMap((skill) => skill.tools)

/** A turn over the bundled tools with what Qwen2.5-Coder-1.5B wrote; the gate reads its arguments as in every call. */
export async function replay(text: string, ...replies: string[]) {
  const world = makeWorld(replies.map((content) => answer({ content })))
  const { runCall } = world.ports
  world.ports.runCall = async (call) => {
    const tool = shippedTools.find(({ modelName }) => modelName === call.tool)
    const read = tool ? await validateArguments(tool, call.args, true) : null
    if (read && !read.ok) return { text: `error: ${textOf(read.error.message)}`, code: read.error.code }
    return runCall(call)
  }
  const proposed = keepProposed(world)
  const input = makeInput({
    style: 'compact',
    tools: toOllamaTools(shippedTools),
    contextLength: 16_384,
    text,
    commands: listCommands(shippedTools),
  })
  const reason = await runTurn(input, world.ports)
  return { world, proposed, reason, said: lastSaid(world) }
}

function lastSaid({ facts }: World): string {
  const said = facts.findLast((each) => each.type === 'message.added' && each.role === 'assistant')
  return said?.type === 'message.added' ? said.content : ''
}
