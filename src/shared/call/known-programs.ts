import type { ProcessAction } from './action.ts'
import { CREDENTIAL_NAMES, type CredentialName, mayUse } from './credentials.ts'
import {
  DAEMONS,
  DELETING_WORDS,
  type Does,
  EVERYTHING,
  KNOW_PROXIES,
  MACHINE,
  NETWORK,
  NETWORK_COMMANDS,
  PROCESSES,
  ROWS,
  type Row,
  RUNNING_OPTIONS,
  VALUED_LETTERS,
  wordsOf,
} from './program-table.ts'

type Written = Pick<ProcessAction, 'argv' | 'origin' | 'binary'>

export type Danger = Extract<Does, 'runs' | 'gains-rights' | 'signals' | 'deletes'>

/**
 * What a program must reach besides files to be useful, by the sets of the table. Nothing a skill says adds to it.
 * `everything`: it needs rights that no confined program has, so it works only without a sandbox.
 */
export type Reach = Record<'network' | 'daemons' | 'processes' | 'machine' | 'knowsProxies' | 'everything', boolean>

/** What this command line does, from the table. A program without a row is unknown. */
export function lookUp({ argv, origin, binary }: Written, subcommand: string): Does {
  const danger = findDanger(binary.name, subcommand, argv)
  if (danger !== null) return danger
  const { row } = findRow(binary.name, wordsOf(subcommand))
  if (row?.does === 'reads') {
    if (isKnownReadOnly({ argv, origin, binary }, subcommand)) return 'reads'
    return row.last === undefined ? 'unknown' : 'changes'
  }
  // The option that makes it harmless was given.
  return row?.does === 'runs' ? 'changes' : (row?.does ?? 'unknown')
}

/** Why a command must be asked about every time, or null. `argv` contains further words if they are known. */
export function findDanger(binary: string, subcommand: string, argv: readonly string[] = []): Danger | null {
  const words = wordsOf(subcommand)
  const { row, length } = findRow(binary, words)
  // The values of checked options may be any words.
  const unchecked =
    row?.does === 'reads' ? words.slice(length).filter((word) => /^-/.test(word) && !lists(row, word)) : words
  const isDeleting = unchecked.some((word) => word.split(/[:_-]+/).some((part) => DELETING_WORDS.has(part)))
  return findDangerOfName(binary, subcommand, argv) ?? (isDeleting ? 'deletes' : null)
}

/** The same, whatever the words of the command may mean elsewhere. */
export function findDangerOfName(binary: string, subcommand: string, argv: readonly string[] = []): Danger | null {
  const words = wordsOf(subcommand)
  const { name, row, length } = findRow(binary, words)
  if (row?.does === 'runs' && !isTamed(name, words)) return 'runs'
  if (runsAnother(name, argv.length > 0 ? argv.slice(1) : words)) return 'runs'
  if (row?.does === 'gains-rights' || row?.does === 'signals') return row.does
  if (row?.does === 'deletes' || name.startsWith('mkfs')) return 'deletes'
  // A value may be the second word of a command, as in `git bisect run`.
  const whole = findRow(binary, argv.slice(1, 4))
  if (whole.length <= length) return null
  return whole.row?.does === 'runs' || whole.row?.does === 'deletes' ? whole.row.does : null
}

/** Whether this program with this subcommand can be made to run any code or command. */
export const canRunAnyCode = (binary: string, subcommand: string, argv: readonly string[] = []): boolean =>
  findDanger(binary, subcommand, argv) === 'runs'

/** Whether the table lists this command with all its options as only reading. An option covers the value next to it. */
export function isKnownReadOnly({ argv, origin, binary }: Written, subcommand: string): boolean {
  const { row, length } = findRow(binary.name, wordsOf(subcommand))
  if (row?.does !== 'reads' || (row.last !== undefined && argv.at(-1) !== row.last)) return false
  // `HEAD` sends requests, and `id3` writes tags.
  if (!NAMES.has(binary.name.replace(/\.exe$/, ''))) return false
  let plain = 0
  for (let index = 1 + length; index < argv.length; index += 1) {
    const element = argv[index] as string
    const isOfSkill = origin[index] === 'skill'
    if (isOfSkill ? element.startsWith('-') : /^--?[A-Za-z]/.test(element)) {
      const [name = ''] = element.split('=')
      if (!lists(row, element) && (isOfSkill || !name.startsWith('--') || !row.options.has(name))) return false
    } else if (!row.valued?.has(argv[index - 1] ?? '')) {
      plain += 1
      if (row.plain?.test(element) === false || plain > (row.most ?? plain)) return false
    }
  }
  return true
}

