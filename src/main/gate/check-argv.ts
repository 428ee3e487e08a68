import { type Danger, findDanger } from '#shared/call/known-programs'
import type { CallError, PlacedValue, PlanNote } from '#shared/call/plan'
import { ownOf } from '#shared/json'
import { type Message, type MessageCode, message } from '#shared/messages/message'
import type { CommandTool, Execution } from '#shared/skill/tool'
import { isDeceptive, toVisible } from '#shared/visible'
import { askWorker } from './ask-worker.ts'
import { compilePattern, estimateProgram, explainPattern } from './pattern.ts'

const LONGEST_ELEMENT = 128 * 1024
const LARGEST_TOTAL = 1_500_000
/** In UTF-16 units, for a whole command line on Windows. */
const LONGEST_WINDOWS_LINE = 32_767
/** Bytes per element besides its text: a NUL and a pointer. */
const ELEMENT_OVERHEAD = 9

interface ArgvToCheck {
  argv: readonly string[]
  values: readonly PlacedValue[]
  env: Readonly<Record<string, string>>
  platform: NodeJS.Platform
}

type Checked = { ok: true; notes: PlanNote[] } | { ok: false; error: CallError }

/** Checks the final elements. What cannot be passed is an error; what the person should notice is a note. */
export async function checkArgv(command: ArgvToCheck): Promise<Checked> {
  const { argv, values, env, platform } = command
  const error = checkElements(argv, values) ?? checkTotal(argv, env, platform)
  if (error !== null) return { ok: false, error }
  const notes: PlanNote[] = []
  for (const value of values) {
    const refused =
      checkOutside(value) ?? checkOptions(argv, value, platform, notes) ?? (await checkDenied(argv, value))
    if (refused !== null) return { ok: false, error: refused }
    remark(argv, value, notes)
  }
  return { ok: true, notes }
}

const NUL = message('has-nul')
const ILL_FORMED = message('has-half-character')
const TOO_LONG = message('over-128-kib')

function checkElements(argv: readonly string[], values: readonly PlacedValue[]): CallError | null {
  for (const [index, element] of argv.entries()) {
    const isLong = element.length * 3 >= LONGEST_ELEMENT && Buffer.byteLength(element) >= LONGEST_ELEMENT
    const hasNul = element.includes('\0')
    if (!hasNul && !isLong && element.isWellFormed()) continue
    const value = values.find(({ elements }) => elements.includes(index))
    if (hasNul) return blame(value, 'ARG_NUL', NUL)
    return isLong ? blame(value, 'ARG_TOO_LONG', TOO_LONG) : blame(value, 'ARG_ILL_FORMED', ILL_FORMED)
  }
  return null
}

