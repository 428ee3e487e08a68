import { quoteArgv } from '#shared/quote'
import type { ArgMapping, Execution, Tool } from '#shared/tool'

/** A tool in `check` and `skills`: what it is called and what it runs. `<x>` stands for the value of parameter x. */
export interface ToolRow {
  name: string
  description: string
  binary: string
  subcommand: string
  argvTemplate: string[]
  /** Where it has several ways to run, told apart by which parameters a call brings. */
  alternatives?: { binary: string; subcommand: string; argvTemplate: string[] }[]
}

export function describeTool(tool: Tool): ToolRow {
  const { modelName, description, runtime } = tool
  const [first, ...others] = runtime.executions.map(({ binary, subcommand, ...rest }) => {
    const pieces = templateOf({ binary, subcommand, ...rest }, tool)
    return { binary, subcommand, argvTemplate: pieces.map(({ text }) => text) }
  })
  const main = first ?? { binary: '', subcommand: '', argvTemplate: [] }
  return { name: modelName, description, ...main, ...(others.length > 0 && { alternatives: others }) }
}

/** As manuals write it: `[…]` may be left out. */
export function usageOf(tool: Tool): string {
  const [first] = tool.runtime.executions
  if (first === undefined) return ''
  return templateOf(first, tool)
    .map(({ text, isValue, opens, closes }) => `${opens ? '[' : ''}${isValue ? text : quote(text)}${closes ? ']' : ''}`)
    .join(' ')
}

/** One element of the argument list, before any call. */
interface Piece {
  text: string
  isValue: boolean
  opens: boolean
  closes: boolean
}

function templateOf({ binary, subcommand, args }: Execution, { params }: Tool): Piece[] {
  const words = [binary, ...subcommand.split(/\s+/).filter((word) => word !== '')]
  const required = Array.isArray(params.required) ? params.required : []
  return [...words.map((word) => piece(word)), ...args.flatMap((arg) => piecesOf(arg, required))]
}

function piecesOf(arg: ArgMapping, required: readonly unknown[]): Piece[] {
  switch (arg.kind) {
    case 'literal':
      return [piece(arg.value)]
    case 'positional':
      return [value(arg.param, arg.optional, arg.optional)]
    case 'flag':
    case 'tempfile': {
      const mayMiss = !required.includes(arg.param)
      return [{ ...piece(arg.flag), opens: mayMiss }, value(arg.param, false, mayMiss)]
    }
    case 'flagifboolean': {
      const either = [arg.flagIfTrue, arg.flagIfFalse].filter((flag) => flag !== undefined)
      const mayMiss = either.length === 1
      return either.length > 0 ? [{ ...value('', mayMiss, mayMiss), text: either.join('|') }] : []
    }
    // Neither is part of the argument list.
    case 'stdin':
    case 'workingdir':
      return []
  }
}

const piece = (text: string): Piece => ({ text, isValue: false, opens: false, closes: false })

const value = (param: string, opens: boolean, closes: boolean): Piece => ({
  text: `<${param}>`,
  isValue: true,
  opens,
  closes,
})

function quote(text: string): string {
  return quoteArgv(['', text], 'bash').text.slice(3)
}
