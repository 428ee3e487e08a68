import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import type { Confinement } from '#shared/call/plan'
import { type Message, message, textOf } from '#shared/messages/message'
import { findBinary } from './find-binary.ts'
import { listMounts, readFolder } from './mounts.ts'
import { makeOwnSeccompProgram } from './sandbox/seccomp-program.ts'
import type { Confined, DetectedSandbox } from './sandbox.ts'
import { FILTER_PIPE, FIRST_FOLDER_PIPE, REPORT_PIPE } from './start-process.ts'
import { type Command, supervise, type Wrapped } from './supervise.ts'

const PROBE_MS = 10_000
const TEMP_BYTES = 2 ** 31
const LARGEST_FILE_BYTES = 2 ** 34
const MORE_PROCESSES = 2048

interface Tools {
  bwrap: string
  /** Null where there is none: then sizes and numbers are not limited. */
  prlimit: string | null
  closesNetwork: boolean
  limitsTemp: boolean
  filtersCalls: boolean
  /** No program makes namespaces of its own, whatever filter it runs under. */
  nestsNothing: boolean
  /** Folders are mounted by descriptor: else a folder may be swapped for a link in the last moment. */
  mountsDescriptors: boolean
  /** The folders that programs are found in, beside those of the system. */
  programs: string[]
}

/** What a person reads when bubblewrap is there and the system does not let it work. */
const NOT_PERMITTED = /new namespace|uid map|user namespace|Operation not permitted|Permission denied/i

/** bubblewrap, found and really run once: that it is installed says nothing of whether it may work. */
export async function detectBubblewrap(searchPath: string[]): Promise<DetectedSandbox> {
  const [bwrap, program, prlimit] = await Promise.all(
    ['bwrap', 'true', 'prlimit'].map((name) => findBinary(name, searchPath)),
  )
  if (!bwrap?.ok) return none(message('bubblewrap-missing'))
  if (!program?.ok) return none(message('bubblewrap-untried'))
  const limiter = prlimit?.ok ? prlimit.path : null
  const tools: Tools = { bwrap: bwrap.path, prlimit: limiter, programs: listPrograms(searchPath), ...FULL }
  const attempts: Tools[] = [
    tools,
    { ...tools, nestsNothing: false },
    { ...tools, nestsNothing: false, limitsTemp: false },
    { ...tools, nestsNothing: false, limitsTemp: false, closesNetwork: false },
    { ...tools, nestsNothing: false, limitsTemp: false, mountsDescriptors: false },
    { ...tools, nestsNothing: false, filtersCalls: false },
    { ...tools, ...NONE_OF_IT },
  ]
  let refusal: Message = message('nothing')
  for (const attempt of attempts) {
    const failure = await tryOnce(attempt, program.path)
    if (failure === null) return describe(attempt, refusal)
    refusal = failure
  }
  const code = NOT_PERMITTED.test(textOf(refusal)) ? 'bubblewrap-not-permitted' : 'bubblewrap-fails'
  return none(message(code, { refusal }))
}

const FULL = {
  ...{ closesNetwork: true, limitsTemp: true, nestsNothing: true, mountsDescriptors: true },
  filtersCalls: makeOwnSeccompProgram() !== null,
}
const NONE_OF_IT = {
  ...{ closesNetwork: false, limitsTemp: false, nestsNothing: false, mountsDescriptors: false, filtersCalls: false },
}

/** The folders of the search path with what was installed beside them; of the person's own, which hold more, that folder alone. */
function listPrograms(searchPath: readonly string[]): string[] {
  const own = [homedir(), `${homedir()}/.local`, '/']
  return searchPath.map((folder) => (own.includes(dirname(folder)) ? folder : dirname(folder)))
}

async function tryOnce(tools: Tools, program: string): Promise<Message | null> {
  const command: Command = { path: program, args: [], cwd: '/', env: {}, stdin: null, timeoutMs: PROBE_MS }
  const nothing: Confinement = { word: 'enforced', network: false, writable: [], hidden: [] }
  const wrapped = wrapInBubblewrap(tools, command, { ...nothing, folders: readFolder(tmpdir(), 'read') }, [])
  if ('refused' in wrapped) return wrapped.refused
  const run = await supervise({ ...command, wrapped })
  if (run.exitCode === 0) return null
  if (run.failure) return run.failure.message
  return message('ended-with-exit-code', { code: run.exitCode ?? run.signal ?? '?' })
}

