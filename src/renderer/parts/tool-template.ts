import type { Origin } from '#shared/plan'
import type { ArgMapping, Execution } from '#shared/tool'

/** A piece of a command as its skill declares it, before any call: a flag and its value are one piece. */
export interface TemplatePiece {
  isOptional: boolean
  words: { text: string; origin: Origin }[]
}

export function templateOf(execution: Execution): TemplatePiece[] {
  const fixed = [execution.binary, ...execution.subcommand.split(/\s+/).filter(Boolean)]
  return [...fixed.map((text) => piece(false, { text, origin: 'skill' })), ...execution.args.flatMap(piecesOf)]
}

const piece = (isOptional: boolean, ...words: TemplatePiece['words']): TemplatePiece => ({ isOptional, words })

function piecesOf(arg: ArgMapping): TemplatePiece[] {
  switch (arg.kind) {
    case 'literal':
      return [piece(false, { text: arg.value, origin: 'skill' })]
    case 'flagifboolean': {
      const either = [arg.flagIfTrue, arg.flagIfFalse].filter((flag) => flag !== undefined)
      return either.length > 0 ? [piece(either.length === 1, { text: either.join(' or '), origin: 'skill' })] : []
    }
    case 'flag':
      return [piece(true, { text: arg.flag, origin: 'skill' }, valueWord(arg))]
    case 'tempfile':
      return [piece(arg.optional, { text: arg.flag, origin: 'skill' }, valueWord(arg, 'file with '))]
    case 'stdin':
      return [piece(arg.optional, valueWord(arg, '< '))]
    case 'workingdir':
      return [piece(arg.optional, valueWord(arg, 'in '))]
    case 'positional':
      return [piece(arg.optional, valueWord(arg))]
  }
}

function valueWord(
  arg: Exclude<ArgMapping, { kind: 'literal' | 'flagifboolean' }>,
  before = '',
): TemplatePiece['words'][number] {
  const source = arg.resolve?.script ?? arg.resolve?.command?.binary
  if (source === undefined) return { text: before + arg.param, origin: 'model' }
  return { text: `${before}${arg.param} ← ${source}`, origin: 'resolver' }
}
