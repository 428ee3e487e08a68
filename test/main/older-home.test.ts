import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readActivityPage } from '#main/calls/activity'
import { compareCalls } from '#main/calls/compare-calls'
import { CURRENT_VERSION } from '#main/ledger/migrations'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import { textOf } from '#shared/messages/message'
import { processOf } from '#test/helpers/make-plan'
import { FIXTURES, openTestCore, type TestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli } from '#test/main/cli/run-cli'

/** Written by the version before plans held actions: ten calls, of every kind of end. */
const OLDER = join(FIXTURES, 'homes', 'before-actions')

let home: string
let open: TestCore
beforeEach(async () => {
  home = makeTempDir()
  cpSync(OLDER, home, { recursive: true })
  open = await openTestCore({ home })
})
afterEach(() => open.core.close())

describe('a home from the version before actions', () => {
  it('opens with all its facts, and verifies', async () => {
    expect(CURRENT_VERSION).toBeGreaterThanOrEqual(5)
    expect(await open.core.ledger.read({})).toHaveLength(50)
    expect(await open.core.ledger.verify()).toMatchObject({ ok: true })
    expect(open.core.notices).toEqual([])
  })

  it('reads each plan with its command line as an action', async () => {
    const facts = await open.core.ledger.read({ types: ['approval.asked', 'run.started'] })
    expect(facts.length).toBeGreaterThan(10)
    for (const fact of facts) if ('plan' in fact) expect(processOf(fact.plan).argv.length).toBeGreaterThan(1)
    const files = facts.find((fact) => fact.type === 'run.started' && fact.call === 'call-files')
    const { stdin, tempFiles } = processOf(files && 'plan' in files ? files.plan : undefined)
    expect([stdin, tempFiles[0]?.content]).toEqual(['from stdin', 'from a file'])
  })

  it('shows the calls as they ended, and verdicts in the record’s words', async () => {
    const page = await readActivityPage(open.core.ledger, { from: 0, limit: 50 })
    const states = Object.fromEntries(page.rows.map(({ call, state }) => [call, state]))
    expect(states).toMatchObject({
      ...{ 'call-ran': 'done', 'call-denied': 'denied', 'call-refused': 'refused', 'call-by-rule': 'done' },
    })
    const [asked] = await open.core.ledger.read({ calls: ['call-ran'], types: ['approval.asked'] })
    expect(asked?.type === 'approval.asked' && textOf(asked.verdict.reason)).toMatch(/^asks first \(class C\): /)
  })

  it('shows its chat, with who asked and how a call arrived', async () => {
    const chat = (await open.core.ledger.read({ types: ['chat.created'] }))[0]?.chat ?? ''
    const { calls } = foldFacts(emptyChat(chat), await open.core.ledger.read({ chat }))
    expect(calls.get('call-denied')).toMatchObject({ status: 'denied', caller: { kind: 'person' } })
    expect(calls.get('call-recovered')).toMatchObject({ caller: { kind: 'model', from: 'text' } })
    expect(calls.get('call-ran')).toMatchObject({ status: 'done', caller: { kind: 'model', from: 'protocol' } })
  })

  it('finds calls by their words, and compares two of them', async () => {
    const found = await open.core.ledger.search({ text: 'moon', limit: 10 })
    expect(found.map((fact) => 'call' in fact && fact.call)).toContain('call-again')
    const compared = await compareCalls(open.core.ledger, 'call-ran', 'call-again')
    expect(compared?.argv).toContainEqual({ left: 'hello world', right: 'hello moon' })
  })

  it('keeps its rules, and runs by them', async () => {
    expect(open.core.rules.list(() => null).map(({ rule }) => rule.tool)).toContain('echo_say')
  })

  it('is exported and replayed by the command line', async () => {
    await open.core.close()
    const run = 'call-ran'
    await callCli(['log', 'export', 'record.jsonl', '--home', home], { cwd: home })
    const exported = readFileSync(join(home, 'record.jsonl'), 'utf8')
    expect(exported.split('\n').filter(Boolean)).toHaveLength(50)
    const skills = ['--skills', join(FIXTURES, 'dispatch-skills')]
    const { stdout } = await callCli(['log', 'replay', run, '--json', '--home', home, ...skills], { cwd: home })
    const { differences } = JSON.parse(stdout) as { differences: { field: string }[] }
    expect(differences.map(({ field }) => field)).not.toContain('argv')
  })
})
