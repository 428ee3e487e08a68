import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#main/cli/commands'
import { makeTempDir } from '#test/helpers/temp-dir'
import { callCli, ROOT, spawnCli } from '#test/main/cli/run-cli'

describe('help', () => {
  it.each(COMMANDS.map(({ name }) => name))('of %s has a usage and an example', async (name) => {
    const { code, stdout, stderr } = await callCli([...name.split(' '), '--help'], { cwd: makeTempDir() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`usage: skillet ${name}`)
    expect(stdout).toMatch(new RegExp(`example:\n {2}skillet ${name}`))
  })

  it('lists every command', async () => {
    const { code, stdout } = await callCli(['--help'], { cwd: makeTempDir() })
    expect(code).toBe(0)
    for (const { name } of COMMANDS) expect(stdout).toContain(`\n  ${name} `)
  })

  it('is one document with --json', async () => {
    const { stdout } = await callCli(['plan', '--help', '--json'], { cwd: makeTempDir() })
    expect(JSON.parse(stdout)).toEqual({ help: expect.stringContaining('usage: skillet plan') })
  })
})

describe('wrong usage', () => {
  it.each([
    ['chek x', 'there is no command chek. Did you mean: skillet check?'],
    ['frobnicate', 'there is no command frobnicate. See: skillet --help'],
    ['log verfy', 'there is no command log verfy. Did you mean: skillet log verify?'],
    ['log whatever', 'there is no command log whatever, only: show, search, diff, verify, export, replay.'],
    ['secrets', 'skillet secrets needs one of: list, set, remove.'],
    ['secrets lst', 'there is no command secrets lst. Did you mean: skillet secrets list?'],
    ['mcp stop', 'there is no command mcp stop, only: status, call.'],
    ['mcp --port 1', '--port is the port of --http.'],
    ['check', 'skillet check needs DIR. See: skillet check --help'],
    ['run', 'skillet run needs TOOL. See: skillet run --help'],
    ['tools git', 'skillet tools does not take "git". See: skillet tools --help'],
    ['tools --yes', 'skillet tools takes no --yes. See: skillet tools --help'],
    ['tools --skils x', 'there is no option --skils. Did you mean --skills?'],
    ['plan', 'skillet plan needs TOOL, or --batch FILE. See: skillet plan --help'],
    ['plan say --args {', "--args is not JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2)."],
    ['plan say --timeout soon', '--timeout soon: give milliseconds, from 1 to 86400000.'],
    ['plan --batch f say', '--batch reads its calls from a file; leave out say.'],
    ['log --since never', '--since never: give a date such as 2026-03-05, '],
    ['tools --skills nowhere', '--skills nowhere: there is no folder '],
    ['check nowhere', 'there is no folder '],
    ['skills install ', 'a word of skillet skills install is empty. See: skillet skills install --help'],
    ['new con', 'On Windows, "con" is the name of a device'],
    ['new ../x', '"../x" cannot be the name of a skill: '],
    ['new x --binary /bin/ls', '"/bin/ls" cannot be the name of a program: '],
  ])('skillet %s ends with 2 and says why', async (line, message) => {
    const { code, stdout, stderr } = await callCli([...line.split(' '), '--json'], { cwd: makeTempDir() })
    expect(code).toBe(2)
    expect(stderr).toContain(`skillet: ${message}`)
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      error: { code: 'USAGE', message: expect.stringContaining(message) },
    })
  })

  it('prints the help on standard error if no command is named', async () => {
    const { code, stdout, stderr } = await callCli([], { cwd: makeTempDir() })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('usage: skillet COMMAND')
  })
})

describe('the program', () => {
  it('prints its version, in words and as JSON', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    const cwd = makeTempDir()
    expect(await spawnCli(['--version'], { cwd })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    expect(await callCli(['--version', '--json'], { cwd })).toMatchObject({ stdout: `{"version":"${version}"}\n` })
  })

  it('exits with 2 on an unknown command', async () => {
    const { code, stdout, stderr } = await spawnCli(['chek'], { cwd: makeTempDir() })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Did you mean: skillet check?')
  })
})
