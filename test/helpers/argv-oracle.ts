import { admit, Refusal, settle, type Values, type WrittenCase, type WrittenEntry } from '#test/helpers/args-oracle'
import type { WrittenArg, WrittenTool } from '#test/helpers/make-tool'

/** A second model of the rules, written from their description alone: it shares no code with what it checks. */
export type Foretold =
  | { argv: string[]; origin: string[]; stdin: string | null; cwd: string | null; files: string[]; coerced: string[] }
  | { refused: string[] }

export interface World {
  /** What a script prints for the value it is given; null when it fails. */
  scripts: Record<string, (value: string) => string | null>
  allowScripts: boolean
}

export function foretell(tool: WrittenCase, call: unknown, world: World): Foretold {
  try {
    const given = settle(call)
    const { values, coerced } = admit(tool, given)
    const entry = pickEntry(tool.entries, values)
    return { ...assemble(tool, entry, values, world), coerced }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.codes }
    throw error
  }
}

function has(values: Values, name: string): boolean {
  return values.get(name) !== undefined && values.get(name) !== null
}

function pickEntry(entries: WrittenEntry[], values: Values): WrittenEntry {
  const holding = entries.filter(
    ({ when }) => when?.present.every((name) => has(values, name)) && when.absent.every((name) => !has(values, name)),
  )
  if (holding.length > 1) throw new Refusal('ARGS_INVALID')
  const entry = holding[0] ?? entries.find(({ when }) => when === undefined)
  if (entry === undefined) throw new Refusal('ARGS_INVALID')
  return entry
}

interface Piece {
  text: string
  from: 'skill' | 'model' | 'resolver'
}

function assemble(tool: WrittenTool, entry: WrittenEntry, values: Values, world: World) {
  const { binary = '', args = [] } = entry
  const swap = args.find(
    (arg) => arg.kind === 'flagifboolean' && arg.subcommandOverride !== undefined && isOn(arg, values),
  )
  const subcommand = String(swap?.subcommandOverride ?? entry.subcommand ?? '')
  if (tool.allowlist?.[binary] === undefined) throw new Refusal('BINARY_NOT_ALLOWED')
  if (!tool.allowlist[binary].includes(subcommand)) throw new Refusal('SUBCOMMAND_NOT_ALLOWED')

  const read = args.map((arg) => readOne(arg, values))
  const found = read.map((piece, index) =>
    resolveOne(tool, args[index] as WrittenArg, piece, withDefaults(args, values), world),
  )
  const line: Piece[] = [binary, ...subcommand.split(' ').filter(Boolean)].map((text) => ({ text, from: 'skill' }))
  const rest = { stdin: null as string | null, cwd: null as string | null, files: [] as string[] }
  let isGap = false
  let isParted = false
  const refused: string[] = []
  for (const [index, arg] of args.entries()) {
    const own = (text: unknown): Piece => ({ text: String(text), from: 'skill' })
    const piece = found[index] ?? null
    const kind = arg.kind ?? 'positional'
    if (kind === 'literal') line.push(own(arg.value))
    if (kind === 'flagifboolean') {
      const side = isOn(arg, values)
        ? arg.subcommandOverride === undefined
          ? arg.flagIfTrue
          : undefined
        : arg.flagIfFalse
      if (side !== undefined) line.push(own(side))
    }
    if (kind === 'positional' && piece === null) isGap = true
    if (piece === null) continue
    if (piece.text !== piece.text.toWellFormed()) refused.push('ARG_ILL_FORMED')
    const isDenied = (text: string) => arg.denyPattern !== undefined && new RegExp(String(arg.denyPattern)).test(text)
    if (isDenied(piece.text)) refused.push('ARG_DENIED')
    if (kind === 'stdin') rest.stdin = piece.text
    if (kind === 'workingdir') rest.cwd = piece.text
    if (kind === 'tempfile') {
      rest.files.push(piece.text)
      line.push(own(flagName(arg)), own('(file)'))
    }
    if (kind === 'flag') line.push(own(flagName(arg)), piece)
    if (kind === 'positional') {
      const parts = arg.split ? piece.text.split(/\s/).filter((part) => part.length > 0) : [piece.text]
      if (arg.disambiguateAfterSkippedPositionals && isGap && !isParted && parts.length > 0) {
        line.push(own('--'))
        isParted = true
      }
      for (const part of parts) {
        line.push({ text: part, from: piece.from })
        if (isDenied(part)) refused.push('ARG_DENIED')
        if (isBarred(tool, arg, part, piece.from)) refused.push('ARG_LOOKS_LIKE_OPTION')
      }
    }
    if ((kind === 'positional' || kind === 'flag' || kind === 'workingdir') && piece.text.includes('\0'))
      refused.push('ARG_NUL')
  }
  if (refused.length > 0) throw new Refusal(...refused)
  return { argv: line.map(({ text }) => text), origin: line.map(({ from }) => from), ...rest }
}

