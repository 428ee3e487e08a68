import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hashText } from './chain.ts'

const LENGTH = 64

/**
 * A note outside the database of its last fact, written after each commit. It may be late but never early, so a
 * database that ends before it has lost facts, for instance with a deleted log.
 */
export interface Witness {
  note(seq: number): void
  close(): void
}

export function openWitness(path: string): Witness {
  const file = openSync(path, existsSync(path) ? 'r+' : 'wx+', 0o600)
  return {
    note(seq) {
      try {
        writeSync(file, format(seq), 0)
      } catch {
        // The fact is recorded anyway; the note may be late.
      }
    },
    close: () => closeSync(file),
  }
}

/** The last fact that was noted; 0 if there is no complete note. */
export function readWitness(path: string): number {
  if (!existsSync(path)) return 0
  const text = readFileSync(path, 'latin1')
  const seq = Number.parseInt(text, 10)
  return format(seq) === text ? seq : 0
}

function format(seq: number): string {
  return `${seq} ${hashText(`fact ${seq}`)}`
    .slice(0, LENGTH - 1)
    .padEnd(LENGTH - 1)
    .concat('\n')
}
