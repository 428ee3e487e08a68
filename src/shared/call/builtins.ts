import { isObject, parseJson } from '#shared/json'
import type { ParamsSchema } from '#shared/skill/tool'
import type { BuiltinAction } from './action.ts'

export type BuiltinName = BuiltinAction['name']

/** The tools that Skillet answers itself. Each one checks its own arguments. */
export const BUILTINS: Readonly<Record<BuiltinName, ParamsSchema>> = {
  find_tools: { type: 'object', properties: { query: { type: 'string' } } },
  read_output: {
    type: 'object',
    properties: { id: { type: 'string' }, from: { type: 'integer' }, to: { type: 'integer' } },
  },
  read_skill: { type: 'object', properties: { skill_name: { type: 'string' }, path: { type: 'string' } } },
}

export const isBuiltin = (tool: string): tool is BuiltinName => Object.hasOwn(BUILTINS, tool)

export const USE_TOOL = 'use_tool'

/**
 * `use_tool {name, arguments}` becomes the call it names: that is what is looked up, judged and recorded. Models also
 * write the arguments as text or beside the name.
 */
export function nameUsedTool<Call extends { tool: string; args: unknown }>(call: Call): Call {
  if (call.tool !== USE_TOOL || !isObject(call.args) || typeof call.args.name !== 'string') return call
  const { name, arguments: given, ...beside } = call.args
  const args = typeof given === 'string' ? (parseJson(given) ?? given) : (given ?? beside)
  return { ...call, tool: name, args }
}