function checkTotal(argv: readonly string[], env: Readonly<Record<string, string>>, platform: NodeJS.Platform) {
  if (platform === 'win32') {
    const total = argv.reduce((sum, element) => sum + element.length + (element.match(/["\\]/g)?.length ?? 0) + 3, 0)
    if (total <= LONGEST_WINDOWS_LINE) return null
    return tooLong(message('of-most-characters', { total, most: LONGEST_WINDOWS_LINE }))
  }
  const pairs = Object.entries(env)
  const most = argv.reduce((sum, element) => sum + element.length * 3 + ELEMENT_OVERHEAD, 0)
  const mostEnv = pairs.reduce((sum, [name, value]) => sum + (name.length + value.length) * 3 + ELEMENT_OVERHEAD + 1, 0)
  if (most + mostEnv <= LARGEST_TOTAL) return null
  const elements = [...argv, ...pairs.map(([name, value]) => `${name}=${value}`)]
  const total = elements.reduce((sum, element) => sum + Buffer.byteLength(element) + ELEMENT_OVERHEAD, 0)
  return total > LARGEST_TOTAL ? tooLong(message('of-most-bytes', { total, most: LARGEST_TOTAL })) : null
}

function tooLong(size: Message): CallError {
  return { code: 'ARG_TOO_LONG', message: message('arguments-too-long', { size }) }
}

/** Standard input, files and the folder are not elements of argv. */
function checkOutside(value: PlacedValue): CallError | null {
  if (value.place === 'workingdir' && value.text.includes('\0')) return blame(value, 'ARG_NUL', NUL)
  return value.text.isWellFormed() ? null : blame(value, 'ARG_ILL_FORMED', ILL_FORMED)
}

function checkOptions(
  argv: readonly string[],
  value: PlacedValue,
  platform: NodeJS.Platform,
  notes: PlanNote[],
): CallError | null {
  if (value.origin === 'skill') return null
  for (const element of value.elements) {
    const text = argv[element] as string
    if (!looksLikeOption(text, platform)) continue
    if (value.wantsNumber && NUMBER.test(text)) {
      notes.push({ element, text: message('note-negative-number') })
    } else if (value.place === 'flag' || value.allowLeadingDash) {
      notes.push({ element, text: message('note-option'), raises: true })
    } else {
      const problem = message('option-not-allowed', { sign: JSON.stringify([...text][0]) })
      return blame(value, 'ARG_LOOKS_LIKE_OPTION', problem)
    }
  }
  return null
}

const LONGEST_PATH = 4096
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/|^(?:data|ext|javascript|mailto):|^[^\s/:@]+@[^\s/:]+:/i
const PATH = /^(?:[/~]|\\\\|[a-z]:[\\/]|file:)|(?:^|[\\/])\.\.(?:[\\/]|$)/i

/** Notes what a program may read as more than text. */
function remark(argv: readonly string[], value: PlacedValue, notes: PlanNote[]): void {
  const places = value.elements.length > 0 ? value.elements : [-1]
  if (value.note !== undefined) notes.push({ element: places[0] ?? -1, text: value.note })
  if (value.origin === 'skill') return
  for (const element of places) {
    const text = argv[element] ?? value.text
    if (isDeceptive(text)) notes.push({ element, text: message('note-invisible'), raises: true })
    if (element < 0) continue
    const isPath = text.length <= LONGEST_PATH && PATH.test(text) && !value.readPath && !value.writePath
    const isAddress = ADDRESS.test(text) && !(value.wantsUrl && value.origin === 'model')
    if (text.startsWith('@')) notes.push({ element, text: message('note-at-sign'), raises: true })
    else if (isPath) notes.push({ element, text: message('note-path'), raises: true })
    else if (isAddress) notes.push({ element, text: message('note-address'), raises: true })
  }
}

function blame(value: PlacedValue | undefined, code: CallError['code'], problem: Message): CallError {
  if (value === undefined) return { code, message: message('skill-argument-problem', { problem }) }
  return { code, message: message('parameter-problem', { param: value.param, problem }), path: value.param }
}

/** Limit for this thread: instructions times characters. */
const MOST_WORK_HERE = 100_000

/** Refuses a value that its declaration denies, as a whole or in any piece of it. */
async function checkDenied(argv: readonly string[], value: PlacedValue): Promise<CallError | null> {
  const { denyPattern, param } = value
  if (denyPattern === undefined) return null
  const pieces = value.elements.map((element) => argv[element] as string)
  const problem = explainPattern(denyPattern)
  if (problem !== null) {
    return { code: 'TOOL_BROKEN', message: message('parameter-pattern-unusable', { param, problem }), path: param }
  }
  for (const text of new Set([value.text, ...pieces])) {
    const isDenied = await isMatch(denyPattern, text)
    if (isDenied === false) continue
    const denied = message('must-not-match', { pattern: denyPattern })
    const reason = isDenied === null ? message('not-checked-in-time') : denied
    return { code: 'ARG_DENIED', message: message('parameter-value-denied', { param, reason }), path: param }
  }
  return null
}

async function isMatch(pattern: string, text: string): Promise<boolean | null> {
  if (estimateProgram(pattern) * text.length <= MOST_WORK_HERE) return compilePattern(pattern).test(text)
  const answer = await askWorker({ kind: 'match', pattern, text })
  return answer.state === 'matched' ? answer.isMatch : null
}

/** A resolver or a post-processing, before it runs. */
export interface Helper {
  argv: readonly string[]
  /** Elements that begin with text of the call, and what they may look like. */
  fromCall: readonly { element: number; allows: 'text' | 'numbers' | 'options' }[]
  /** Absent for a script, which the person allowed by turning scripts on. */
  command?: { binary: string; subcommand: string }
}

const REASONS = {
  runs: 'helper-runs-any-code',
  'gains-rights': 'helper-gains-rights',
  signals: 'helper-signals',
  deletes: 'helper-deletes',
} as const satisfies Record<Danger, MessageCode>

/** Why a helper may not run, or null. It runs without being asked about, so what would be asked about every time is refused. */
export function judgeHelper({ argv, fromCall, command }: Helper, platform: NodeJS.Platform): Message | null {
  const danger = command === undefined ? null : findDanger(command.binary, command.subcommand, argv)
  if (command !== undefined && danger !== null) return message(REASONS[danger], { name: command.binary })
  if (argv.some((element) => element.includes('\0') || !element.isWellFormed())) {
    return message('helper-arguments-unusable')
  }
  if (argv.some((element) => Buffer.byteLength(element) >= LONGEST_ELEMENT)) return message('argument-too-long')
  for (const { element, allows } of fromCall) {
    const text = argv[element] ?? ''
    const isAllowed = allows === 'options' || (allows === 'numbers' && NUMBER.test(text))
    if (looksLikeOption(text, platform) && !isAllowed)
      return message('value-like-option', { value: toVisible(JSON.stringify(text.slice(0, 80))).text })
  }
  return null
}
const NUMBER = /^-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Windows converts these to a hyphen for programs that use an old code page. */
const WINDOWS_DASHES = /^[/@\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/

/** Whether a program may read this value as an option or, on Windows, as a file of options. */
function looksLikeOption(text: string, platform: NodeJS.Platform): boolean {
  return text.startsWith('-') || (platform === 'win32' && WINDOWS_DASHES.test(text))
}

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
  const allowed = ownOf(allowlist, binary)
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
