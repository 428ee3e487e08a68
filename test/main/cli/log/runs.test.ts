import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { programOf } from '#main/gate/rule-match'
import { openLedger } from '#main/ledger/open-ledger'
import type { NewFact } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { makeRule } from '#test/helpers/make-standing'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, readRecord } from '#test/main/cli/run-cli'

const OURS = ['--no-bundled', '--skills', 'plain', '--home', 'h']

describe('skillet log diff', () => {
  it('says how two runs differ, and what each printed', async () => {
    const { cwd, runs } = await runTwice('first', 'second')
    const { code, stdout } = await callCli(['log', 'diff', ...runs, '--json', '--home', 'h'], { cwd })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ runs, same: false, differences: [{ field: 'argv' }], stderr: [] },
      stdout: ['@@ -1 +1 @@', '-first', '+second', ' '],
    })
    const people = await callCli(['log', 'diff', ...runs, '--home', 'h'], { cwd })
    expect(people.stdout).toMatch(/argv {2}was .*first[\s\S]* is .*second[\s\S]*-first\n\+second/)
  })

  it('says so if nothing differs, and what it needs if a run is unknown', async () => {
    const { cwd, runs } = await runTwice('same', 'same')
    const same = await callCli(['log', 'diff', ...runs, '--home', 'h'], { cwd })
    expect(same.stdout.trim()).toBe('nothing differs')
    const unknown = await callCli(['log', 'diff', runs[0] ?? '', 'ffffffff', '--home', 'h'], { cwd })
    expect(unknown.code).toBe(2)
  })
})

describe('skillet log search', () => {
  it('finds the facts that contain every word', async () => {
    const { cwd } = await runTwice('needle thread', 'needle')
    const { code, stdout } = await callCli(['log', 'search', 'needle', 'thr', '--json', '--home', 'h'], { cwd })
    expect(code).toBe(0)
    const found = stdout.split('\n').filter(Boolean)
    expect(found.length).toBeGreaterThan(0)
    expect(found.every((line) => line.includes('needle thread'))).toBe(true)
  })
})

describe('a rule', () => {
  it('that forbids a tool applies on the command line too, even with --yes, and log show names it', async () => {
    const { cwd } = await runTwice('one', 'two')
    const rule = makeRule({ id: 'forbidding', effect: 'deny', skill: 'plain', tool: 'say', scope: { kind: 'always' } })
    await tell(cwd, { type: 'rule.made', chat: null, rule })
    const { code, stdout } = await callCli(['run', 'say', '--args', '{"text":"x"}', '--yes', '--json', ...OURS], {
      cwd,
    })
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'REFUSED' }, verdict: { rule: 'forbidding' } })
    const last = readRecord(cwd).at(-1)
    const shown = await callCli(['log', 'show', last && 'call' in last ? (last.call ?? '') : '', '--home', 'h'], {
      cwd,
    })
    expect(shown.stdout).toContain('deny by rule forbiddi')
  })

  it('that allows a tool lets it run with nobody to ask', async () => {
    const { cwd, toolSpec, program } = await runTwice('one', 'two')
    const scope = { kind: 'always' } as const
    const rule = makeRule({ skill: 'plain', tool: 'say', toolSpec, scope, ...(program && { program }) })
    await tell(cwd, { type: 'rule.made', chat: null, rule })
    const { code } = await callCli(['run', 'say', '--args', '{"text":"free"}', ...OURS], { cwd })
    expect(code).toBe(0)
    expect(readRecord(cwd).findLast(({ type }) => type === 'approval.answered')).toMatchObject({
      ...{ by: 'rule', rule: 'rule-1' },
    })
  })
})

async function runTwice(first: string, second: string) {
  const cwd = makeTempDir()
  cpSync(join(FIXTURES, 'plain'), join(cwd, 'plain'), { recursive: true })
  for (const text of [first, second]) {
    await callCli(['run', 'say', '--args', JSON.stringify({ text }), '--yes', ...OURS], { cwd })
  }
  const started = readRecord(cwd).flatMap((fact) => (fact.type === 'run.started' ? [fact] : []))
  const plan = started[0]?.plan
  return { cwd, runs: started.map(({ run }) => run), toolSpec: plan?.toolSpec ?? '', program: plan && programOf(plan) }
}

async function tell(cwd: string, fact: NewFact): Promise<void> {
  const opened = await openLedger({ home: join(cwd, 'h') })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  await opened.ledger.append([fact])
  await opened.ledger.close()
}
