import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, readRecord, spawnCli } from '#test/main/cli/run-cli'

const OURS = ['--no-bundled', '--skills', FIXTURES, '--home', 'h']

describe('skillet run', () => {
  it('runs what --yes approves, prints one document, and records all of it', async () => {
    const cwd = makeTempDir()
    const say = ['run', 'say', '--args', '{"text": "hello there"}', '--yes', '--json', ...OURS]
    const { code, stdout, stderr } = await spawnCli(say, { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const document = JSON.parse(stdout)
    expect(document).toMatchObject({
      ok: true,
      plan: { argv: ['echo', 'hello there'] },
      verdict: { kind: 'ask' },
      run: {
        ...{ exitCode: 0, signal: null, timedOut: false, canceled: false, truncated: false, ms: expect.any(Number) },
        ...{ stdout: 'hello there\n', stderr: '', stdoutBytes: 12, stderrBytes: 0, forModel: 'hello there' },
        ended: 'done',
      },
    })
    const facts = readRecord(cwd)
    expect(facts.map(({ type }) => type)).toEqual([
      ...['call.requested', 'approval.asked', 'approval.answered', 'run.started', 'run.finished'],
    ])
    expect(facts).toMatchObject([
      { seq: 1, chat: null, tool: 'say', args: { text: 'hello there' } },
      { digest: document.plan.digest, verdict: { kind: 'ask' } },
      { digest: document.plan.digest, decision: 'once', by: 'flag' },
      { run: document.run.id, plan: { action: { argv: ['echo', 'hello there'] } } },
      { run: document.run.id, exitCode: 0 },
    ])
  })

  it('prints what the command printed, each stream separately, and exits with 1 if it failed', async () => {
    const cwd = makeTempDir()
    const look = await callCli(['run', 'look', '--args', '{"path": "nowhere"}', '--yes', ...OURS], { cwd })
    expect({ code: look.code, stdout: look.stdout }).toEqual({ code: 1, stdout: '' })
    expect(look.stderr).toMatch(/^\$ ls -1 nowhere\n(.*nowhere.*\n)exit 2, \d+ ms\n$/)
    const say = await callCli(['run', 'say', '--args', '{"text": "a\\tb"}', '--yes', ...OURS], { cwd })
    expect({ code: say.code, stdout: say.stdout }).toEqual({ code: 0, stdout: 'a\tb\n' })
  })

  it('explains why a program could not be started', async () => {
    const [cwd, programs] = [makeTempDir(), makeTempDir()]
    writeFileSync(join(programs, 'echo'), 'neither a program nor a script', { mode: 0o755 })
    const say = ['run', 'say', '--args', '{"text": "x"}', '--yes', ...OURS]
    const { code, stderr } = await spawnCli(say, { cwd, env: { PATH: `${programs}:${process.env.PATH}` } })
    expect(code).toBe(1)
    expect(stderr).toContain(`${join(programs, 'echo')} is neither a program for this system nor a script`)
    expect(stderr).not.toContain('[object')
  })

  it('exits with 4 if approval is needed and nobody is there, and starts nothing', async () => {
    const cwd = makeTempDir()
    const say = ['run', 'say', '--args', '{"text": "x"}', ...OURS]
    const { code, stdout, stderr } = await callCli([...say, '--json'], { cwd, input: 'y\n' })
    expect(code).toBe(4)
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ ok: false, plan: { argv: ['echo', 'x'] }, verdict: { kind: 'ask' } },
      error: { code: 'NOT_ANSWERED', message: expect.stringContaining('--yes') },
    })
    expect(stderr).toContain('this needs approval')
    expect(readRecord(cwd).map(({ type }) => type)).toEqual(['call.requested', 'approval.asked', 'call.refused'])
  })

  it('records every refusal, even with --yes', async () => {
    const cwd = makeTempDir()
    const refused = [
      ['say', '{"text": "--version"}', 3, 'ARG_LOOKS_LIKE_OPTION'],
      ['forbidden', '{}', 3, 'BINARY_NOT_ALLOWED'],
      ['absent', '{}', 1, 'BINARY_NOT_FOUND'],
    ] as const
    for (const [tool, json, exit, code] of refused) {
      const done = await callCli(['run', tool, '--args', json, '--yes', '--json', ...OURS], { cwd })
      expect([done.code, JSON.parse(done.stdout)]).toEqual([exit, expect.objectContaining({ ok: false })])
      expect(JSON.parse(done.stdout).error.code).toBe(code)
    }
    const facts = readRecord(cwd)
    expect(facts.flatMap((fact) => (fact.type === 'call.refused' ? [fact.code] : []))).toEqual(
      refused.map(([, , , code]) => code),
    )
    expect(facts).toHaveLength(6)
  })

  it('exits with 2 for an unknown tool, and leaves no record of it', async () => {
    const cwd = makeTempDir()
    const { code, stderr } = await callCli(['run', 'shoot', '--yes', ...OURS], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('There is no tool shoot. Did you mean shout?')
    expect(existsSync(join(cwd, 'h'))).toBe(false)
  })

  it('ends a command that outlives --timeout, and says so', async () => {
    const cwd = makeTempDir()
    const wait = ['run', 'wait', '--args', '{"seconds": 60}', '--timeout', '200', '--yes', '--json', ...OURS]
    const { code, stdout } = await callCli(wait, { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      plan: { timeoutMs: 200 },
      run: { timedOut: true, exitCode: null },
    })
  })

  it('lets the skill resolve values only with --allow-scripts', async () => {
    const cwd = makeTempDir()
    const shout = ['run', 'shout', '--args', '{"text": "hi"}', '--yes', ...OURS]
    expect((await callCli(shout, { cwd })).stdout).toBe('hi\n')
    expect((await callCli([...shout, '--allow-scripts'], { cwd })).stdout).toBe('HI!\n')
  })
})

describe('the record of a run', () => {
  it('is shared by two runs at once: the second waits, and both succeed', async () => {
    const cwd = makeTempDir()
    const run = (text: string) =>
      spawnCli(['run', 'say', '--args', JSON.stringify({ text }), '--yes', ...OURS], { cwd })
    const done = await Promise.all([run('one'), run('two')])
    expect(done).toEqual([
      { code: 0, stdout: 'one\n', stderr: expect.stringContaining('exit 0') },
      { code: 0, stdout: 'two\n', stderr: expect.stringContaining('exit 0') },
    ])
    const finished = readRecord(cwd).filter(({ type }) => type === 'run.finished')
    expect(finished).toHaveLength(2)
    expect(await callCli(['log', 'verify', '--home', 'h'], { cwd })).toMatchObject({ code: 0 })
  })

  it('is written before anything runs: if it cannot be written nothing starts', async () => {
    const cwd = makeTempDir()
    writeFileSync(join(cwd, 'h'), 'a file where the folder should be')
    mkdirSync(join(cwd, 'work'))
    const spread = ['run', 'spread', '--args', '{"script": "touch made"}', '--yes', '--json']
    const where = ['--no-bundled', '--skills', FIXTURES, '--home', '../h']
    const { code, stdout } = await callCli([...spread, ...where], { cwd: join(cwd, 'work') })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      error: { code: 'RECORD_FAILED', message: expect.stringContaining('h') },
    })
    expect(readdirSync(join(cwd, 'work'))).toEqual([])
  })
})
