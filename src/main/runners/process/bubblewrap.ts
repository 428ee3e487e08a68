import { homedir, tmpdir, totalmem } from 'node:os'
import { basename, dirname } from 'node:path'
import type { Confinement } from '#shared/call/plan'
import { type Message, message, textOf } from '#shared/messages/message'
import { findBinary } from './find-binary.ts'
import { listMounts, readFolder } from './mounts.ts'
import { findOwnGate, GATE_PATH, GATE_PORT, passGate } from './sandbox/gate-program.ts'
import { makeOwnSeccompProgram } from './sandbox/seccomp-program.ts'
import type { Confined, DetectedSandbox } from './sandbox.ts'
import { FILTER_PIPE, FIRST_FOLDER_PIPE, type Gate, REPORT_PIPE, type Wrapped } from './start-process.ts'
import { type Command, supervise } from './supervise.ts'

const PROBE_MS = 10_000
const TEMP_BYTES = 2 ** 31
const LARGEST_FILE_BYTES = 2 ** 34
const MOST_PROCESSES = 1024
const LARGEST_DATA_BYTES = 2 ** 32
const MOST_CPU_SECONDS = 3600
/** Of all processes of one command together. */
const MOST_MEMORY_BYTES = Math.max(2 ** 31, totalmem() / 2)

type Tools = typeof FULL & {
  bwrap: string
  /** Null where there is none: then sizes and numbers are not limited. */
  prlimit: string | null
  /** The folders that programs are found in, beside those of the system. */
  searchPath: readonly string[]
  /** What was installed with those programs. */
  beside: string[]
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
  const tools: Tools = { bwrap: bwrap.path, prlimit: limiter, searchPath, beside: listBeside(searchPath), ...FULL }
  let refusal: Message = message('nothing')
  for (const without of ATTEMPTS) {
    const attempt = { ...tools, ...Object.fromEntries(without.map((each) => [each, false])) }
    const failure = await tryOnce(attempt, program.path)
    if (failure === null) return describe(attempt, refusal)
    refusal = failure
  }
  const code = NOT_PERMITTED.test(textOf(refusal)) ? 'bubblewrap-not-permitted' : 'bubblewrap-fails'
  return none(message(code, { refusal }))
}

const FULL = {
  ...{ closesNetwork: true, limitsTemp: true },
  /** No program makes namespaces of its own, whatever filter it runs under. */
  nestsNothing: true,
  /** Folders are mounted by descriptor: else a folder may be swapped for a link in the last moment. */
  mountsDescriptors: true,
  /** Nothing starts before we answer, and a program may be led to named hosts alone. */
  passesGate: findOwnGate() !== null,
  filtersCalls: makeOwnSeccompProgram() !== null,
}

/** What each attempt does without, from nothing to everything. */
const ATTEMPTS: readonly (readonly (keyof typeof FULL)[])[] = [
  [],
  ['nestsNothing'],
  ['nestsNothing', 'limitsTemp'],
  ['nestsNothing', 'limitsTemp', 'closesNetwork'],
  ['nestsNothing', 'limitsTemp', 'mountsDescriptors'],
  ['nestsNothing', 'filtersCalls'],
  ['nestsNothing', 'passesGate'],
  ['nestsNothing', 'limitsTemp', 'closesNetwork', 'mountsDescriptors', 'filtersCalls', 'passesGate'],
]

/** What was installed beside the folders of the search path; nothing beside those of the person, which hold more. */
function listBeside(searchPath: readonly string[]): string[] {
  const own = [homedir(), `${homedir()}/.local`, '/']
  return searchPath.map((folder) => dirname(folder)).filter((folder) => !own.includes(folder))
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
  const { closesNetwork, bwrap } = tools
  const works = closesNetwork
    ? message('bubblewrap-works', { bwrap })
    : message('bubblewrap-without-network', { bwrap, refusal })
  const limited = tools.prlimit === null ? message('but-sizes-unlimited', { first: works }) : works
  return {
    word: closesNetwork ? 'enforced' : 'partial',
    reason: tools.filtersCalls ? limited : message('but-calls-unfiltered', { first: limited }),
    closesNetwork,
    leadsToHosts: closesNetwork && tools.passesGate,
    wrap: (command, confinement, readable) => wrapInBubblewrap(tools, command, confinement, readable),
  }
}

export const none = (reason: Message): DetectedSandbox => ({
  ...{ word: 'none', reason, closesNetwork: false, leadsToHosts: false, wrap: () => null },
})

