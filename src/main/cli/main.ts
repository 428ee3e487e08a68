import { resolve } from 'node:path'
import { locateHome } from '#main/data-folder/home'
import { recoverMove } from '#main/data-folder/recover-move'
import { nearestWord } from '#main/formats/nearest-word'
import { isLedgerError, problemOf } from '#main/ledger/problems'
import { withRemedy } from '#shared/messages/diagnostic'
import { COMMANDS, type Command } from './commands.ts'
import { CommandError, EXIT, type ExitCode, fail, type Problem } from './exits.ts'
import { findStand, isFolder, listSources, type Output, readVersion } from './invocation.ts'
import { GLOBAL, OPTIONS, type OptionName, type Options, readLine } from './options.ts'
import { alignColumns, makePrinter, type Printer, printError, type Streams } from './print.ts'

export interface Process extends Streams {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  cwd: string
  onInterrupt(listen: () => void): void
  exit(code: number): void
}

/** One Ctrl-C may arrive several times: from the terminal and from the process that started us. */
const ONE_PRESS_MS = 1000

export async function main(process: Process): Promise<ExitCode> {
  const line = readLine(process.args)
  const printer = makePrinter(process, process.env, line.options.json === true)
  const code = await follow(process, line, printer)
  // A stream tells of a failed write a moment later.
  await new Promise(setImmediate)
  return printer.hasFailed() ? EXIT.failed : code
}

async function follow(process: Process, line: ReturnType<typeof readLine>, printer: Printer): Promise<ExitCode> {
  const { command, words, problem } = findCommand(line.words)
  if (line.options.version) return show(printer, { json: { version: readVersion() }, lines: [readVersion()] })
  if (line.options.help && problem === undefined) return showHelp(printer, command)
  const wrong = line.problem ?? problem ?? findMisuse(command, words, line.options)
  if (wrong !== undefined) return refuseLine(printer, wrong, command)
  if (command === undefined) {
    printer.json({ ok: false, error: { code: 'USAGE', message: 'a command is missing' } })
    printer.note(describeAll())
    return EXIT.usage
  }
  return perform(process, command, words, line.options, printer)
}

async function perform(
  process: Process,
  command: Command,
  words: string[],
  options: Options,
  printer: Printer,
): Promise<ExitCode> {
  const stop = new AbortController()
  const { signal } = stop
  const endsItself = command.endsItself === true || (command.endsItself && options[command.endsItself] !== undefined)
  let stoppedAt = Number.POSITIVE_INFINITY
  process.onInterrupt(() => {
    const isImpatient = performance.now() - stoppedAt > ONE_PRESS_MS
    if (isImpatient || !endsItself) process.exit(EXIT.interrupted)
    if (!signal.aborted) stoppedAt = performance.now()
    stop.abort()
  })
  let code: ExitCode
  try {
    const { env, stdin, stderr } = process
    const here = findStand(env, process.cwd)
    const cwd = resolve(here, options.folder ?? '')
    const said = options.folder === undefined ? 'the folder you are in is gone' : `--folder ${options.folder}`
    if (!isFolder(cwd)) fail('USAGE', `${said}: there is no folder ${cwd}.`)
    const skills = listSources(options, here)
    const home = options.home || env.SKILLET_HOME
    const place = locateHome(home ? resolve(here, home) : undefined, env)
    if (!place.ok) return printError(printer, { code: 'FAILED', message: withRemedy(place) })
    await recoverMove(place).catch((error) => fail('RECORD_FAILED', withRemedy(problemOf(error, place.home))))
    const run = await command.load()
    const came = await run({ words, options, printer, stdin, stderr, env, here, cwd, home: place.home, skills, signal })
    code = typeof came === 'number' ? came : show(printer, came)
  } catch (error) {
    code = error === signal.reason ? EXIT.interrupted : printError(printer, readProblem(error))
  }
  return signal.aborted ? EXIT.interrupted : code
}

function readProblem(error: unknown): Problem {
  if (error instanceof CommandError) return error.problem
  if (isLedgerError(error)) return { code: 'RECORD_FAILED', message: withRemedy(error.problem) }
  // The system refused something; its words name the file.
  if (error instanceof Error && 'syscall' in error) return { code: 'FAILED', message: error.message }
  return { code: 'FAILED', message: describeBug(error) }
}

function describeBug(error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error)
  if (error instanceof Error) console.error(error.stack)
  return `this is a mistake in Skillet itself, please report it: ${detail}`
}

