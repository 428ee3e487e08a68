import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hashText } from './chain.ts'

const LENGTH = 64

/**
 * A note outside the database of how far the record went, written after each commit. It may lag, it is never ahead:
 * a database that ends before it has lost facts, for instance with a log that was damaged or deleted.
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
        // The fact is recorded all the same; a note that lags is allowed.
      }
    },
    close: () => closeSync(file),
  }
}

/** The last fact that was noted; 0 where there is no note or it is not whole. */
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
