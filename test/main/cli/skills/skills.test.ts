import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isDeceptive } from '#shared/visible'
import { startFakeOllama } from '#test/helpers/fake-ollama'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, FIXTURES, ROOT, spawnCli } from '#test/main/cli/run-cli'

const OURS = ['--no-bundled', '--skills', FIXTURES]

describe('skillet skills and tools', () => {
  it('say which skills can be used here and which cannot', async () => {
    const { code, stdout } = await spawnCli(['skills', '--json', ...OURS], { cwd: makeTempDir() })
    expect(code).toBe(0)
    const { skills } = JSON.parse(stdout)
    const plain = skills.find(({ name }: { name: string }) => name === 'plain')
    expect(plain).toEqual({
      ...{
        name: 'plain',
        dir: join(FIXTURES, 'plain'),
        format: 'tools-json',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      ...{ state: 'trusted', enabled: true, allowScripts: false, missingBins: [] },
      access: [{ access: 'home', isGranted: false }],
      ...{ tools: expect.arrayContaining([expect.objectContaining({ name: 'say' })]), diagnostics: [] },
    })
    const unavailable = skills.find(({ name }: { name: string }) => name === 'unavailable')
    expect(unavailable).toMatchObject({ state: 'unavailable', missingBins: ['no-such-program-anywhere'] })
  })

  it('list the skills for people with their state', async () => {
    const { stdout } = await callCli(['skills', ...OURS], { cwd: makeTempDir() })
    expect(stdout).toContain(
      '\nplain  trusted  4 tools  named\n  Small tools that are on every Linux.\n  say    echo <text>',
    )
    expect(stdout).toContain('\nunavailable  unavailable  1 tool  named  needs no-such-program-anywhere\n')
    expect(stdout).toMatch(/\n5 skills, 4 usable here, 6 tools: 3 errors, 2 warnings\n$/)
  })

  it('print the tools in the form Ollama takes, and only those that can be called', async () => {
    const { code, stdout } = await spawnCli(['tools', '--json', ...OURS], { cwd: makeTempDir() })
    expect(code).toBe(0)
    const { tools } = JSON.parse(stdout)
    expect(tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual([
      'fine',
      'say',
      'shout',
      'look',
      'wait',
      'spread',
    ])
    expect(tools[0]).toEqual({
      type: 'function',
      function: { name: 'fine', description: 'Works.', parameters: { type: 'object', properties: {} } },
    })
    const people = await callCli(['tools', ...OURS], { cwd: makeTempDir() })
    expect(people.stdout).toContain('say  of plain\n  Print one text.\n  $ echo <text> [--times <times>]\n')
  })

  it('include the bundled skills unless they are left out', async () => {
    const { stdout } = await callCli(['skills', '--json'], { cwd: makeTempDir() })
    const names = JSON.parse(stdout).skills.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['dates', 'files', 'git', 'system']))
  })
})

describe('a skill’s text', () => {
  it('is printed without control characters', async () => {
    const cwd = makeTempDir()
    mkdirSync(join(cwd, 'bad'))
    const text = 'x\u001b[2J\u202e\u0007'
    writeFileSync(join(cwd, 'bad', 'SKILL.md'), `---\nname: bad\ndescription: ${JSON.stringify(text)}\n---\n`)
    const tool = { name: 'bad', description: text, parameters: { type: 'object', properties: {} }, [text]: 1 }
    const execution = { tool: 'bad', binary: 'echo', subcommand: text, args: [{ kind: 'literal', value: text }] }
    writeFileSync(
      join(cwd, 'bad', 'tools.json'),
      JSON.stringify({ tools: [tool], allowlist: { echo: [text] }, execution: [execution] }),
    )
    for (const command of ['check bad', 'skills', 'tools', 'plan bad', 'doctor']) {
      const where = command.startsWith('check') ? [] : ['--no-bundled', '--skills', 'bad', '--home', 'h']
      const { stdout, stderr } = await callCli([...command.split(' '), ...where], { cwd })
      expect(stdout + stderr).toContain('bad')
      expect(isDeceptive(stdout + stderr)).toBe(false)
    }
  })
})

