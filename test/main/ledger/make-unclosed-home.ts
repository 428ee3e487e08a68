import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { toDraft } from '#main/ledger/fact-json'
import { openHome } from '#main/ledger/open-store'
import { finishRun, makeMessage, startRun } from './sample-facts.ts'

/** A home as a killed process leaves it: the facts partly in the database, partly in its log alone. */
export async function makeUnclosedHome(folder: string, turns: number): Promise<string> {
  const [live, left] = [join(folder, 'live'), join(folder, 'left')]
  const open = await openHome({ home: live, waitForOwnerMs: 0, readOnly: false })
  for (let n = 0; n < turns; n += 1) {
    const facts = [
      makeMessage(`question ${n}`),
      startRun(`run ${n}`),
      finishRun(`run ${n}`),
      makeMessage(`answer ${n}`),
    ]
    const texts = n % 5 === 0 ? [`output ${n} `.repeat(1000)] : []
    open.store.append([{ at: new Date().toISOString(), drafts: facts.map(toDraft), texts }])
    if (n === Math.floor(turns / 2)) open.db.pragma('wal_checkpoint(TRUNCATE)')
  }
  mkdirSync(left)
  for (const name of ['skillet.db', 'skillet.db-wal', 'skillet.db-head']) cpSync(join(live, name), join(left, name))
  open.close()
  return left
}
