import { hash, timingSafeEqual } from 'node:crypto'
import type { Fact, FactType } from '#shared/facts'
import type { PortState, ProgramRow } from '#shared/programs'

export const PROGRAM_FACTS: FactType[] = ['program.paired', 'program.revoked', 'ledger.salvaged']

export type Program = Pick<ProgramRow, 'program' | 'name' | 'kind' | 'pairedAt'>

/** More calls are refused without recording them, so that a flood fills neither the record nor the screen. */
export const MOST_AT_ONCE = 8

interface Paired extends Program {
  tokenSha256: string
}

export const hashToken = (token: string) => hash('sha256', `skillet-program\0${token}`)

/** The paired programs, folded from facts, and who is connected. */
export function makePairings() {
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
    take(fact: Fact): void {
      if (fact.type === 'program.paired') {
        const { program, name, kind, tokenSha256, at } = fact
        endAll(program)
        paired.set(program, { program, name, kind, tokenSha256, pairedAt: at })
      }
      if (fact.type === 'program.revoked') {
        paired.delete(fact.program)
        endAll(fact.program)
      }
      // The lost facts may have revoked a pairing.
      if (fact.type === 'ledger.salvaged') {
        for (const program of paired.keys()) endAll(program)
        paired.clear()
      }
    },
    list: (): Program[] => [...paired.values()].map(({ tokenSha256: _, ...program }) => program),
    has: (program: string) => paired.has(program),
    /** The token alone identifies a program, whatever it calls itself. */
    find(token: string): Program | null {
      const wanted = Buffer.from(hashToken(token))
      const found = [...paired.values()].filter(({ tokenSha256 }) => {
        const known = Buffer.from(tokenSha256)
        return known.length === wanted.length && timingSafeEqual(known, wanted)
      })
      return found[0] ?? null
    },
    /** Counts a connection until the returned function is called; `end` is called if the pairing ends first. */
    connect(program: string, end: () => void): () => void {
      const ends = connections.get(program) ?? new Set()
      connections.set(program, ends.add(end))
      tell()
      return () => {
        ends.delete(end)
        tell()
      }
    },
    isConnected: (program: string) => (connections.get(program)?.size ?? 0) > 0,
    /** Counts a call until the returned function is called; null if the program already has too many. */
    begin(program: string): (() => void) | null {
      const count = underWay.get(program) ?? 0
      if (count >= MOST_AT_ONCE) return null
      underWay.set(program, count + 1)
      return () => void underWay.set(program, (underWay.get(program) ?? 1) - 1)
    },
    /** Called when a program connects or leaves, or the port changes. */
    onConnected: (told: () => void) => void listeners.add(told),
    port: () => port,
    setPort: (state: PortState) => {
      port = state
      tell()
    },
  }
}
