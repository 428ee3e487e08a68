// Records facts one after the other, and says of each one that it was acknowledged.
import { writeSync } from 'node:fs'
import { textOf } from '#shared/messages/message'
import { openLedger } from '../../../src/main/ledger/open-ledger.ts'

const [home = '', count = '0'] = process.argv.slice(2)
const opened = await openLedger({ home })
if (!opened.ok) throw new Error(textOf(opened.problem.message))
for (let n = 0; n < Number(count); n += 1) {
  await opened.ledger.append([{ type: 'message.added', chat: 'c', role: 'user', content: `message ${n}` }])
  writeSync(1, `ack ${n}\n`)
}
await opened.ledger.close()