/** bubblewrap sees nothing of the command but whole arguments after its own `--`. */
function wrapInBubblewrap(
  tools: Tools,
  command: Confined,
  confinement: Confinement,
  readable: readonly string[],
): Wrapped | { refused: Message } {
  const { network, processes, machine, hosts } = confinement
  const tempBytes = tools.limitsTemp ? TEMP_BYTES : null
  const bytes = tools.passesGate ? findOwnGate() : null
  const gate = bytes === null ? undefined : { at: GATE_PATH, bytes }
  const mounts = listMounts(command, confinement, {
    ...{ readable: [...readable, ...tools.searchPath], beside: tools.beside },
    ...{ tempBytes, gate, first: FIRST_FOLDER_PIPE },
  })
  if (!mounts.ok) return { refused: mounts.message }
  const { descriptors, close } = mounts
  const program = [command.path, ...command.args]
  const values = Object.entries(LIMITS).map(([name, most]) => `--${name}=${most}`)
  const limits = tools.prlimit === null ? [] : [tools.prlimit, ...values, '--']
  const pipe = FIRST_FOLDER_PIPE + descriptors.length
  const filter = tools.filtersCalls ? chooseFilter(confinement) : undefined
  const args = [
    ...(tools.nestsNothing ? ['--unshare-user', '--disable-userns', '--assert-userns-disabled'] : []),
    ...(tools.mountsDescriptors ? mounts.args : withoutDescriptors(mounts.args)),
    ...(processes ? [] : ['--unshare-pid']),
    ...(processes || machine ? [] : ['--unshare-uts', '--hostname', 'skillet']),
    ...['--unshare-ipc', '--unshare-cgroup-try'],
    ...((network && !hosts) || !tools.closesNetwork ? [] : ['--unshare-net']),
    ...listProxies(hosts),
    // Deno retries for a long time if it cannot write its cache, and the home is read-only.
    ...(basename(command.path) === 'deno' ? ['--setenv', 'DENO_DIR', '/dev/shm/deno'] : []),
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--json-status-fd', `${REPORT_PIPE}`],
    ...(filter === undefined ? [] : ['--seccomp', `${FILTER_PIPE}`]),
    ...['--unsetenv', 'NODE_CHANNEL_FD', '--unsetenv', 'NODE_CHANNEL_SERIALIZATION_MODE'],
    ...['--chdir', mounts.cwd, '--', ...limits],
    ...(gate ? passGate(GATE_PATH, hosts ? 'listens' : 'waits', program, pipe) : program),
  ]
  return {
    ...{ path: tools.bwrap, args, reports: true, endsAll: !processes, filter, descriptors, close },
    ...(gate && { gate: NO_CONNECTIONS }),
    most: { memory: MOST_MEMORY_BYTES, seconds: MOST_CPU_SECONDS, fileBytes: LARGEST_FILE_BYTES },
  }
}

const NO_CONNECTIONS: Gate = { connect: null, refused: () => [] }

/** By which programs are led to the gate, in every spelling that one of them knows. */
function listProxies(hosts: Confinement['hosts']): string[] {
  if (!hosts) return []
  const url = `http://127.0.0.1:${GATE_PORT}`
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()])
  const java = ['http', 'https'].map((scheme) => `-D${scheme}.proxyHost=127.0.0.1 -D${scheme}.proxyPort=${GATE_PORT}`)
  const values = { ...Object.fromEntries(names.map((name) => [name, url])), NODE_USE_ENV_PROXY: '1' }
  return Object.entries({ ...values, JAVA_TOOL_OPTIONS: java.join(' ') }).flatMap((pair) => ['--setenv', ...pair])
}

function withoutDescriptors(args: readonly string[]): string[] {
  return args.map((word, index) => {
    const isNumber = /^--(?:ro-)?bind-fd$/.test(args[index - 1] ?? '')
    return isNumber ? (args[index + 1] ?? '') : word.replace(/^(--(?:ro-)?bind)-fd$/, '$1')
  })
}

/** None for a program that passes its wishes on to one outside of the sandbox: through that it reaches everything. */
function chooseFilter({ word, processes, agent }: Confinement): string | undefined {
  const usesAgent = agent !== undefined
  if (word !== 'enforced' && !processes && !usesAgent) return undefined
  return makeOwnSeccompProgram({ seesMachine: processes === true, usesAgent })?.toString('base64')
}

/**
 * In the sandbox, where the kernel counts its processes alone; for root it does not count at all. Memory is limited for
 * each process by what it fills, not by the addresses it reserves, of which honest programs take far more.
 */
const LIMITS = {
  core: 0,
  fsize: LARGEST_FILE_BYTES,
  nproc: MOST_PROCESSES,
  data: LARGEST_DATA_BYTES,
  // With one number alone the kernel sends SIGKILL, which says nothing.
  cpu: `${MOST_CPU_SECONDS}:${MOST_CPU_SECONDS + 10}`,
}
