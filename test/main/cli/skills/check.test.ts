import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTempDir } from '#test/helpers/temp-dir'
import { body, makeToolCode } from '#test/helpers/tool-code'
import { callCli, FIXTURES, ROOT, spawnCli } from '#test/main/cli/run-cli'

interface Document {
  skills: { name: string; tools: { name: string }[]; diagnostics: { code: string; severity: string; path: string }[] }[]
}

describe('skillet check', () => {
  it('lists each skill with its tools and diagnostics, and exits with 1 on an error', async () => {
    const { code, stdout } = await spawnCli(['check', FIXTURES, '--json'], { cwd: makeTempDir() })
    expect(code).toBe(1)
    const { skills } = JSON.parse(stdout) as Document
    expect(skills.map(({ name }) => name)).toEqual(['broken', 'no-page', 'plain', 'spread', 'unavailable'])
    const [broken, noPage, plain] = skills
    expect(broken).toMatchObject({
      dir: join(FIXTURES, 'broken'),
      format: 'tools-json',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      tools: [{ name: 'fine', description: 'Works.', binary: 'uptime', subcommand: '', argvTemplate: ['uptime'] }],
    })
    expect(broken?.diagnostics.map(({ severity, code, path }) => [severity, code, path])).toEqual([
      ['warning', 'FIELD_UNKNOWN', 'execution[0].colour'],
      ['error', 'NOT_ALLOWLISTED', 'execution[1].binary'],
      ['error', 'TOOL_NO_EXECUTION', 'tools[2]'],
    ])
    expect(noPage?.diagnostics[0]).toMatchObject({
      code: 'SKILL_MD_MISSING',
      severity: 'error',
      remedy: expect.any(String),
    })
    expect(plain?.tools[0]).toEqual({
      name: 'say',
      description: 'Print one text.',
      binary: 'echo',
      subcommand: '',
      argvTemplate: ['echo', '<text>', '--times', '<times>'],
    })
  })

  it('prints each finding with its place, its message and its remedy, and a summary', async () => {
    const { code, stdout, stderr } = await callCli(['check', 'broken'], { cwd: FIXTURES })
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout.replaceAll(FIXTURES, '')).toBe(`broken  tools-json  1 tool  /broken
  fine       uptime
  forbidden  withheld: NOT_ALLOWLISTED
  idle       withheld: TOOL_NO_EXECUTION
  warning  tools.json execution[0].colour  FIELD_UNKNOWN
           The field "colour" is unknown and has no effect.
           → Remove it.
  error    tools.json execution[1].binary  NOT_ALLOWLISTED
           The program "rm" is not in the allowlist.
           → Add "rm": ["-rf"] to the allowlist.
  error    tools.json tools[2]  TOOL_NO_EXECUTION
           No execution runs the tool "idle".
           → Add an entry with "tool": "idle" to "execution".

1 skill, 1 tool: 2 errors, 1 warning
`)
  })

  it('reports a missing program without counting it against the skill', async () => {
    const { code, stdout } = await callCli(['check', 'unavailable'], { cwd: FIXTURES })
    expect(code).toBe(0)
    expect(stdout).toContain('BINARY_MISSING')
    expect(stdout).toContain('1 skill, 1 tool: no errors, no warnings\n')
  })

  it('answers for a folder without a skill', async () => {
    const cwd = makeTempDir()
    mkdirSync(join(cwd, 'empty'))
    const { code, stdout } = await callCli(['check', 'empty', '--json'], { cwd })
    expect(code).toBe(1)
    expect((JSON.parse(stdout) as Document).skills[0]?.diagnostics[0]?.code).toBe('SKILL_MD_MISSING')
  })

  it('exits with 4 if nobody is there to allow the examples, and says how', async () => {
    const cwd = makeTempDir()
    mkdirSync(join(cwd, 'mine'))
    const tool = makeToolCode(body('return {}'), { examples: [{ input: {}, output: {} }] })
    writeFileSync(join(cwd, 'mine', 'a.tool.json'), JSON.stringify(tool))
    const { code, stderr } = await callCli(['check', 'mine', '--examples', '--home', 'h'], { cwd })
    expect([code, stderr]).toEqual([4, expect.stringContaining('Allow them with --yes.')])
  })

  it('takes a relative folder from where the person was if npm moved to the repository', async () => {
    const cwd = makeTempDir()
    cpSync(join(FIXTURES, 'plain'), join(cwd, 'mine'), { recursive: true })
    const { code, stdout } = await callCli(['check', 'mine'], { cwd: ROOT, env: { INIT_CWD: cwd } })
    expect(code).toBe(0)
    expect(stdout).toContain(join(cwd, 'mine'))
  })
})
