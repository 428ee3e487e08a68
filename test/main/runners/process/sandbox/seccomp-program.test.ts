import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeOwnSeccompProgram, makeSeccompProgram } from '#main/runners/process/sandbox/seccomp-program'
import {
  type CallNumbers,
  type FilteredMachine,
  FORBIDDEN_CALLS,
  JUDGED_CALLS,
  MISSING_CALLS,
} from '#main/runners/process/sandbox/seccomp-table'

const MACHINES = ['x64', 'arm64'] as const
const ARCH = { x64: 0xc000003e, arm64: 0xc00000b7 }
const HEADERS = { x64: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h', arm64: '/usr/include/asm-generic/unistd.h' }
const ALL: readonly CallNumbers[] = [...Object.values(JUDGED_CALLS), ...MISSING_CALLS, ...FORBIDDEN_CALLS]
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97]
const NAMESPACES = [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000]

/** What the kernel does with these bytes, written from its documentation: `allow`, `kill`, or the number of an error. */
function interpret(program: Buffer, call: number, args: number[] = [], arch = ARCH.x64): 'allow' | 'kill' | number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call >>> 0, 0)
  data.writeUInt32LE(arch, 4)
  for (const [index, value] of args.entries()) data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * index)
  let accumulator = 0
  for (let at = 0; at < program.length; at += 8) {
    const [code, yes, no, k] = [
      program.readUInt16LE(at),
      program[at + 2] ?? 0,
      program[at + 3] ?? 0,
      program.readUInt32LE(at + 4),
    ]
    const jump = (isTrue: boolean) => {
      at += 8 * (isTrue ? yes : no)
    }
    if (code === 0x20) accumulator = data.readUInt32LE(k)
    else if (code === 0x54) accumulator = (accumulator & k) >>> 0
    else if (code === 0x15) jump(accumulator === k)
    else if (code === 0x25) jump(accumulator > k)
    else if (code === 0x45) jump((accumulator & k) !== 0)
    else if (code === 0x06) return k === 0x7fff0000 ? 'allow' : k === 0x80000000 ? 'kill' : k & 0xffff
    else throw new Error(`The kernel knows no instruction ${code}.`)
  }
  throw new Error('The program ran past its end.')
}