/** Finds the longest name that the words start with: `log show` before `log`. */
function findCommand(words: string[]): { command?: Command; words: string[]; problem?: string } {
  const [first, second] = words
  if (first === undefined) return { words }
  const isNamed = (name: string) => COMMANDS.find((each) => each.name === name)
  const pair = second === undefined ? undefined : isNamed(`${first} ${second}`)
  if (pair) return { command: pair, words: words.slice(2) }
  const command = isNamed(first)
  if (command) return { command, words: words.slice(1) }
  const followers = followersOf(first)
  if (followers.length > 0) {
    const missing = `skillet ${first} needs one of: ${followers.join(', ')}.`
    return { words, problem: second === undefined ? missing : describeExtra(first, second) }
  }
  const nearest = nearestWord(first, new Set(COMMANDS.map(({ name }) => name.split(' ')[0] as string)))
  const hint = nearest === null ? 'See: skillet --help' : `Did you mean: skillet ${nearest}?`
  return { words, problem: `there is no command ${first}. ${hint}` }
}

function findMisuse(command: Command | undefined, words: string[], options: Options): string | undefined {
  if (command === undefined) return undefined
  const { name, operands, options: own = [] } = command
  const taken: readonly string[] = [...GLOBAL, ...own]
  const foreign = Object.keys(options).find((option) => !taken.includes(option))
  if (foreign !== undefined) return `skillet ${name} takes no --${foreign}. See: skillet ${name} --help`
  if (words.includes('')) return `a word of skillet ${name} is empty. See: skillet ${name} --help`
  const wanted = operands.split(' ').filter(Boolean)
  const least = wanted.filter((operand) => !operand.startsWith('[')).length
  const extra = operands.endsWith('…') ? undefined : words[wanted.length]
  if (extra !== undefined) return describeExtra(name, extra)
  if (words.length < least) return `skillet ${name} needs ${operands.replace('…', '')}. See: skillet ${name} --help`
  return undefined
}

/** The second words of the commands that begin with this one. */
const followersOf = (name: string): string[] =>
  COMMANDS.flatMap((each) => (each.name.startsWith(`${name} `) ? [each.name.slice(name.length + 1)] : []))

function describeExtra(name: string, extra: string): string {
  const followers = followersOf(name)
  const nearest = nearestWord(extra, followers)
  if (nearest !== null) return `there is no command ${name} ${extra}. Did you mean: skillet ${name} ${nearest}?`
  if (followers.length > 0) return `there is no command ${name} ${extra}, only: ${followers.join(', ')}.`
  return `skillet ${name} does not take "${extra}". See: skillet ${name} --help`
}

function refuseLine(printer: Printer, message: string, command: Command | undefined): ExitCode {
  printError(printer, { code: 'USAGE', message })
  if (command === undefined) printer.note('usage: skillet COMMAND …   See: skillet --help')
  return EXIT.usage
}

function showHelp(printer: Printer, command: Command | undefined): ExitCode {
  const help = command === undefined ? describeAll() : describeCommand(command)
  return show(printer, { json: { help }, lines: [help] })
}

function show(printer: Printer, { json, lines, exit = EXIT.done }: Output): ExitCode {
  printer.json(json)
  for (const line of lines) printer.line(line)
  return exit
}

function describeAll(): string {
  return [
    'skillet: let a local model use the commands of this computer, and see each one before and after it runs.',
    '',
    'usage: skillet COMMAND …',
    '',
    ...indent(alignColumns(COMMANDS.map(({ name, operands, summary }) => [`${name} ${operands}`.trim(), summary]))),
    '',
    'with every command:',
    ...describeOptions(GLOBAL),
    '',
    'example:',
    "  skillet run dates_now --args '{}'",
    '',
    'exit: 0 done · 1 it failed · 2 wrong usage · 3 refused · 4 needs approval · 5 Ollama · 130 interrupted',
  ].join('\n')
}

function describeCommand({ name, operands, summary, about, options = [], example }: Command): string {
  const [line, result] = example
  return [
    `skillet ${name}: ${summary}`,
    '',
    `usage: skillet ${`${name} ${operands}`.trim()}${options.length > 0 ? ' [options]' : ''}`,
    '',
    about,
    '',
    ...(options.length > 0 ? ['options:', ...describeOptions(options), ''] : []),
    'with every command:',
    ...describeOptions(GLOBAL),
    '',
    'example:',
    `  ${line}`,
    `  ${result}`,
  ].join('\n')
}

function describeOptions(names: readonly OptionName[]): string[] {
  return indent(
    alignColumns(
      names.map((name) => {
        const kind: { about: string; value?: string } = OPTIONS[name]
        return [`--${name}${kind.value ? ` ${kind.value}` : ''}`, kind.about]
      }),
    ),
  )
}

const indent = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)
