import { connect } from './ask-worker.ts'
import type { Copied, Restored, Verification } from './messages.ts'
import { startWorker } from './open-ledger.ts'
import { CLOSED } from './problems.ts'

/**
 * Copies the record of `home` to a file whose path starts with `stem`, in its own thread. Rejects with a LedgerError
 * only.
 */
export function backUp(home: string, stem: string): Promise<Copied> {
  return askAlone((connection) => connection.ask('backUp', { home, stem }))
}

/** Checks `backup` and prepares it to replace the record at the next start. Rejects with a LedgerError only. */
export function stageRestore(home: string, backup: string): Promise<Restored> {
  return askAlone((connection) => connection.ask('stageRestore', { home, backup }))
}

async function askAlone<T>(ask: (connection: ReturnType<typeof connect>) => Promise<T>): Promise<T> {
  const connection = connect(startWorker())
  try {
    return await ask(connection)
  } finally {
    await connection.end(CLOSED)
  }
}

/** A record that is owned and does not change. Every promise rejects with a LedgerError only. */
export interface StillRecord {
  verifyCopy(database: string): Promise<Verification>
  release(): Promise<void>
}

/** In its own thread, because SQLite's locks belong to one. */
export async function holdStill(home: string, waitForOwnerMs: number): Promise<StillRecord> {
  const connection = connect(startWorker())
  try {
    await connection.ask('standStill', { home, waitForOwnerMs })
  } catch (error) {
    await connection.end(CLOSED)
    throw error
  }
  return {
    verifyCopy: (database) => connection.ask('verifyCopy', database),
    release: async () => {
      await connection.ask('close', null)
      await connection.end(CLOSED)
    },
  }
}
