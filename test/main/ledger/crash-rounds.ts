import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseFacts } from '#main/ledger/fact-json'
import { openHome } from '#main/ledger/open-store'
import { verify } from '#main/ledger/verify'
import { textOf } from '#shared/messages/message'
import { buildWriter } from './build-writer.ts'
import { makeRandom } from './random.ts'

export interface CrashReport {
  rounds: number
  /** How many of the kills came while the ledger was being opened. */
  whileOpening: number
  acknowledged: number
  /** One sentence for each thing that must never happen. */
  broken: string[]
}

const LONGEST_MS = 60

/** Kills a writing process again and again, half of the times while it opens the ledger that the last kill left. */
export async function runCrashRounds(folder: string, rounds: number, seed: number): Promise<CrashReport> {
  const home = join(folder, 'home')
  const program = await buildWriter(folder)
  const random = makeRandom(seed)
  const acknowledged = new Map<number, string>()
  const report: CrashReport = { rounds, whileOpening: 0, acknowledged: 0, broken: [] }
  let next = startWriter(program, home)
  for (let round = 0; round < rounds; round += 1) {
    const writer = next
    await writer.hasSaid('up')
    if (round + 1 < rounds) next = startWriter(program, home)
    const isToWrite = random() < 0.5
    writer.child.stdin?.write('go\n')
    if (isToWrite) await writer.hasSaid('open')
    await wait(random() * LONGEST_MS)
    writer.child.kill('SIGKILL')
    await writer.closed
    if (!writer.lines.some((line) => line.startsWith('open'))) report.whileOpening += 1
    if (writer.child.signalCode !== 'SIGKILL') report.broken.push(`round ${round}: the writer ended by itself`)
    take(writer.lines, acknowledged, report)
  }
  report.acknowledged = acknowledged.size
  await checkAll(home, acknowledged, report)
  return report
}

function take(lines: string[], acknowledged: Map<number, string>, report: CrashReport): void {
  const last = acknowledged.size === 0 ? 0 : Math.max(...acknowledged.keys())
  for (const line of lines) {
    const [word, seq, content = ''] = line.split(' ')
    if (word === 'bad') report.broken.push(line)
    if (word === 'open' && Number(seq) < last) report.broken.push(`fact ${last} was lost: ${line}`)
    if (word === 'ack') acknowledged.set(Number(seq), content)
  }
}

async function checkAll(home: string, acknowledged: Map<number, string>, report: CrashReport): Promise<void> {
  const open = await openHome({ home, waitForOwnerMs: 5000, readOnly: false })
  try {
    if (open.salvaged) report.broken.push(textOf(open.salvaged.reason))
    const integrity = open.db.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') report.broken.push(String(integrity))
    const { ok, reason } = await verify(open.db, async () => {})
    if (!ok) report.broken.push(textOf(reason ?? ''))
    const contents = new Map(
      parseFacts(open.store.read({})).map((fact) => [fact.seq, fact.type === 'message.added' ? fact.content : '']),
    )
    for (const [seq, content] of acknowledged) {
      if (contents.get(seq) !== content) report.broken.push(`fact ${seq} (${content}) was lost`)
    }
  } finally {
    open.close()
  }
}

interface Writer {
  child: ChildProcess
  lines: string[]
  closed: Promise<unknown>
  hasSaid(word: string): Promise<void>
}

function startWriter(program: string, home: string): Writer {
  const child = spawn(process.execPath, [program, home], { stdio: ['pipe', 'pipe', 'inherit'], env: {} })
  const lines: string[] = []
  let unfinished = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (unfinished + text).split('\n')
    unfinished = parts.pop() ?? ''
    lines.push(...parts)
    child.emit('line')
  })
  child.stdin.on('error', () => {}) // It may be killed before it has read.
  return {
    child,
    lines,
    closed: once(child, 'close'),
    async hasSaid(word) {
      const isThere = () => lines.some((line) => line.startsWith(word) || line.startsWith('bad'))
      while (!isThere() && child.exitCode === null) await Promise.race([once(child, 'line'), once(child, 'exit')])
    },
  }
}
