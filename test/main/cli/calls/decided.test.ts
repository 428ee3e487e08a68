import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLedger } from '#main/ledger/open-ledger'
import type { Rule } from '#shared/call/rule'
import type { FactBody } from '#shared/facts'
import { textOf } from '#shared/messages/message'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, readRecord, spawnCli } from '#test/main/cli/run-cli'

const OURS = ['--no-bundled', '--skills', FIXTURES, '--home', 'h', '--json']
const SAY = ['say', '--args', '{"text": "x"}']

/** A home in which the person decided this before. */
async function decideBefore(...facts: FactBody[]): Promise<string> {
  const cwd = makeTempDir()
  const opened = await openLedger({ home: join(cwd, 'h') })
  if (!opened.ok) throw new Error(textOf(opened.problem.message))
  await opened.ledger.append(facts.map((fact) => ({ ...fact, chat: null })))
  await opened.ledger.close()
  return cwd
}

const rule = (effect: Rule['effect'], toolSpec = '', program?: Rule['program']): FactBody => ({
  type: 'rule.made',
  rule: {
    ...{ id: 'r1', effect, skill: 'plain', skillHash: '', toolSpec, tool: 'say' },
    ...{ scope: { kind: 'always' }, createdFrom: '' },
    ...(program && { program }),
  },
})

const read = ({ code, stdout }: { code: number | null; stdout: string }) => ({ code, ...JSON.parse(stdout) })

describe('a command line in a home with decisions', () => {
  it('plans and runs by a rule that denies, even with --yes', async () => {
    const cwd = await decideBefore(rule('deny'))
    const planned = read(await callCli(['plan', ...SAY, ...OURS], { cwd }))
    expect(planned).toMatchObject({ code: 3, ok: true, verdict: { kind: 'refuse', rule: 'r1' } })
    const run = read(await callCli(['run', ...SAY, '--yes', ...OURS], { cwd }))
    expect(run).toMatchObject({ code: 3, ok: false, error: { code: 'REFUSED', message: planned.verdict.reason } })
    expect(run.verdict).toMatchObject({ kind: 'refuse', rule: 'r1' })
    expect(readRecord(cwd).map(({ type }) => type)).not.toContain('run.started')
  })

  it('plans and runs by a rule that allows, and the plan says so before anything runs', async () => {
    const { plan } = read(await callCli(['plan', ...SAY, ...OURS], { cwd: makeTempDir() }))
    const { path, identity } = plan.binary
    const program = { path, realpath: identity.realpath, sha256: identity.sha256 }
    const cwd = await decideBefore(rule('allow', plan.toolSpec, program))
    const planned = read(await callCli(['plan', ...SAY, ...OURS], { cwd }))
    expect(planned).toMatchObject({ code: 0, verdict: { kind: 'run', rule: 'r1' } })
    const run = read(await callCli(['run', ...SAY, ...OURS], { cwd }))
    expect(run).toMatchObject({ code: 0, ok: true, verdict: { kind: 'run', rule: 'r1' } })
    expect(readRecord(cwd)).toMatchObject([
      ...[{}, {}, { type: 'approval.answered', by: 'rule', rule: 'r1' }, { type: 'run.started' }, {}],
    ])
  })

  it('plans and runs within the limits of Settings; the line may only shorten them', async () => {
    const cwd = await decideBefore(
      { type: 'setting.changed', name: 'commandMinutes', value: 1 },
      { type: 'setting.changed', name: 'keptOutput', value: '64' },
    )
    const timeoutOf = async (words: string[]) => read(await callCli([...words, ...OURS], { cwd })).plan.timeoutMs
    expect(await timeoutOf(['plan', ...SAY])).toBe(60_000)
    expect(await timeoutOf(['plan', ...SAY, '--timeout', '5000'])).toBe(5000)
    expect(await timeoutOf(['plan', ...SAY, '--timeout', '300000'])).toBe(60_000)
    expect(await timeoutOf(['run', ...SAY, '--yes', '--timeout', '300000'])).toBe(60_000)
    const long = JSON.stringify({ text: `first ${'x'.repeat(90_000)} last` })
    const { run } = read(await callCli(['run', 'say', '--args', long, '--yes', ...OURS], { cwd }))
    expect(run).toMatchObject({ truncated: true })
    expect(run.stdout.length).toBeLessThan(70_000)
  })

  it('runs nothing confined if the sandbox is off in Settings', async () => {
    const env = { SKILLET_SANDBOX: 'auto' }
    const sandboxIn = async (cwd: string, words: string[]) =>
      read(await spawnCli([...words, ...OURS], { cwd, env })).plan.sandbox
    const cwd = await decideBefore({ type: 'setting.changed', name: 'sandbox', value: 'off' })
    expect(await sandboxIn(cwd, ['plan', ...SAY])).toBe('none')
    expect(await sandboxIn(cwd, ['run', ...SAY, '--yes'])).toBe('none')
    const usual = await sandboxIn(makeTempDir(), ['plan', ...SAY])
    expect(await sandboxIn(makeTempDir(), ['run', ...SAY, '--yes'])).toBe(usual)
  })

  it('lets no script run if scripts are off for all, whatever the line says', async () => {
    const cwd = await decideBefore({ type: 'setting.changed', name: 'scripts', value: 'off' })
    const shout = ['plan', 'shout', '--args', '{"text": "x"}', '--allow-scripts', ...OURS]
    const outcomeIn = async (where: string) => read(await callCli(shout, { cwd: where })).plan.resolvers[0].outcome
    expect(await outcomeIn(cwd)).toBe('scripts-off')
    expect(await outcomeIn(makeTempDir())).toBe('not-run')
  })
})
