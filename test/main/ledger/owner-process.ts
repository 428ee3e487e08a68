// Opens the ledger of a home, says what came of it, and keeps it until its input ends.
import { writeSync } from 'node:fs'
import { openLedger } from '../../../src/main/ledger/open-ledger.ts'

const [home = '', wait = '0'] = process.argv.slice(2)
const opened = await openLedger({ home, waitForOwnerMs: Number(wait) })
writeSync(1, `${JSON.stringify(opened.ok ? { ok: true } : opened)}\n`)
if (opened.ok) {
  process.stdin.resume()
  await new Promise((resolve) => process.stdin.once('end', resolve))
  await opened.ledger.close()
}
