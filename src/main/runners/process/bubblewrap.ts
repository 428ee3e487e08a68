import { existsSync, readFileSync } from 'node:fs'
import type { Confinement } from '#shared/call/plan'
import { type Message, message, textOf } from '#shared/messages/message'
import { findBinary } from './find-binary.ts'
import { listMounts } from './mounts.ts'
import { makeOwnSeccompProgram } from './sandbox/seccomp-program.ts'
import type { Confined, DetectedSandbox } from './sandbox.ts'
import { FILTER_PIPE, REPORT_PIPE } from './start-process.ts'
import { type Command, supervise, type Wrapped } from './supervise.ts'

const PROBE_MS = 10_000
const TEMP_BYTES = 2 ** 31
const KERNEL_PLACES =
  'sys sysrq-trigger irq bus mtrr pressure acpi scsi fs driver asound latency_stats timer_list'.split(' ')
const LARGEST_FILE_BYTES = 2 ** 34
const MORE_PROCESSES = 2048

interface Tools {
  bwrap: string
  /** Null where there is none: then sizes and numbers are not limited. */
  prlimit: string | null
  closesNetwork: boolean
  limitsTemp: boolean
  filtersCalls: boolean
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
  const tools: Tools = { bwrap: bwrap.path, prlimit: prlimit?.ok ? prlimit.path : null, ...FULL }
  const attempts: Tools[] = [
    tools,
    { ...tools, limitsTemp: false },
    { ...tools, limitsTemp: false, closesNetwork: false },
    { ...tools, filtersCalls: false },
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

const FULL = { closesNetwork: true, limitsTemp: true, filtersCalls: makeOwnSeccompProgram() !== null }
const NONE_OF_IT = { closesNetwork: false, limitsTemp: false, filtersCalls: false }

async function tryOnce(tools: Tools, program: string): Promise<Message | null> {
  const command: Command = { path: program, args: [], cwd: '/', env: {}, stdin: null, timeoutMs: PROBE_MS }
  const nothing: Confinement = { word: 'enforced', network: false, writable: [], hidden: [] }
  const run = await supervise({ ...command, wrapped: wrapInBubblewrap(tools, command, nothing, []) })
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
): Wrapped {
  const { mounts, cwd } = listMounts(command, confinement, readable, tools.limitsTemp ? TEMP_BYTES : null)
  const filter = tools.filtersCalls ? chooseFilter(confinement) : undefined
  const args = [
    ...mounts,
    ...(confinement.processes ? [] : ['--unshare-pid', '--proc', '/proc', ...coverKernel()]),
    ...['--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(confinement.network || !tools.closesNetwork ? [] : ['--unshare-net']),
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--json-status-fd', `${REPORT_PIPE}`],
    ...(filter === undefined ? [] : ['--seccomp', `${FILTER_PIPE}`]),
    ...['--chdir', cwd, '--', command.path, ...command.args],
  ]
  const told = { reports: true, endsAll: !confinement.processes, filter }
  if (tools.prlimit === null) return { path: tools.bwrap, args, ...told }
  return { path: tools.prlimit, args: [...listLimits(), '--', tools.bwrap, ...args], ...told }
}

/** None for a program that passes its wishes on to one outside of the sandbox: through that it reaches everything. */
function chooseFilter({ word, processes }: Confinement): string | undefined {
  if (word !== 'enforced' && !processes) return undefined
  return makeOwnSeccompProgram({ seesMachine: processes === true })?.toString('base64')
}

/**
 * A new /proc belongs to root, who needs no right but that to write into it, and the settings of the kernel in it are
 * those of the whole machine: through core_pattern alone any program could be started outside.
 */
function coverKernel(): string[] {
  if (process.getuid?.() !== 0) return []
  const places = KERNEL_PLACES.map((name) => `/proc/${name}`).filter((place) => existsSync(place))
  return places.flatMap((place) => ['--ro-bind', place, place])
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
