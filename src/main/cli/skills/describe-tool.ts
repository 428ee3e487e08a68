import { templatesOf } from '#shared/call/argv-template'
import type { Signature } from '#shared/skill/about'
import type { Tool } from '#shared/skill/tool'

/** A tool in `check` and `skills`. `<x>` is the value of parameter x. */
export interface ToolRow {
  name: string
  description: string
  binary: string
  subcommand: string
  argvTemplate: string[]
  /** For formats with signatures. */
  signature?: { state: Signature['state']; fingerprint?: string }
  /** Set if it can run in several ways, told apart by the parameters of a call. */
  alternatives?: { binary: string; subcommand: string; argvTemplate: string[] }[]
}

export function describeTool(tool: Tool): ToolRow {
  const { modelName, description, signature } = tool
  const [first, ...others] = templatesOf(tool).map(({ pieces, ...way }) => {
    return { ...way, argvTemplate: pieces.map(({ text }) => text) }
  })
  const main = first ?? { binary: '', subcommand: '', argvTemplate: [] }
  const signed = signature && {
    state: signature.state,
    ...('fingerprint' in signature && { fingerprint: signature.fingerprint }),
  }
  const more = { ...(signed && { signature: signed }) }
  return { name: modelName, description, ...main, ...more, ...(others.length > 0 && { alternatives: others }) }
}
