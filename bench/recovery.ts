// A record of 100 000 messages whose writer was killed: how long until it is open again, with all of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readChatPage } from '#main/chat/read-chat-page'
import { openLedger } from '#main/ledger/open-ledger'
import { openCore } from '#main/open-core'
import type { NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { printTable, type Report } from './report.ts'

const CHATS = 100
const AT_ONCE = 1000

export interface Recovery {
  messages: number
  /** From the start of opening to a record that takes calls, and to the end of the longest chat on the screen. */
  openMs: number
  shownMs: number
  lost: number
}

export async function run(): Promise<Report> {
  const { messages, openMs, shownMs, lost } = await recoverOnce(Number(process.env.SKILLET_BENCH_MESSAGES ?? 100_000))
  return {
    name: `A record of ${messages} messages whose writer was killed`,
    rows: [
      { name: 'open again', value: openMs, unit: 'ms', goal: 1000 },
      { name: 'open again, and the end of a chat read', value: shownMs, unit: 'ms' },
      { name: 'acknowledged messages that are gone', value: lost, unit: '', goal: 0 },
    ],
  }
}

export async function recoverOnce(messages: number): Promise<Recovery> {
  const home = mkdtempSync(join(tmpdir(), 'skillet-recovery-'))
  try {
    const acknowledged = await writeAndDie(home, messages)
    const startedAt = performance.now()
    const opened = await openCore({ home, cwd: home, skills: [], sandbox: 'off' })
    const openMs = performance.now() - startedAt
    if (!opened.ok) throw new Error(textOf(opened.message))
    const { core } = opened
    await readChatPage(core.ledger, core.index, { chat: 'chat-0' })
    const shownMs = performance.now() - startedAt
    const [last] = await core.ledger.read({ chat: 'chat-0', limit: 1 })
    const kept = (await core.ledger.read({ types: ['message.added'] })).length
    await core.close()
    if (!last) throw new Error('the chat is empty')
    return { messages: acknowledged, openMs, shownMs, lost: acknowledged - kept }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** In a process of its own, which is killed while it holds the record open. How many messages it acknowledged. */
async function writeAndDie(home: string, messages: number): Promise<number> {
  const words = [import.meta.filename, 'write', home, String(messages)]
  const writer = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(writer, 'exit')
  const { value } = await createInterface(writer.stdout)[Symbol.asyncIterator]().next()
  writer.kill('SIGKILL')
  await gone
  return Number(value)
}

async function write(home: string, messages: number): Promise<void> {
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  const { ledger } = opened
  await ledger.append(
    Array.from({ length: CHATS }, (_, n) => ({ type: 'chat.created', chat: `chat-${n}`, title: `${n}`, model: null })),
  )
  for (let at = 0; at < messages; at += AT_ONCE) {
    await ledger.append(Array.from({ length: Math.min(AT_ONCE, messages - at) }, (_, n) => makeMessage(at + n)))
  }
  process.stdout.write(`${messages}\n`)
  setInterval(() => undefined, 1000)
}

function makeMessage(n: number): NewFact {
  const content = `Message ${n}. ${'Some words of a conversation. '.repeat(8)}`
  return { type: 'message.added', chat: `chat-${n % CHATS}`, role: n % 2 === 0 ? 'user' : 'assistant', content }
}

if (process.argv[2] === 'write') await write(process.argv[3] ?? '', Number(process.argv[4]))
else if (import.meta.main) printTable(await run())
