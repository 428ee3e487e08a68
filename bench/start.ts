// Opening the core over a large record beside a small one, each time in a process of its own.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesOf } from '#main/ledger/home'
import { openLedger } from '#main/ledger/open-ledger'
import { openCore } from '#main/open-core'
import type { NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { median, printTable, type Report, type Row } from './report.ts'

const FACTS = Number(process.env.SKILLET_BENCH_FACTS ?? 1_000_000)
const SMALL = 1_000
const TURNS_A_CHAT = 50
const ROUNDS = 7
const MOST_RATIO = 1.5
const LONG = 'It holds what the system wrote since it began, and may be read by anyone who can log in. '.repeat(4)

interface Opening {
  wall: number
  cpu: number
  megabytes: number
  list: number
  chats: number
}

function makePlan(n: number) {
  return {
    ...{ tool: 'disk_space', skill: 'disk', skillHash: 'a'.repeat(64), argv: ['df', '-h', `/mnt/${n}`] },
    ...{ origin: ['skill', 'skill', 'model'], binary: { name: 'df', path: '/usr/bin/df' }, cwd: '/home/someone' },
    ...{ env: ['HOME', 'PATH'], stdin: null, tempFiles: [], timeoutMs: 30_000, resolvers: [], coercions: [] },
    ...{ notes: [], risk: { class: 'B', reasons: ['It reads alone.'] }, digest: 'b'.repeat(64) },
  }
}

function makeCall(chat: string, n: number): NewFact[] {
  const [plan, call, run] = [makePlan(n), `call-${n}`, `run-${n}`]
  const answered = n % 10 === 0 ? { by: 'person' } : { by: 'rule', rule: `rule-${n % 5}` }
  const end = { exitCode: 0, signal: null, timedOut: false, canceled: false, truncated: false, ms: 12, survivors: [] }
  const output = { stdoutSha256: 'c'.repeat(64), stderrSha256: 'd'.repeat(64), stdoutBytes: 1, stderrBytes: 0 }
  return [
    { type: 'message.added', chat, role: 'assistant', content: '', calls: [{ call, tool: plan.tool, args: {} }] },
    { type: 'call.requested', chat, call, tool: plan.tool, args: { path: `/mnt/${n}` } },
    { type: 'approval.asked', chat, call, digest: plan.digest, plan, verdict: { decision: 'ask', reasons: [] } },
    { type: 'approval.answered', chat, call, digest: plan.digest, decision: 'once', ...answered },
    { type: 'run.started', chat, call, run, plan },
    { type: 'run.finished', chat, call, run, ...end, ...output, forModel: 'Filesystem Size Used Avail' },
    { type: 'message.added', chat, role: 'tool', content: 'Filesystem Size Used Avail', call, toolName: plan.tool },
  ] as unknown as NewFact[]
}

/** Two turns, of which one calls a tool: about 20 facts. */
function makePair(n: number): NewFact[] {
  const chat = `chat-${Math.floor((2 * n) / TURNS_A_CHAT)}`
  const bySource = { system: 100, tools: 200, skills: 300, history: 400, toolOutput: 0 }
  const turn = (m: number): NewFact[] => [
    ...(m % TURNS_A_CHAT === 0
      ? ([{ type: 'chat.created', chat, title: `About volume ${m}`, model: null }] as NewFact[])
      : []),
    { type: 'turn.started', chat, turn: `turn-${m}`, model: 'small' },
    { type: 'message.added', chat, role: 'user', content: `How much space is left on volume ${m}?` },
    { type: 'context.fitted', chat, numCtx: 8192, estimate: 1000, bySource },
    ...(m % 2 === 0 ? makeCall(chat, n) : []),
    { type: 'message.added', chat, role: 'assistant', content: `Volume ${m} has room. ${LONG}` },
    {
      ...{ type: 'turn.finished', chat, turn: `turn-${m}`, reason: 'answered' },
      stats: { rounds: 1, calls: 1, promptTokens: 900, outputTokens: 80, ms: 900 },
    },
  ]
  return [...turn(2 * n), ...turn(2 * n + 1)]
}

/** Turns, calls and settings until there are so many facts. */
async function fillRecord(home: string, facts: number): Promise<void> {
  mkdirSync(home, { recursive: true })
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  const { ledger } = opened
  const setting: NewFact = { type: 'setting.changed', chat: null, name: 'theme', value: 'light' }
  let some: NewFact[] = Array.from({ length: Math.min(20, facts) }, () => setting)
  for (let n = 0, recorded = 0; recorded + some.length < facts; n += 1) {
    some.push(...makePair(n))
    if (some.length < 5_000) continue
    await ledger.append(some)
    recorded += some.length
    some = []
  }
  await ledger.append(some)
  await ledger.close()
}

/** In the process that is measured. */
async function openOnce(home: string): Promise<Opening> {
  const before = process.cpuUsage()
  const start = performance.now()
  const opened = await openCore({ home, cwd: home, skills: [], sandbox: 'off' })
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  if (!opened.ok) throw new Error(textOf(opened.message))
  const list = performance.now()
  const chats = opened.core.index.list().length
  const listed = performance.now() - list
  const megabytes = process.resourceUsage().maxRSS / 1024
  await opened.core.close()
  return { wall, cpu: (user + system) / 1000, megabytes, list: listed, chats }
}

/** Also as after a power cut: then every page is looked at. */
function measure(home: string, wasCut = false): Opening {
  if (wasCut) rmSync(filesOf(home).closed)
  const told = execFileSync(process.execPath, [import.meta.filename, '--open', home], { encoding: 'utf8' })
  return JSON.parse(told.trim().split('\n').at(-1) ?? '')
}

async function timeVerify(home: string): Promise<Row> {
  const opened = await openLedger({ home })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  const start = performance.now()
  await opened.ledger.verify()
  await opened.ledger.repair()
  const value = performance.now() - start
  await opened.ledger.close()
  return { name: 'checking its chain, and summing it up anew', value, unit: 'ms' }
}

export async function run(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'skillet-bench-'))
  try {
    const sizes = [0, SMALL, FACTS]
    const homes = sizes.map((facts) => ({ facts, home: join(folder, `of-${facts}`), times: [] as Opening[] }))
    for (const { facts, home } of homes) await fillRecord(home, facts)
    for (let round = 0; round < ROUNDS; round += 1) for (const one of homes) one.times.push(measure(one.home))
    const figure = (n: number, of: keyof Opening) => median(homes[n]?.times.map((time) => time[of]) ?? [])
    const rows: Row[] = []
    for (const [of, name, unit] of [
      ['wall', 'wall clock', 'ms'],
      ['cpu', 'processor', 'ms'],
      ['megabytes', 'most memory', 'MB'],
    ] as const) {
      for (const [n, { facts }] of homes.entries()) {
        const ratio = n === 2 ? { ratio: figure(n, of) / figure(1, of), goal: MOST_RATIO } : {}
        rows.push({
          name: `${name}, ${facts} facts in ${figure(n, 'chats')} chats`,
          value: figure(n, of),
          unit,
          ...ratio,
        })
      }
    }
    rows.push({ name: 'listing its chats', value: figure(2, 'list'), unit: 'ms' })
    const cut = measure(join(folder, `of-${FACTS}`), true)
    rows.push({ name: 'after it was cut off: wall clock', value: cut.wall, unit: 'ms' })
    rows.push(await timeVerify(join(folder, `of-${FACTS}`)))
    return { name: 'opening the core', rows }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [flag, home] = process.argv.slice(2)
  if (flag === '--open' && home) console.log(JSON.stringify(await openOnce(home)))
  else printTable(await run())
}
