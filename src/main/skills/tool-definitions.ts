import type { ToolDefinition } from '#shared/model/model'
import { executionsOf, type Tool } from '#shared/skill/tool'

export function toOllamaTools(tools: readonly Tool[]): ToolDefinition[] {
  return tools.map(({ modelName, description, params, tags, about }) => {
    const found = tags ?? about?.tags
    const definition = { name: modelName, description, parameters: params }
    return { type: 'function', function: definition, ...(found && { tags: found }) }
  })
}

/** The command lines of each tool, without arguments. */
export const listCommands = (tools: readonly Tool[]): Map<string, string[]> =>
  new Map(
    tools.flatMap((tool) => {
      const lines = executionsOf(tool).map(({ binary, subcommand }) => `${binary} ${subcommand}`.trim())
      return lines.length > 0 ? [[tool.modelName, lines]] : []
    }),
  )
