import { resolve } from 'node:path'
import type { Effect, ProcessAction, Slot } from '#shared/call/action'
import { findDanger, findDangerOfName, findReach, lookUp } from '#shared/call/known-programs'
import type { Confinement, PlacedValue } from '#shared/call/plan'
import { message } from '#shared/messages/message'

export interface Launch {
  action: Omit<ProcessAction, 'kind'>
  /** Where the folder really leads. */
  realCwd: string
  subcommand: string
  values: readonly PlacedValue[]
  /** Where a declared path of `values` really leads. */
  realPaths: ReadonlyMap<string, string>
  /** Our own table knows the command to read only. */
  isReadOnly: boolean
  confinement: Confinement | null
}

/** Through these a program loads or starts something else, whatever its arguments say. */
const FORBIDDEN_ENV =
  /^(?:LD_|DYLD_|BASH_FUNC_)|^(?:NODE_OPTIONS|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PYTHONSTARTUP|PYTHONPATH|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|GIT_SSH|GIT_SSH_COMMAND|GIT_PROXY_COMMAND|GIT_EXTERNAL_DIFF)$/

/** What a command line touches: what it does by its name, and what its values name. Nothing a skill declares makes it less. */
export function listEffects(launch: Launch): Effect[] {
  const { action, realCwd } = launch
  const forbidden = action.env.filter((name) => FORBIDDEN_ENV.test(name))
  const what = message('risk-forbidden-environment', { names: forbidden.join(', ') })
  return [
    ...(forbidden.length > 0 ? [{ does: 'break-rules', what } as const] : []),
    ...listNature(launch),
    { does: 'read', path: action.cwd, realPath: realCwd, tree: true, slot: { in: 'cwd' } },
    ...listPaths(launch),
    ...action.tempFiles.map(({ path }): Effect => {
      return { does: 'read', path, realPath: path, tree: false, slot: { in: 'file', name: path } }
    }),
    ...listAddresses(launch),
  ]
}

function listNature({ action, subcommand, isReadOnly, realCwd, confinement }: Launch): Effect[] {
  const { binary, entry } = action
  const { name } = binary
  if (entry) return [{ does: 'run-code', code: 'file', name: entry.path, sha256: entry.sha256 }]
  const { processes, machine } = findReach(name, '', subcommand)
  const watches = confinement?.machine || processes || machine ? [SEES_MACHINE] : []
  const real = realName(action)
  const danger = findDanger(name, subcommand, action.argv) ?? (real && findDangerOfName(real, subcommand, action.argv))
  if (danger === 'runs') return [{ does: 'run-code', code: 'inline', name, sha256: null }]
  if (danger === 'gains-rights') return [{ does: 'gain-rights', name }]
  if (danger === 'signals') return [{ does: 'signal' }, ...watches]
  if (danger === 'deletes') return listDeleted(action, realCwd)
  if (isReadOnly) return watches
  const does = lookUp(action, subcommand)
  const what = nameCommand(name, subcommand)
  if (does === 'reaches') return watches
  return [{ does: does === 'changes' ? 'change' : 'unknown', what }, ...watches]
}

/** What these delete are their words, one by one. */
const DELETES_WORDS = new Set(['rm', 'rmdir', 'unlink'])

function listDeleted({ argv, binary, cwd }: Launch['action'], realCwd: string): Effect[] {
  const all: Effect = { does: 'delete', path: cwd, realPath: realCwd, tree: true }
  if (!DELETES_WORDS.has(binary.name)) return [all]
  const end = argv.indexOf('--')
  const isTree = argv.some((word, at) => (end < 0 || at < end) && /^--recursive|^-[a-z]*[rR]/.test(word))
  const named = argv.flatMap((path, index): Effect[] => {
    const isName = index > 0 && index !== end && path !== '' && (!path.startsWith('-') || (end > 0 && index > end))
    if (!isName) return []
    const slot = { in: 'argv', index } as const
    return [{ does: 'delete', path, realPath: resolve(realCwd, path), tree: isTree, slot }]
  })
  return named.length > 0 ? named : [all]
}

const SEES_MACHINE: Effect = { does: 'see-machine' }

/** The program and its own words, without the options a skill fixed. */
function nameCommand(binary: string, subcommand: string): string {
  const words = subcommand.split(/\s+/).filter(Boolean)
  const options = words.findIndex((word) => word.startsWith('-'))
  return [binary, ...(options < 0 ? words : words.slice(0, options))].join(' ')
}

/** One file that acts by the name it was started as: what it could do under another name says nothing. */
const ACTS_BY_NAME = new Set(['busybox', 'toybox', 'coreutils', 'snap'])

/** A harmless name may lead to an interpreter. */
function realName({ binary }: Launch['action']): string | null {
  const name = binary.identity?.realpath.split(/[\\/]/).at(-1)
  return name === undefined || ACTS_BY_NAME.has(name) ? null : name
}

/** Declared paths, and words that no skill wrote and that lead out of the folder. */
function listPaths({ action, values, realPaths }: Launch): Effect[] {
  const { argv, origin, cwd } = action
  const declared = new Set<number>()
  const effects: Effect[] = []
  for (const { readPath, writePath, place, elements, text } of values) {
    if ((!readPath && !writePath) || place === 'workingdir') continue
    const slots: Slot[] = elements.length > 0 ? elements.map((index) => ({ in: 'argv', index })) : [{ in: 'stdin' }]
    for (const slot of slots) {
      const path = slot.in === 'argv' ? (argv[slot.index] ?? '') : text
      const at = { path, realPath: realPaths.get(path) ?? path, tree: true, slot }
      if (readPath) effects.push({ does: 'read', ...at })
      if (writePath) effects.push({ does: 'write', ...at })
      if (slot.in === 'argv') declared.add(slot.index)
    }
  }
  for (const [index, element] of argv.entries()) {
    if (origin[index] === 'skill' || declared.has(index)) continue
    const path = findPath(element, cwd)
    if (path !== null) effects.push({ does: 'read', path, realPath: path, tree: true, slot: { in: 'argv', index } })
  }
  return effects
}

/** The path that a word names, alone or behind an option's `=`, where it may lead out of the folder. */
function findPath(element: string, cwd: string): string | null {
  const text = element.slice(element.startsWith('-') ? element.indexOf('=') + 1 : 0)
  if (/^(?:[/~]|file:|\\\\|[a-z]:[\\/])/i.test(text)) return text
  return /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text) ? `${cwd}/${text}` : null
}

const ADDRESS = /(?:^|=)((?!file:)[a-z][a-z0-9+.-]*:\/\/.*)/i

/** Where it sends to: by what it was granted, by its name or by an address among its words. */
function listAddresses({ action, subcommand, confinement }: Launch): Effect[] {
  const { argv, binary } = action
  const isGranted = confinement?.network === true
  if (confinement?.word === 'enforced' && !isGranted) return []
  const addressed = argv.flatMap((element, index): Effect[] => {
    const address = ADDRESS.exec(element)?.[1]
    return address === undefined ? [] : [{ does: 'send', origin: originOf(address), slot: { in: 'argv', index } }]
  })
  // What it names otherwise, such as a host without a scheme, is named by what it was granted.
  const named = addressed.length === 0 && Array.isArray(confinement?.hosts) ? confinement.hosts : []
  if (named.length > 0) return named.map((origin) => ({ does: 'send', origin }))
  const reaches = isGranted || findReach(binary.name, '', subcommand).network
  return addressed.length > 0 ? addressed : reaches ? [{ does: 'send', origin: '' }] : []
}

function originOf(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}
