import type { Origin } from '#shared/call/plan'
import { say } from '#shared/messages/say'
import type { ArgMapping, Execution } from '#shared/skill/tool'

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
      const [one, other] = [arg.flagIfTrue, arg.flagIfFalse].filter((flag) => flag !== undefined)
      if (one === undefined) return []
      const text = other === undefined ? one : say('{one} or {other}', { one, other })
      return [piece(other === undefined, { text, origin: 'skill' })]
    }
    case 'flag':
      return [piece(true, { text: arg.flag, origin: 'skill' }, valueWord(arg))]
    case 'tempfile':
      return [piece(arg.optional, { text: arg.flag, origin: 'skill' }, valueWord(arg, inFile))]
    case 'stdin':
      return [piece(arg.optional, valueWord(arg, toInput))]
    case 'workingdir':
      return [piece(arg.optional, valueWord(arg, inFolder))]
    case 'positional':
      return [piece(arg.optional, valueWord(arg))]
  }
}

const inFile = (value: string) => say('file with {value}', { value })
const inFolder = (value: string) => say('in {value}', { value })
const toInput = (value: string) => `< ${value}`

function valueWord(
  arg: Exclude<ArgMapping, { kind: 'literal' | 'flagifboolean' }>,
  dress = (value: string) => value,
): TemplatePiece['words'][number] {
  const source = arg.resolve?.script ?? arg.resolve?.command?.binary
  if (source === undefined) return { text: dress(arg.param), origin: 'model' }
  return { text: dress(`${arg.param} ← ${source}`), origin: 'resolver' }
}