function describe(tools: Tools, refusal: Message): DetectedSandbox {
  const { closesNetwork } = tools
  const { bwrap } = tools
  const works = closesNetwork
    ? message('bubblewrap-works', { bwrap })
    : message('bubblewrap-without-network', { bwrap, refusal })
  const limited = tools.prlimit === null ? message('but-sizes-unlimited', { first: works }) : works
  return {
    word: closesNetwork ? 'enforced' : 'partial',
    reason: tools.filtersCalls ? limited : message('but-calls-unfiltered', { first: limited }),
    closesNetwork,
    wrap: (command, confinement, readable) => wrapInBubblewrap(tools, command, confinement, readable),
  }
}

function none(reason: Message): DetectedSandbox {
  return { word: 'none', reason, closesNetwork: false, wrap: () => null }
}

/** bubblewrap sees nothing of the command but whole arguments after its own `--`. */
function wrapInBubblewrap(
  tools: Tools,
  command: Confined,
  confinement: Confinement,
  readable: readonly string[],
): Wrapped | { refused: Message } {
  const { network, processes, machine } = confinement
  const tempBytes = tools.limitsTemp ? TEMP_BYTES : null
  const visible = { readable: [...readable, ...tools.programs], tempBytes, first: FIRST_FOLDER_PIPE }
  const mounts = listMounts(command, confinement, visible)
  if (!mounts.ok) return { refused: mounts.message }
  const filter = tools.filtersCalls ? chooseFilter(confinement) : undefined
  const args = [
    ...(tools.nestsNothing ? ['--unshare-user', '--disable-userns', '--assert-userns-disabled'] : []),
    ...(tools.mountsDescriptors ? mounts.args : withoutDescriptors(mounts.args)),
    ...(processes ? [] : ['--unshare-pid']),
    ...(processes || machine ? [] : ['--unshare-uts', '--hostname', 'skillet']),
    ...['--unshare-ipc', '--unshare-cgroup-try'],
    ...(network || !tools.closesNetwork ? [] : ['--unshare-net']),
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--json-status-fd', `${REPORT_PIPE}`],
    ...(filter === undefined ? [] : ['--seccomp', `${FILTER_PIPE}`]),
    ...['--chdir', mounts.cwd, '--', command.path, ...command.args],
  ]
  const { descriptors, close } = mounts
  const told = { reports: true, endsAll: !processes, filter, descriptors, close }
  if (tools.prlimit === null) return { path: tools.bwrap, args, ...told }
  return { path: tools.prlimit, args: [...listLimits(), '--', tools.bwrap, ...args], ...told }
}

function withoutDescriptors(args: readonly string[]): string[] {
  return args.map((word, index) => {
    const isNumber = /^--(?:ro-)?bind-fd$/.test(args[index - 1] ?? '')
    return isNumber ? (args[index + 1] ?? '') : word.replace(/^(--(?:ro-)?bind)-fd$/, '$1')
  })
}

/** None for a program that passes its wishes on to one outside of the sandbox: through that it reaches everything. */
function chooseFilter({ word, processes }: Confinement): string | undefined {
  if (word !== 'enforced' && !processes) return undefined
  return makeOwnSeccompProgram({ seesMachine: processes === true })?.toString('base64')
}

/**
 * The kernel counts all processes of a user together, so the limit stands above what runs already. For root it does
 * not count at all. Memory has no limit here: of an address space, honest programs reserve far more than they use.
 */
function listLimits(): string[] {
  const limits = ['--core=0', `--fsize=${LARGEST_FILE_BYTES}`]
  if (process.getuid?.() === 0) return limits
  const running = Number(/\/(\d+) /.exec(readFileSync('/proc/loadavg', 'latin1'))?.[1] ?? 0)
  return running > 0 ? [...limits, `--nproc=${running + MORE_PROCESSES}`] : limits
}