const lists = ({ options }: Row, element: string): boolean =>
  options.has(element) || (element.includes('=') && options.has(`${element.split('=')[0]}=`))

export function findReach(binary: string, realpath: string, subcommand: string): Reach {
  const name = withoutEnding(binary)
  const real = withoutEnding(realpath.split(/[\\/]/).at(-1) ?? '')
  const commands = NETWORK_COMMANDS.get(name)
  return {
    network: NETWORK.has(name) || wordsOf(subcommand).some((word) => commands?.has(word) === true),
    daemons: DAEMONS.has(name),
    processes: PROCESSES.has(name),
    machine: MACHINE.has(name),
    knowsProxies: KNOW_PROXIES.has(name),
    // Every program installed by snap is a link to snap itself.
    everything: EVERYTHING.has(name) || real === 'snap',
  }
}

/** Credentials that this command can be given; none if its options make it run another program. */
export function findCredentials(binary: string, subcommand: string, argv: readonly string[] = []): CredentialName[] {
  const name = withoutEnding(binary)
  if (runsAnother(name, argv.slice(1))) return []
  return CREDENTIAL_NAMES.filter((each) => mayUse(each, name, wordsOf(subcommand)))
}

/** Programs with a row, of whatever subcommand. */
const NAMES = new Set([...ROWS.keys()].map((key) => wordsOf(key)[0] as string))

/** `length`: the number of subcommand words that the row covers. */
function findRow(binary: string, words: readonly string[]): { name: string; row?: Row; length: number } {
  const name = bareName(binary)
  if (!NAMES.has(name)) return { name, length: 0 }
  for (let length = words.length; length > 0; length -= 1) {
    const row = ROWS.get([name, ...words.slice(0, length)].join(' '))
    if (row) return { name, row, length }
  }
  const isCommand = words[0] !== undefined && !words[0].startsWith('-')
  const row = (isCommand ? ROWS.get(`${name} *`) : undefined) ?? ROWS.get(name)
  return { name, ...(row && { row }), length: 0 }
}

/** Its dot commands run a shell unless it is started in safe mode. */
const isTamed = (name: string, words: readonly string[]) =>
  name === 'sqlite' && words.some((word) => word === '-safe' || word === '--safe')

function runsAnother(name: string, argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  // What follows is for `git clone`.
  if (name === 'gh' && end >= 0 && argv.some((word) => word === 'clone' || word === 'fork')) {
    return runsAnother('git', ['clone', ...argv.slice(end + 1)])
  }
  const options = [name, `${name} ${argv[0]}`].flatMap((key) => RUNNING_OPTIONS.get(key) ?? [])
  if (options.length === 0) return false
  const valued = new RegExp(`^(-(?!-)[^${VALUED_LETTERS.get(name) ?? ''}]*.).*`, 's')
  return argv.slice(0, end < 0 ? argv.length : end).some((word, at) => {
    // The first word of tar is a bundle of options, with or without a dash.
    const isBare = name === 'tar' && at === 0 && /^[A-Za-z]+$/.test(word)
    const text = isBare ? `-${word}` : word.replace(valued, '$1')
    return name === 'exiftool' ? isOfExifTool(word) : options.some((option) => isThisOption(text, option))
  })
}

/** ExifTool ignores case, except that `-P` is not `-p`, and one letter is a whole option. */
const isOfExifTool = (word: string) =>
  word !== '-P' && RUNNING_OPTIONS.get('exiftool')?.includes(word.toLowerCase().replace(/\d+$/, '')) === true

function isThisOption(word: string, option: string): boolean {
  const isBundled = /^-(?:[A-Za-z]|TT)$/.test(option)
  if (isBundled) return /^-[^-\s]/.test(word) && word.includes(option.slice(1))
  const [name = ''] = word.split('=')
  if (!option.startsWith('--')) return name === option
  return (
    name.startsWith('--') &&
    name.length > 3 &&
    (option.startsWith(name) || (option.endsWith('-') && name.startsWith(option)))
  )
}

/** `Curl.EXE` is curl. */
const withoutEnding = (binary: string) => binary.toLowerCase().replace(/\.(exe|bat|cmd|com)$/, '')

/** Lower case, without `.exe` and without a version as in `python3.12`. */
function bareName(binary: string): string {
  const name = withoutEnding(binary)
  if (NAMES.has(name)) return name
  const unversioned = name.replace(/[-.]?\d[\d.]*[a-z]?$/, '')
  return unversioned === '' ? name : unversioned
}
