import type { CallError } from '#shared/call/plan'
import { message } from '#shared/messages/message'
import type { CommandTool, Execution } from '#shared/skill/tool'

const BINARY_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/

/**
 * Why this program may not run for the tool, or null. Names and subcommands must match exactly; there are no wildcards.
 */
export function checkCommand(tool: CommandTool, binary: string, subcommand: string): CallError | null {
  const { allowlist } = tool.runtime
  const { skill } = tool.source
  if (!BINARY_NAME.test(binary)) {
    return { code: 'BINARY_NAME', message: message('binary-not-plain-name', { name: JSON.stringify(binary) }) }
  }
  const allowed = Object.hasOwn(allowlist, binary) ? allowlist[binary] : undefined
  if (allowed === undefined) {
    return { code: 'BINARY_NOT_ALLOWED', message: message('program-not-allowed', { skill, program: binary }) }
  }
  if (allowed.includes(subcommand)) return null
  const program = { skill, program: binary }
  const why =
    subcommand === ''
      ? message('bare-program-not-allowed', program)
      : message('subcommand-not-allowed', { ...program, subcommand: JSON.stringify(subcommand) })
  return { code: 'SUBCOMMAND_NOT_ALLOWED', message: why }
}

/** Checks every program that the resolvers and the post-processing of an execution may start. */
export function checkHelpers(tool: CommandTool, execution: Execution): CallError | null {
  const declared = execution.args.map((mapping) => ('resolve' in mapping ? mapping.resolve : undefined))
  for (const each of [...declared, execution.postProcess]) {
    if (each?.command === undefined) continue
    const error = checkCommand(tool, each.command.binary, each.command.subcommand)
    if (error !== null) return error
  }
  return null
}