describe.each(MACHINES)('the filter of system calls for %s', (machine: FilteredMachine) => {
  const program = makeSeccompProgram(machine)
  const numberOf = ([, x64, arm64]: CallNumbers) => (machine === 'x64' ? x64 : arm64)
  const ask = (call: number, ...args: number[]) => interpret(program, call, args, ARCH[machine])
  const judged = (name: keyof typeof JUDGED_CALLS) => numberOf(JUDGED_CALLS[name]) ?? -1

  it('judges every number from 0 to 4999 by the table', () => {
    const forbidden = new Set(FORBIDDEN_CALLS.map(numberOf))
    const missing = new Set(MISSING_CALLS.map(numberOf))
    const byArguments = new Set(Object.values(JUDGED_CALLS).map(numberOf))
    for (let call = 0; call < 5_000; call += 1) {
      if (byArguments.has(call)) continue
      const expected = call > 469 || missing.has(call) ? ENOSYS : forbidden.has(call) ? EPERM : 'allow'
      expect([call, ask(call)]).toEqual([call, expected])
    }
    expect(forbidden.size).toBeGreaterThan(47)
  })

  it('refuses calls of another numbering, and ends programs made for another machine', () => {
    for (const call of [0x4000_0000, 0x4000_0000 + 101, 0xffff_ffff]) expect(ask(call)).toBe(ENOSYS)
    const other = machine === 'x64' ? ARCH.arm64 : ARCH.x64
    for (const arch of [other, 0x40000003, 0]) expect(interpret(program, 0, [], arch)).toBe('kill')
  })

  it('lets no new namespace be made', () => {
    for (const flag of NAMESPACES) {
      expect(ask(judged('clone'), flag | 17)).toBe(EPERM)
      expect(ask(judged('unshare'), flag)).toBe(EPERM)
    }
    expect(ask(judged('unshare'), 0x80)).toBe(EPERM)
    expect(ask(judged('clone'), 0x3d0f00)).toBe('allow')
    expect(ask(judged('clone'), 17)).toBe('allow')
    expect(ask(judged('unshare'), 0x400)).toBe('allow')
  })

  it('lets nobody type into the terminal, whatever the upper half of the request', () => {
    for (const request of [0x5412, 0x541c, 0x5423, 0x541d]) {
      expect(ask(judged('ioctl'), 0, request)).toBe(EPERM)
      expect(ask(judged('ioctl'), 0, request + 2 ** 32)).toBe(EPERM)
    }
    for (const request of [0x5401, 0x5413, 0x5421]) expect(ask(judged('ioctl'), 0, request)).toBe('allow')
  })

  it('opens only internet sockets', () => {
    for (let family = 0; family < 64; family += 1) {
      const expected = family === 2 || family === 10 || family === 16 ? 'allow' : EAFNOSUPPORT
      expect([family, ask(judged('socket'), family, 1, 0)]).toEqual([family, expected])
    }
    for (let protocol = 1; protocol < 32; protocol += 1) {
      expect(ask(judged('socket'), 16, 3, protocol)).toBe(EAFNOSUPPORT)
    }
  })

  it('lets a program that looks at the machine open its sockets too', () => {
    const wide = makeSeccompProgram(machine, { seesMachine: true })
    const askWide = (...args: number[]) => interpret(wide, judged('socket'), args, ARCH[machine])
    expect([askWide(16, 3, 4), askWide(16, 3, 0), askWide(16, 3, 9), askWide(1, 1, 0)]).toEqual([
      ...['allow', 'allow', EAFNOSUPPORT, EAFNOSUPPORT],
    ])
  })

  it('lets a program that was given the agent open local sockets of streams, never of datagrams', () => {
    const wide = makeSeccompProgram(machine, { usesAgent: true })
    const askWide = (...args: number[]) => interpret(wide, judged('socket'), args, ARCH[machine])
    expect([askWide(1, 1), askWide(1, 0o2004001), askWide(1, 5)]).toEqual(['allow', 'allow', 'allow'])
    expect([askWide(1, 2), askWide(1, 0o2004002), askWide(1, 3)]).toEqual([EPERM, EPERM, EPERM])
    expect([askWide(2, 2), askWide(16, 3, 4), askWide(17, 3)]).toEqual(['allow', EAFNOSUPPORT, EAFNOSUPPORT])
  })

  it('pairs stream and packet sockets, never datagram ones', () => {
    for (let type = 0; type < 16; type += 1) {
      const expected = type === 1 || type === 5 ? 'allow' : EPERM
      expect([type, ask(judged('socketpair'), 1, type | 0o2004000)]).toEqual([type, expected])
    }
  })

  it('only jumps forward, and never past its end', () => {
    const count = program.length / 8
    expect(program.length % 8).toBe(0)
    expect(count).toBeLessThan(128)
    for (let index = 0; index < count; index += 1) {
      expect(index + 1 + Math.max(program[index * 8 + 2] ?? 0, program[index * 8 + 3] ?? 0)).toBeLessThan(
        count + (program.readUInt16LE(index * 8) === 0x06 ? 1 : 0),
      )
    }
  })

  it.skipIf(!existsSync(HEADERS[machine]))('has the numbers of the kernel’s own headers', () => {
    const text = readFileSync(HEADERS[machine], 'utf8')
    const known = [...text.matchAll(/#define __NR(?:3264)?_(\w+)\s+(\d+)/g)].map(
      ([, name, number]) => [name, Number(number)] as const,
    )
    const header = new Map(known)
    // Newer than the headers of this machine.
    const newest = Math.max(...[...header.values()].filter((number) => number < 1_000))
    for (const call of ALL) {
      const number = numberOf(call)
      if (number === null || number > newest) continue
      expect([call[0], header.get(call[0])]).toEqual([call[0], number])
    }
  })
})

it('has a filter for this machine', () => {
  expect(makeOwnSeccompProgram()).toEqual(
    process.arch === 'x64' || process.arch === 'arm64' ? makeSeccompProgram(process.arch) : null,
  )
})
