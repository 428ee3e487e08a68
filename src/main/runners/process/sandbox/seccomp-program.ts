import { constants } from 'node:os'
import {
  type CallNumbers,
  type FilteredMachine,
  FORBIDDEN_CALLS,
  JUDGED_CALLS,
  MISSING_CALLS,
  NEWEST_CALL,
} from './seccomp-table.ts'

const { EPERM, ENOSYS, EAFNOSUPPORT } = constants.errno

/** The processor's number in linux/audit.h. */
const AUDIT_ARCH: Record<FilteredMachine, number> = { x64: 0xc000003e, arm64: 0xc00000b7 }

/** All namespaces; `unshare` has one more. */
const NEW_NAMESPACES = 0x7e02_0000
const NEW_TIME = 0x80
/** Typing into the terminal, and taking it over. */
const TERMINAL_REQUESTS = [0x5412, 0x541c, 0x5423, 0x541d]
const [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK] = [1, 2, 10, 16]
const [NETLINK_ROUTE, NETLINK_SOCK_DIAG] = [0, 4]
const SOCKET_TYPE = 0xf
const [SOCK_STREAM, SOCK_SEQPACKET] = [1, 5]

const [LOAD, EQUAL, GREATER, ANY_BIT, AND, RETURN] = [0x20, 0x15, 0x25, 0x45, 0x54, 0x06]
const KILL_PROCESS = 0x8000_0000
const FAIL = 0x0005_0000
const ALLOW = 0x7fff_0000

/** Offsets in struct seccomp_data. */
const NUMBER = 0
const ARCH = 4
const argument = (index: number) => 16 + 8 * index

type Label = 'kill' | 'missing' | 'forbidden' | 'no-family' | 'allow' | keyof typeof JUDGED_CALLS | 'netlink'
type Line = { label: Label } | { code: number; k: number; yes?: Label; no?: Label }

/**
 * The filter for bubblewrap's --seccomp: system calls that a confined program cannot make. It cannot open local sockets
 * at all, because every listener is outside the sandbox. `seesMachine`: it may ask the kernel which sockets exist.
 * `usesAgent`: it may open local stream sockets.
 */
export function makeSeccompProgram(machine: FilteredMachine, { seesMachine = false, usesAgent = false } = {}): Buffer {
  const numberOf = ([, x64, arm64]: CallNumbers) => (machine === 'x64' ? x64 : arm64)
  const when = (k: number, yes: Label): Line => ({ code: EQUAL, k, yes })
  const list = (calls: readonly CallNumbers[], yes: Label) =>
    calls.flatMap((call) => {
      const number = numberOf(call)
      return number === null ? [] : [when(number, yes)]
    })
  const load = (k: number): Line => ({ code: LOAD, k })
  const end = (label: Label, k: number): Line[] => [{ label }, { code: RETURN, k }]
  const otherwise = (label: Label): Line => ({ code: EQUAL, k: 0, yes: label, no: label })
  const families = seesMachine ? [NETLINK_ROUTE, NETLINK_SOCK_DIAG] : [NETLINK_ROUTE]
  const judged = Object.entries(JUDGED_CALLS) as [keyof typeof JUDGED_CALLS, CallNumbers][]

  return assemble([
    load(ARCH),
    { code: EQUAL, k: AUDIT_ARCH[machine], no: 'kill' },
    load(NUMBER),
    { code: GREATER, k: NEWEST_CALL, yes: 'missing' },
    ...judged.flatMap(([label, call]) => list([call], label)),
    ...list(MISSING_CALLS, 'missing'),
    ...list(FORBIDDEN_CALLS, 'forbidden'),
    otherwise('allow'),
    { label: 'clone' },
    load(argument(0)),
    { code: ANY_BIT, k: NEW_NAMESPACES, yes: 'forbidden', no: 'allow' },
    { label: 'unshare' },
    load(argument(0)),
    { code: ANY_BIT, k: NEW_NAMESPACES | NEW_TIME, yes: 'forbidden', no: 'allow' },
    { label: 'ioctl' },
    load(argument(1)),
    ...TERMINAL_REQUESTS.map((request) => when(request, 'forbidden')),
    otherwise('allow'),
    { label: 'socket' },
    load(argument(0)),
    when(AF_INET, 'allow'),
    when(AF_INET6, 'allow'),
    ...(usesAgent ? [when(AF_UNIX, 'socketpair')] : []),
    { code: EQUAL, k: AF_NETLINK, yes: 'netlink', no: 'no-family' },
    { label: 'netlink' },
    load(argument(2)),
    ...families.map((protocol) => when(protocol, 'allow')),
    otherwise('no-family'),
    { label: 'socketpair' },
    // A pair of datagram sockets could reach every named socket.
    load(argument(1)),
    { code: AND, k: SOCKET_TYPE },
    when(SOCK_STREAM, 'allow'),
    { code: EQUAL, k: SOCK_SEQPACKET, yes: 'allow', no: 'forbidden' },
    ...end('forbidden', FAIL | EPERM),
    ...end('missing', FAIL | ENOSYS),
    ...end('no-family', FAIL | EAFNOSUPPORT),
    ...end('kill', KILL_PROCESS),
    ...end('allow', ALLOW),
  ])
}

/** The filter for this computer; null if there is none for its processor. */
export function makeOwnSeccompProgram(options?: { seesMachine?: boolean; usesAgent?: boolean }): Buffer | null {
  const { arch } = process
  return arch === 'x64' || arch === 'arm64' ? makeSeccompProgram(arch, options) : null
}

/** As `struct sock_filter`: u16 code, u8 jump if true, u8 jump if false, u32 k, little endian. */
function assemble(lines: readonly Line[]): Buffer {
  const labels = new Map<Label, number>()
  let count = 0
  for (const line of lines) {
    if ('label' in line) labels.set(line.label, count)
    else count += 1
  }
  const bytes = Buffer.alloc(count * 8)
  let index = 0
  for (const line of lines) {
    if ('label' in line) continue
    const distance = (label: Label | undefined) => (label === undefined ? 0 : (labels.get(label) ?? 0) - index - 1)
    bytes.writeUInt16LE(line.code, index * 8)
    bytes.writeUInt8(distance(line.yes), index * 8 + 2)
    bytes.writeUInt8(distance(line.no), index * 8 + 3)
    bytes.writeUInt32LE(line.k >>> 0, index * 8 + 4)
    index += 1
  }
  return bytes
}
