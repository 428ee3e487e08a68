import type { ToolDefinition } from '#shared/model/model'
import type { Tool } from '#shared/skill/tool'

export function toOllamaTools(tools: readonly Tool[]): ToolDefinition[] {
  return tools.map(({ modelName, description, params }) => ({
    type: 'function',
    function: { name: modelName, description, parameters: params },
  }))
}
