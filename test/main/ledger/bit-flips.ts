import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openHome } from '#main/ledger/open-store'
import { verify } from '#main/ledger/verify'
import { makeRandom } from './random.ts'

export interface FlipReport {
  flips: number
  /** Opened as if nothing had happened, with every fact as it was. */
  unharmed: number
  /** Opened with every fact, and `verify` names what is not as it was recorded. */
  named: number
  salvaged: number
  /** The most facts that one flip took. */
  mostLost: number
  /** One sentence for each thing that must never happen. */
  broken: string[]
}

/** Flips one bit at a time in a copy of `sound`, in the database and its log alike, and opens what came of it. */
export async function runBitFlips(sound: string, flips: number, seed: number, work: string): Promise<FlipReport> {
  const random = makeRandom(seed)
  const report: FlipReport = { flips, unharmed: 0, named: 0, salvaged: 0, mostLost: 0, broken: [] }
  const files = ['skillet.db', 'skillet.db-wal', 'skillet.db-head']
  const original = new Map(files.map((name) => [name, readFileSync(join(sound, name))]))
  const home = join(work, 'flipped')
  const facts = await countFacts(sound, home)
  for (let flip = 0; flip < flips; flip += 1) {
    const name = files[Math.floor(random() * files.length)] ?? ''
    const bytes = Buffer.from(original.get(name) ?? '')
    const at = Math.floor(random() * bytes.length)
    const bit = Math.floor(random() * 8)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
    copyFresh(sound, home)
    writeFileSync(join(home, name), bytes)
    const where = `${name} byte ${at} bit ${bit}`
    try {
      await judge(home, facts, where, report)
    } catch (error) {
      report.broken.push(`${where}: ${error}`)
    }
  }
  return report
}

function copyFresh(sound: string, home: string): void {
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home)
  for (const name of ['skillet.db', 'skillet.db-wal', 'skillet.db-head']) cpSync(join(sound, name), join(home, name))
}

async function countFacts(sound: string, home: string): Promise<number> {
  copyFresh(sound, home)
  const open = await openHome({ home, waitForOwnerMs: 0, readOnly: false })
  const facts: unknown[] = JSON.parse(open.store.read({}))
  open.close()
  return facts.length
}

async function judge(home: string, facts: number, where: string, report: FlipReport): Promise<void> {
  const open = await openHome({ home, waitForOwnerMs: 0, readOnly: false })
  try {
    const kept: { type: string }[] = JSON.parse(open.store.read({}))
    const isSound = (await verify(open.db, async () => {})).ok
    const body = JSON.stringify({ role: 'user', content: 'still writable' })
    const draft = { chat: 'chat-1', type: 'message.added', body }
    open.store.append([{ at: new Date().toISOString(), drafts: [draft], texts: ['more'] }])
    if (open.salvaged) {
      report.salvaged += 1
      report.mostLost = Math.max(report.mostLost, facts - open.salvaged.kept)
      if (!isSound) report.broken.push(`${where}: the salvaged record does not verify`)
      if (!kept.some(({ type }) => type === 'ledger.salvaged'))
        report.broken.push(`${where}: the record does not tell of it`)
      return
    }
    if (kept.length !== facts) report.broken.push(`${where}: ${kept.length} of ${facts} facts, silently`)
    if (isSound) report.unharmed += 1
    else report.named += 1
  } finally {
    open.close()
  }
}
