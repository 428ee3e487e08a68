import type { CallError } from '#shared/call/plan'
import type { CommandTool, Execution } from '#shared/skill/tool'

const BINARY_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/

/** Why this program may not run for the tool, or null. Names and subcommands are compared letter by letter; nothing is a wildcard. */
export function checkCommand(tool: CommandTool, binary: string, subcommand: string): CallError | null {
  const { allowlist } = tool.runtime
  if (!BINARY_NAME.test(binary)) {
    const message = `${JSON.stringify(binary)} is not the bare name of a program: letters, digits and . _ + - alone`
    return { code: 'BINARY_NAME', message }
  }
  const allowed = Object.hasOwn(allowlist, binary) ? allowlist[binary] : undefined
  if (allowed === undefined) {
    const message = `the skill ${tool.source.skill} may not run ${binary}: its allowlist does not name it`
    return { code: 'BINARY_NOT_ALLOWED', message }
  }
  if (allowed.includes(subcommand)) return null
  const shown = subcommand === '' ? 'without a subcommand' : `with the subcommand ${JSON.stringify(subcommand)}`
  const message = `the skill ${tool.source.skill} may not run ${binary} ${shown}: its allowlist does not name it`
  return { code: 'SUBCOMMAND_NOT_ALLOWED', message }
}

/** Checks every program that an execution's resolvers and its post-processing may start. */
export function checkHelpers(tool: CommandTool, execution: Execution): CallError | null {
  const declared = execution.args.map((mapping) => ('resolve' in mapping ? mapping.resolve : undefined))
  for (const each of [...declared, execution.postProcess]) {
    if (each?.command === undefined) continue
    const error = checkCommand(tool, each.command.binary, each.command.subcommand)
    if (error !== null) return error
  }
  return null
}
