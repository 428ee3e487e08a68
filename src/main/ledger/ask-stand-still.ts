import { connect } from './ask-worker.ts'
import type { Verification } from './messages.ts'
import { startWorker } from './open-ledger.ts'
import { CLOSED } from './problems.ts'

/** A record that is owned and does not change. Every promise rejects with a LedgerError alone. */
export interface StillRecord {
  verifyCopy(database: string): Promise<Verification>
  release(): Promise<void>
}

/** In a thread of its own, as SQLite's locks ask for. */
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
