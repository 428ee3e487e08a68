import { type ArgMapping, type Execution, executionsOf, type Tool } from '#shared/skill/tool'
import { quoteArgv } from './quote.ts'

/** One element of the argument list before a call fills it in. */
export interface TemplatePiece {
  text: string
  isValue: boolean
  opens: boolean
  closes: boolean
}

/** One template for each way the tool can run. Code shows its file, a request its address, a server's tool its name. */
export function templatesOf(tool: Tool): { binary: string; subcommand: string; pieces: TemplatePiece[] }[] {
  const { runtime } = tool
  const alone = (binary: string, words: string[], more: TemplatePiece[] = []) => [
    { binary, subcommand: '', pieces: [...words.map((text) => piece(text)), ...more] },
  ]
  if (runtime.kind === 'code') {
    const words = runtime.argv === 'list' ? [value('args', true, true)] : []
    return alone(runtime.launcher, [runtime.launcher, runtime.entry.file], words)
  }
  if (runtime.kind === 'program') return alone(runtime.program, [runtime.program, ...runtime.args])
  if (runtime.kind === 'http') return alone('', [runtime.spec.method, runtime.spec.url])
  if (runtime.kind === 'prompt') return alone('', [tool.name])
  if (runtime.kind === 'function') {
    const words = runtime.layers.map(({ name, file }) => file ?? name)
    return alone('', runtime.prompt === undefined ? words : [...words, tool.name])
  }
  if (runtime.kind === 'mcp') return alone('', [runtime.server.name, runtime.tool])
  return executionsOf(tool).map((execution) => {
    const { binary, subcommand } = execution
    return { binary, subcommand, pieces: templateOf(execution, tool) }
  })
}

/** The command line with `<x>` in place of parameter x. */
export function templateOf({ binary, subcommand, args }: Execution, { params }: Tool): TemplatePiece[] {
  const words = [binary, ...subcommand.split(/\s+/).filter((word) => word !== '')]
  const required = Array.isArray(params.required) ? params.required : []
  return [...words.map((word) => piece(word)), ...args.flatMap((arg) => piecesOf(arg, required))]
}

function piecesOf(arg: ArgMapping, required: readonly unknown[]): TemplatePiece[] {
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
    case 'stdin':
    case 'workingdir':
      return []
  }
}

const piece = (text: string): TemplatePiece => ({ text, isValue: false, opens: false, closes: false })

const value = (param: string, opens: boolean, closes: boolean): TemplatePiece => ({
  text: `<${param}>`,
  isValue: true,
  opens,
  closes,
})

/** In the notation of manuals: `[…]` is optional. */
export function usageOf(tool: Tool): string {
  const pieces = templatesOf(tool)[0]?.pieces ?? []
  return pieces
    .map(({ text, isValue, opens, closes }) => `${opens ? '[' : ''}${isValue ? text : quote(text)}${closes ? ']' : ''}`)
    .join(' ')
}

const quote = (text: string): string => quoteArgv(['', text], 'bash').text.slice(3)