describe('skillet doctor', () => {
  it('checks Ollama, models, display, sandbox, data, disk and each skill, with a remedy where needed', async () => {
    const ollama = await startFakeOllama()
    const cwd = makeTempDir()
    const env = { OLLAMA_HOST: ollama.host, DISPLAY: ':7' }
    const { code, stdout } = await spawnCli(['doctor', '--json', '--home', 'h', ...OURS], { cwd, env })
    await ollama.close()
    expect(code).toBe(0)
    const { checks } = JSON.parse(stdout) as {
      checks: { name: string; state: string; found: string; remedy: string }[]
    }
    const find = (name: string) => checks.find((check) => check.name === name)
    expect(find('Ollama')).toEqual({ name: 'Ollama', state: 'ok', found: `0.17.4 at ${ollama.host}`, remedy: '' })
    expect(find('models')).toMatchObject({ state: 'ok', found: 'tiny:1b (1B)' })
    expect(find('display')).toMatchObject({ state: 'ok', found: ':7' })
    expect(find('data folder')).toMatchObject({ state: 'ok', found: expect.stringContaining(join(cwd, 'h')) })
    expect(find('skill plain')).toMatchObject({ state: 'ok', found: 'echo, ls, sleep' })
    expect(find('skill unavailable')).toMatchObject({
      state: 'missing',
      remedy: 'Install no-such-program-anywhere to use it.',
    })
    expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['sandbox', 'record', 'disk']))
    for (const { state, remedy } of checks) expect(state === 'missing' && remedy === '').toBe(false)
    expect(existsSync(join(cwd, 'h'))).toBe(false)
  })

  it('continues without Ollama and display, but exits with 1 if nothing can be recorded', async () => {
    const cwd = makeTempDir()
    const without = await callCli(['doctor', '--home', 'h', ...OURS], { cwd })
    expect(without.code).toBe(0)
    expect(without.stdout).toMatch(/^missing {2}Ollama .*127\.0\.0\.1:9/m)
    expect(without.stdout).toMatch(/^missing {2}display .*DISPLAY/m)
    const file = join(FIXTURES, 'plain', 'SKILL.md', 'h')
    const nowhere = await callCli(['doctor', '--json', '--home', file, ...OURS], { cwd })
    expect([
      nowhere.code,
      JSON.parse(nowhere.stdout).checks.find((check: { name: string }) => check.name === 'data folder'),
    ]).toMatchObject([1, { state: 'missing', remedy: expect.stringContaining('--home') }])
  })
})

describe('skillet new', () => {
  it('writes a skill that passes check without a remark, and can be run', async () => {
    const cwd = makeTempDir()
    const made = await spawnCli(['new', 'my-notes', '--json'], { cwd })
    expect(made.code).toBe(0)
    expect(JSON.parse(made.stdout)).toEqual({
      ...{ ok: true, name: 'my-notes', dir: join(cwd, 'my-notes'), files: ['SKILL.md', 'tools.json'] },
      ...{ tools: ['my_notes_print'], diagnostics: [] },
    })
    const checked = await callCli(['check', 'my-notes', '--json'], { cwd })
    expect([checked.code, JSON.parse(checked.stdout).skills[0].diagnostics]).toEqual([0, []])
    const run = ['run', 'my_notes_print', '--skills', 'my-notes', '--args', '{"text": "hello"}', '--yes', '--home', 'h']
    expect(await callCli(run, { cwd })).toMatchObject({ code: 0, stdout: 'hello\n' })
    const { $schema } = JSON.parse(readFileSync(join(cwd, 'my-notes', 'tools.json'), 'utf8'))
    expect(join(cwd, 'my-notes', $schema)).toBe(join(ROOT, 'schema', 'tools.schema.json'))
  })

  it.each(['a', '9', 'true', 'A.b_c', `x${'y'.repeat(63)}`])('takes the name %s', async (name) => {
    const cwd = makeTempDir()
    expect((await callCli(['new', name, '--binary', 'cat'], { cwd })).code).toBe(0)
    const { stdout } = await callCli(['check', name, '--json'], { cwd })
    expect(JSON.parse(stdout).skills).toMatchObject([{ name, diagnostics: [] }])
  })

  it('leaves an existing folder unchanged', async () => {
    const cwd = makeTempDir()
    mkdirSync(join(cwd, 'mine'))
    const { code, stderr } = await callCli(['new', 'mine'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('is there already, and was left as it is')
    expect(readdirSync(join(cwd, 'mine'))).toEqual([])
  })

  it('says at once if the program can run anything', async () => {
    const { code, stdout } = await callCli(['new', 'mine', '--binary', 'bash'], { cwd: makeTempDir() })
    expect(code).toBe(0)
    expect(stdout).toContain('ANY_CODE')
  })
})
