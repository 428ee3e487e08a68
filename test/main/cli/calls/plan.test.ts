import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, readRecord, spawnCli } from '#test/main/cli/run-cli'

const PLAIN = join(FIXTURES, 'plain')
const OURS = ['--no-bundled', '--skills', FIXTURES]

describe('skillet plan', () => {
  it('gives the plan and the verdict, starts nothing and leaves no data behind', async () => {
    const cwd = makeTempDir()
    const args = ['plan', 'say', ...OURS, '--args', '{"text": "it\'s  here", "times": "2"}', '--json', '--home', 'h']
    const { code, stdout, stderr } = await spawnCli(args, { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      plan: {
        ...{ tool: 'say', skill: 'plain', argv: ['echo', "it's  here", '--times', '2'] },
        ...{ origin: ['skill', 'model', 'skill', 'model'], cwd, stdin: null, timeoutMs: 120_000, resolvers: [] },
        ...{ kind: 'process', tempFiles: [], effects: expect.any(Array), grants: { secrets: [], tools: [] } },
        binary: { name: 'echo', path: expect.stringMatching(/^\/.*\/echo$/) },
        env: expect.arrayContaining(['PATH', 'HOME']),
        coercions: [{ param: 'times', from: '2', to: 2 }],
        risk: { class: 'C', reasons: ['echo may change files'] },
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      verdict: { kind: 'ask', reason: 'echo may change files' },
    })
    expect(existsSync(join(cwd, 'h'))).toBe(false)
  })

  it('shows the command ready to paste, and where each word comes from', async () => {
    const cwd = makeTempDir()
    const args = ['plan', 'shout', '--args', '{"text": "it\'s  here"}']
    const { code, stdout } = await callCli([...args, ...OURS], { cwd })
    expect(code).toBe(0)
    expect(
      stdout
        .replaceAll(FIXTURES, '')
        .replace(cwd, '/here')
        .replace(/program {3}\S+\/echo/, 'program   /bin/echo'),
    ).toBe(`shout of plain
  $ echo 'it'\\''s  here'
  words     echo             from the skill
            'it'\\''s  here'  from the call
  program   /bin/echo
  folder    /here
  resolver  text stays as it is (scripts are off for this skill; the value is unchanged), by sh /plain/scripts/shout.sh 'it'\\''s  here'
  risk      C  echo may change files
  verdict   asks first
`)
  })

  it.each([
    ['say', '{"text": "x", "tims": 2}', 3, 'PARAM_UNKNOWN'],
    ['say', '{}', 3, 'PARAM_MISSING'],
    ['say', '{"text": "x", "times": "many"}', 3, 'PARAM_TYPE'],
    ['say', '[1]', 3, 'ARGS_NOT_OBJECT'],
    ['say', '{"text": "--version"}', 3, 'ARG_LOOKS_LIKE_OPTION'],
    ['say', '{"text": "a\\u0000b"}', 3, 'ARG_NUL'],
    ['forbidden', '{}', 3, 'BINARY_NOT_ALLOWED'],
    ['idle', '{}', 3, 'TOOL_BROKEN'],
    ['absent', '{}', 1, 'BINARY_NOT_FOUND'],
    ['sya', '{}', 2, 'TOOL_UNKNOWN'],
    ['say', '{"text"', 2, 'USAGE'],
  ])('refuses %s %s with %d %s', async (tool, json, exit, code) => {
    const done = await callCli(['plan', tool, '--args', json, '--json', ...OURS], { cwd: makeTempDir() })
    expect(done.code).toBe(exit)
    expect(JSON.parse(done.stdout)).toEqual({
      ok: false,
      error: expect.objectContaining({ code, message: expect.any(String) }),
    })
    expect(done.stderr).toMatch(/^skillet: .+\n$/)
  })

  it('runs the resolvers with --resolve, and records them', async () => {
    const cwd = makeTempDir()
    const shout = ['plan', 'shout', '--args', '{"text": "hi"}', '--json', '--home', 'h', ...OURS]
    const dry = await callCli([...shout, '--allow-scripts'], { cwd })
    expect(JSON.parse(dry.stdout).plan).toMatchObject({ argv: ['echo', 'hi'], resolvers: [{ outcome: 'not-run' }] })
    expect(existsSync(join(cwd, 'h'))).toBe(false)
    const resolved = await callCli([...shout, '--allow-scripts', '--resolve'], { cwd })
    expect(JSON.parse(resolved.stdout)).toMatchObject({
      ok: true,
      plan: {
        argv: ['echo', 'HI!'],
        origin: ['skill', 'resolver'],
        resolvers: [{ param: 'text', kind: 'script', outcome: 'resolved', value: 'HI!' }],
      },
    })
    expect(readRecord(cwd).map(({ type }) => type)).toEqual([
      ...['call.requested', 'resolver.started', 'resolver.finished', 'call.planned'],
    ])
  })
})

describe('skillet plan --batch', () => {
  it('answers 5 000 lines in order, each broken one on its own line', async () => {
    const cwd = makeTempDir()
    const lines = Array.from({ length: 5000 }, (_, id) => lineFor(id))
    writeFileSync(join(cwd, 'calls.jsonl'), `${lines.join('\n')}\n`)
    const { code, stdout, stderr } = await spawnCli(['plan', '--batch', 'calls.jsonl', '--no-bundled'], { cwd })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const answers = stdout.trimEnd().split('\n')
    expect(answers).toHaveLength(5000)
    for (const [id, answer] of answers.entries()) {
      const { plan, error, ...rest } = JSON.parse(answer)
      if (id % 1000 === 7) expect([rest, error.code]).toEqual([{ ok: false }, 'USAGE'])
      else if (id % 1000 === 8) expect([rest, error.code]).toEqual([{ id, ok: false }, 'USAGE'])
      else if (id % 10 === 3) expect([rest, error.code]).toEqual([{ id, ok: false }, 'PARAM_MISSING'])
      else expect([rest.id, rest.ok, rest.verdict.kind, plan.argv]).toEqual([id, true, 'ask', ['echo', `n ${id}`]])
    }
  })

  it('reads standard input, keeps any id, and lets a line name no other skills', async () => {
    const cwd = makeTempDir()
    const input = [
      { id: 'a', skills: [PLAIN], tool: 'say', args: { text: 'x' } },
      { id: null, skills: PLAIN, tool: 'fine', args: {} },
      { id: { n: 1 }, skills: join(FIXTURES, 'broken'), tool: 'fine' },
      { skills: 'nowhere', tool: 'say', args: {} },
      { skills: 'no\0where', tool: 'say', args: {} },
      { id: 5, skills: PLAIN, tool: 'shout', args: { text: 'x' }, allowScripts: true, resolve: true },
    ]
    const text = input.map((line) => JSON.stringify(line)).join('\r\n')
    const { code, stdout } = await callCli(['plan', '--batch', '-', '--home', 'h', '--no-bundled'], {
      cwd,
      input: text,
    })
    expect(code).toBe(0)
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ id, ok }) => [id, ok])).toEqual([
      ['a', true],
      [null, false],
      [{ n: 1 }, true],
      [undefined, false],
      [undefined, false],
      [5, true],
    ])
    expect(answers[1].error.code).toBe('TOOL_UNKNOWN')
    expect(answers[3].error.message).toContain('there is no folder')
    expect(answers[4].error.message).toContain('there is no folder')
    expect(answers[5].plan.argv).toEqual(['echo', 'X!'])
  })

  it('exits with 2 if the file cannot be read', async () => {
    const { code, stderr } = await callCli(['plan', '--batch', 'none.jsonl'], { cwd: makeTempDir() })
    expect(code).toBe(2)
    expect(stderr).toContain('--batch none.jsonl cannot be read: ENOENT')
  })

  it('keeps a line separator that JSON allows', async () => {
    const cwd = makeTempDir()
    const line = `{"id":1,"skills":${JSON.stringify(PLAIN)},"tool":"say","args":{"text":"a\u2028b"}}`
    const { stdout } = await callCli(['plan', '--batch', '-'], { cwd, input: line })
    expect(JSON.parse(stdout).plan.argv).toEqual(['echo', 'a\u2028b'])
  })
})

function lineFor(id: number): string {
  if (id % 1000 === 7) return '{"id": 7, "tool"'
  if (id % 1000 === 8) return JSON.stringify({ id, skills: 5, tool: 'say' })
  return JSON.stringify({ id, skills: PLAIN, tool: 'say', args: id % 10 === 3 ? {} : { text: `n ${id}` } })
}
