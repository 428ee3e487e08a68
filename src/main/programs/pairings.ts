import { hash, timingSafeEqual } from 'node:crypto'
import type { Fact, FactType } from '#shared/facts'
import type { PortState, ProgramKind } from '#shared/programs'

export const PROGRAM_FACTS: FactType[] = ['program.paired', 'program.revoked', 'ledger.salvaged']

export interface Program {
  program: string
  name: string
  kind: ProgramKind
  pairedAt: string
}

/** The programs a person paired: a fold of facts, with who is connected now. */
export interface Pairings {
  take(fact: Fact): void
  list(): Program[]
  has(program: string): boolean
  /** Whoever knows the token is this program, whatever it calls itself. */
  find(token: string): Program | null
  /** Counts a connection until the returned function is called; `end` is called when the pairing ends first. */
  connect(program: string, end: () => void): () => void
  isConnected(program: string): boolean
  /** Counts a call until the returned function is called; null where as many are under way as one program may have. */
  begin(program: string): (() => void) | null
  /** Told whenever somebody connects or leaves, or the port changes. */
  onConnected(told: () => void): void
  port(): PortState
  setPort(state: PortState): void
}

/** More are refused without a place in the record, so that a flood fills neither it nor the screen. */
export const MOST_AT_ONCE = 8

interface Paired extends Program {
  tokenSha256: string
}

export const hashToken = (token: string) => hash('sha256', `skillet-program\0${token}`)

export function makePairings(): Pairings {
  const paired = new Map<string, Paired>()
  const connections = new Map<string, Set<() => void>>()
  const listeners = new Set<() => void>()
  const underWay = new Map<string, number>()
  let port: PortState = { state: 'off' }
  const tell = () => {
    for (const told of listeners) told()
  }
  const endAll = (program: string) => {
    for (const end of [...(connections.get(program) ?? [])]) end()
  }

  return {
    take(fact) {
      if (fact.type === 'program.paired') {
        const { program, name, kind, tokenSha256, at } = fact
        endAll(program)
        paired.set(program, { program, name, kind, tokenSha256, pairedAt: at })
      }
      if (fact.type === 'program.revoked') {
        paired.delete(fact.program)
        endAll(fact.program)
      }
      // That one was revoked may be among what was lost.
      if (fact.type === 'ledger.salvaged') {
        for (const program of paired.keys()) endAll(program)
        paired.clear()
      }
    },
    list: () => [...paired.values()].map(({ tokenSha256: _, ...program }) => program),
    has: (program) => paired.has(program),
    find(token) {
      const wanted = Buffer.from(hashToken(token))
      const found = [...paired.values()].filter(({ tokenSha256 }) => {
        const known = Buffer.from(tokenSha256)
        return known.length === wanted.length && timingSafeEqual(known, wanted)
      })
      return found[0] ?? null
    },
    connect(program, end) {
      const ends = connections.get(program) ?? new Set()
      connections.set(program, ends.add(end))
      tell()
      return () => {
        ends.delete(end)
        tell()
      }
    },
    isConnected: (program) => (connections.get(program)?.size ?? 0) > 0,
    begin(program) {
      const count = underWay.get(program) ?? 0
      if (count >= MOST_AT_ONCE) return null
      underWay.set(program, count + 1)
      return () => void underWay.set(program, (underWay.get(program) ?? 1) - 1)
    },
    onConnected: (told) => void listeners.add(told),
    port: () => port,
    setPort: (state) => {
      port = state
      tell()
    },
  }
}
