// Writes facts until it is killed, and prints the seq of each one that the ledger acknowledged.
import { openLedger } from '../../../src/main/ledger/open-ledger.ts'

const [home = ''] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

say('up')
await new Promise((resolve) => process.stdin.once('data', resolve))
const opened = await openLedger({ home, waitForOwnerMs: 5000 })
if (!opened.ok || opened.salvaged) {
  say(`bad ${JSON.stringify(opened)}`)
  process.exit(1)
}
const { ledger } = opened
const [last] = await ledger.read({ newestFirst: true, limit: 1 })
say(`open ${last?.seq ?? 0}`)

async function write(name: string): Promise<never> {
  for (let n = 0; ; n += 1) {
    const content = `${process.pid}/${name}/${n}`
    const texts = n % 7 === 0 ? [content.padEnd(20_000, name)] : []
    const facts = await ledger.append([{ type: 'message.added', chat: name, role: 'user', content }], texts)
    for (const { seq } of facts) say(`ack ${seq} ${content}`)
  }
}

await Promise.all(['a', 'b', 'c'].map(write))
