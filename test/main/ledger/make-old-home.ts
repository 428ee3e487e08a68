import Database from 'better-sqlite3'
import { NO_PREDECESSOR, sealOf } from '#main/ledger/chain'
import { toDraft } from '#main/ledger/fact-json'
import { filesOf } from '#main/ledger/home'
import { MIGRATIONS, migrate } from '#main/ledger/migrations'
import type { NewFact } from '#shared/facts'
import { makeTempDir } from '#test/helpers/temp-dir'

/** As a Skillet left it that knew only the first `versions` forms of the record. */
export function makeOldHome(versions: number, facts: readonly NewFact[]): string {
  const home = makeTempDir()
  const old = new Database(filesOf(home).database)
  migrate(old, MIGRATIONS.slice(0, versions))
  const insert = old.prepare('INSERT INTO facts VALUES (@seq, @at, @chat, @type, @body, @prev, @hash)')
  let prev = NO_PREDECESSOR
  old.transaction(() => {
    for (const [index, fact] of facts.entries()) {
      const row = { seq: index + 1, at: '2026-01-01T00:00:00.000Z', ...toDraft(fact), prev }
      prev = sealOf(row)
      insert.run({ ...row, hash: prev })
    }
  })()
  old.prepare('UPDATE head SET seq = ?, hash = ?').run(facts.length, prev)
  old.close()
  return home
}
