import type { ProcessAction } from '#shared/call/action'
import type { CallError, Origin, PlacedValue } from '#shared/call/plan'
import type { Json, JsonObject } from '#shared/json'
import { type MessageValue, message } from '#shared/messages/message'
import type { BooleanFlagArg, CommandTool, Execution, Tool } from '#shared/skill/tool'
import { describeParam, splitWords } from './value-command.ts'
import { isGiven, type Value } from './values.ts'

export interface BuiltArgv extends Pick<ProcessAction, 'argv' | 'origin' | 'stdin' | 'tempFiles'> {
  /** As the call wrote it: absolute, or relative to the usual working folder. */
  cwd?: string
  values: PlacedValue[]
}

/** The execution that matches the parameters of the call; null counts as missing. */
export function chooseExecution(
  tool: CommandTool,
  args: JsonObject,
): { ok: true; execution: Execution } | { ok: false; error: CallError } {
  const { executions } = tool.runtime
  const fitting = executions.filter((each) => each.when !== undefined && fits(each.when, args))
  const chosen = fitting[0] ?? executions.find((each) => each.when === undefined)
  if (chosen !== undefined && fitting.length <= 1) return { ok: true, execution: chosen }
  const why =
    fitting.length > 1
      ? message('parameters-ambiguous', { conditions: joinBy('this-as-well-as', fitting.map(describeCondition)) })
      : message('parameters-do-not-fit', { conditions: joinBy('this-or-that', executions.map(describeCondition)) })
  return { ok: false, error: { code: 'ARGS_INVALID', message: why } }
}

type Condition = NonNullable<Execution['when']>

function fits({ present, absent }: Condition, args: JsonObject): boolean {
  return present.every((param) => isGiven(args, param)) && !absent.some((param) => isGiven(args, param))
}

function describeCondition({ when }: Execution): MessageValue {
  const present = when?.present.length ? joinBy('this-as-well-as', when.present) : message('no-other-parameter')
  return when?.absent.length ? message('this-without-that', { present, absent: when.absent.join(', ') }) : present
}

type Joining = 'this-as-well-as' | 'this-or-that'

const joinBy = (code: Joining, [first = '', ...others]: readonly MessageValue[]): MessageValue =>
  others.reduce((some, other) => message(code, { some, other }), first)

/** The execution's own subcommand, unless a true boolean replaces it. */
export function chooseSubcommand(execution: Execution, args: JsonObject): string {
  for (const mapping of execution.args) {
    if (mapping.kind !== 'flagifboolean' || mapping.subcommandOverride === undefined) continue
    if (isTrue(flagValue(mapping, args))) return mapping.subcommandOverride
  }
  return execution.subcommand
}

/** Program, subcommand, then arguments in the declared order. Pure and total. */
export function buildArgv(
  tool: Tool,
  execution: Execution,
  args: JsonObject,
  values: readonly Value[],
  tempDir: string,
): BuiltArgv {
  const words = [execution.binary, ...splitWords(chooseSubcommand(execution, args))]
  const built: Building = {
    ...{ argv: words, origin: words.map((): Origin => 'skill'), stdin: null, tempFiles: [], values: [] },
    ...{ hasSkipped: false, hasTerminator: false },
  }
  for (const mapping of execution.args) {
    const value = values.find((each) => each.mapping === mapping)
    if (mapping.kind === 'literal') push(built, mapping.value, 'skill')
    else if (mapping.kind === 'flagifboolean') addBooleanFlag(built, mapping, args)
    else if (value) addValue(built, value, describeParam(tool, mapping.param), tempDir)
  }
  const { hasSkipped, hasTerminator, ...result } = built
  return result
}

interface Building extends BuiltArgv {
  hasSkipped: boolean
  hasTerminator: boolean
}

function push(built: Building, element: string, origin: Origin): number {
  built.origin.push(origin)
  return built.argv.push(element) - 1
}

function addBooleanFlag(built: Building, mapping: BooleanFlagArg, args: JsonObject): void {
  const isOn = isTrue(flagValue(mapping, args))
  if (isOn && mapping.subcommandOverride !== undefined) return
  const flag = isOn ? mapping.flagIfTrue : mapping.flagIfFalse
  if (flag !== undefined) push(built, flag, 'skill')
}

function flagValue({ param, absentDefault }: BooleanFlagArg, args: JsonObject): Json | undefined {
  return isGiven(args, param) ? args[param] : absentDefault
}

function isTrue(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.toLowerCase() === 'true'
  return value === true || (typeof value === 'number' && Number.isInteger(value) && value !== 0)
}

function addValue(
  built: Building,
  { mapping, text, origin, note }: Value,
  traits: Pick<PlacedValue, 'wantsNumber' | 'wantsUrl'>,
  tempDir: string,
): void {
  if (text === null) {
    if (mapping.kind === 'positional') built.hasSkipped = true
    return
  }
  const { param, kind, allowLeadingDash, writePath } = mapping
  built.values.push({
    ...{ param, place: kind, text, origin, elements: place(built, mapping, text, origin, tempDir) },
    ...{ ...traits, allowLeadingDash, writePath, readPath: mapping.readPath || kind === 'workingdir' },
    ...(mapping.denyPattern !== undefined && { denyPattern: mapping.denyPattern }),
    ...(note !== undefined && { note }),
  })
}

/** Returns the indices of the elements that contain the value. */
function place(built: Building, mapping: Value['mapping'], text: string, origin: Origin, tempDir: string): number[] {
  if (mapping.kind === 'stdin') {
    built.stdin = text
    return []
  }
  if (mapping.kind === 'workingdir') {
    built.cwd = text
    return []
  }
  if (mapping.kind === 'tempfile') {
    const path = `${tempDir}/${built.tempFiles.length + 1}-${mapping.param.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)}`
    built.tempFiles.push({ path, content: text })
    push(built, mapping.flag, 'skill')
    push(built, path, 'skill')
    return []
  }
  if (mapping.kind === 'flag') {
    push(built, mapping.flag, 'skill')
    return [push(built, text, origin)]
  }
  const pieces = mapping.split ? splitWords(text) : [text]
  if (mapping.disambiguateAfterSkippedPositionals && built.hasSkipped && !built.hasTerminator && pieces.length > 0) {
    push(built, '--', 'skill')
    built.hasTerminator = true
  }
  return pieces.map((piece) => push(built, piece, origin))
}