function isBarred(tool: WrittenTool, arg: WrittenArg, text: string, from: string): boolean {
  if (text.charAt(0) !== '-' || from === 'skill' || arg.allowLeadingDash === true) return false
  const { type } = (tool.properties?.[arg.param ?? ''] ?? {}) as { type?: string }
  const isNumber =
    text.length > 1 &&
    text.charAt(1) >= '0' &&
    text.charAt(1) <= '9' &&
    !Number.isNaN(Number(text)) &&
    !/[xob]/i.test(text)
  return !(isNumber && (type === 'number' || type === 'integer') && !text.endsWith('.'))
}

function flagName({ flag, param }: WrittenArg): string {
  const name = String(flag ?? param)
  if (name.charAt(0) === '-') return name
  return name.length > 1 ? `--${name}` : `-${name}`
}

function isOn({ param = '', absentDefault }: WrittenArg, values: Values): boolean {
  const value = has(values, param) ? values.get(param) : absentDefault
  if (value === true) return true
  if (typeof value === 'string') return value.length === 4 && /^true$/i.test(value)
  return typeof value === 'number' && value % 1 === 0 && value !== 0
}

function readOne(arg: WrittenArg, values: Values): Piece | null {
  const { kind = 'positional', param = '' } = arg
  if (kind === 'literal' || kind === 'flagifboolean') return null
  const isGiven = has(values, param)
  const value = isGiven ? values.get(param) : arg.absentDefault
  if (value === undefined || value === null) {
    if (kind === 'flag' || kind === 'tempfile' || arg.optional === true) return null
    throw new Refusal('PARAM_MISSING')
  }
  if (typeof value === 'object') throw new Refusal('PARAM_TYPE')
  let text = typeof value === 'string' ? value : JSON.stringify(value)
  if (arg.normalizeNewlines === true && (kind === 'flag' || kind === 'positional')) {
    text = text.split('\\n').join('\n').split('\\t').join('\t')
  }
  return { text, from: isGiven ? 'model' : 'skill' }
}

/** A parameter that is missing gets its first default. */
function withDefaults(args: WrittenArg[], values: Values): Values {
  const filled: Values = new Map(values)
  for (const { param = '', absentDefault } of args) {
    if (!has(filled, param) && absentDefault !== undefined) filled.set(param, absentDefault)
  }
  return filled
}

function resolveOne(
  tool: WrittenTool,
  arg: WrittenArg,
  piece: Piece | null,
  values: Values,
  world: World,
): Piece | null {
  const declared = arg.resolveCommand as { script: string; args: string[]; onFailure?: string } | undefined
  if (declared === undefined || (piece === null && arg.optional !== true)) return piece
  const value = piece?.text ?? ''
  const handed = declared.args.map((word) => {
    const isOther = word.startsWith('$') && word !== '$param' && word !== `$${arg.param}`
    const other = isOther ? values.get(word.slice(1)) : value
    return {
      owner: isOther ? { param: word.slice(1) } : arg,
      text: typeof other === 'string' ? other : other == null ? '' : JSON.stringify(other),
    }
  })
  const isUnfit = handed.some(
    ({ owner, text }) => text.includes('\0') || text !== text.toWellFormed() || isBarred(tool, owner, text, 'model'),
  )
  const run = world.scripts[declared.script]
  const printed = world.allowScripts && run !== undefined && !isUnfit ? run(value) : null
  if (printed !== null && printed.trim().length > 0) return { text: printed.trim(), from: 'resolver' }
  if (declared.onFailure === 'reject') throw new Refusal('RESOLVER_REJECTED')
  return piece
}
