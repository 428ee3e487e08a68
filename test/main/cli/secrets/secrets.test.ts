import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { handleTerminal } from '#main/requests/handle-terminal'
import { openKeyStore } from '#main/secrets/key-store'
import { quoteArgv } from '#shared/call/quote'
import { openSocket } from '#test/helpers/app-socket'
import { openTestCore } from '#test/helpers/open-test-core'
import { makeTempDir } from '#test/helpers/temp-dir'
import { makeKeyring } from '#test/helpers/test-keyring'
import { callCli, listenTo, PROGRAM, plainEnv, until } from '#test/main/cli/run-cli'

const HOLDER = { name: 'weather/forecast', spec: 'as-reviewed' }

/** The open app, with a person who answers its dialogs. */
async function openApp(says: boolean) {
  const home = makeTempDir()
  const { core, facts } = await openTestCore({ home, keyring: makeKeyring() })
  const dialogs: string[] = []
  const confirm = async ({ message, detail }: { message: string; detail: string }) => {
    dialogs.push(`${message} ${detail}`)
    return says
  }
  const { close } = await openSocket(core, undefined, handleTerminal(core, { confirm, chooseTarget: async () => null }))
  const cli = (line: string, input?: string) =>
    callCli([...line.split(' '), '--home', home], { cwd: home, ...(input !== undefined && { input }) })
  return { core, facts, home, dialogs, cli, close: () => core.close().then(close) }
}

describe('skillet secrets', () => {
  it('saves a value from standard input in the open app, and shows it nowhere', async () => {
    const { core, facts, home, dialogs, cli } = await openApp(true)
    const saved = await cli('secrets set WEATHER_KEY --json', 'open sesame\r\n')
    expect([saved.code, JSON.parse(saved.stdout)]).toEqual([0, { ok: true, name: 'WEATHER_KEY' }])
    await core.secrets.grant('WEATHER_KEY', HOLDER)
    expect(await core.secrets.use('WEATHER_KEY', HOLDER)).toBe('open sesame')

    await cli('secrets set WEATHER_KEY', 'abracadabra\n\n')
    expect(await core.secrets.use('WEATHER_KEY', HOLDER)).toBe('abracadabra\n')
    expect(dialogs).toEqual([
      expect.stringContaining('asks to save the secret WEATHER_KEY'),
      expect.stringContaining('These get the new value from now on: weather/forecast'),
    ])
    const listed = await cli('secrets list')
    expect(listed.stdout).toMatch(/^WEATHER_KEY {2}of \d{4}-\d\d-\d\d {2}for weather\/forecast\n$/)
    const rows = await cli('secrets list --json')
    expect(JSON.parse(rows.stdout)).toEqual({ secrets: core.secrets.list() })
    const file = readFileSync(join(home, 'secrets.json'), 'utf8')
    const seen = JSON.stringify([saved, listed, rows, dialogs, facts, file])
    expect(seen).not.toMatch(/sesame|abracadabra/)
  })

  it('changes nothing if the person declines in the window', async () => {
    const { core, cli } = await openApp(false)
    await core.secrets.set('KEY', 'value')
    const before = core.secrets.list()
    const set = await cli('secrets set KEY --json', 'other')
    expect([set.code, JSON.parse(set.stdout).error.code]).toEqual([3, 'DECLINED'])
    expect((await cli('secrets remove KEY')).code).toBe(3)
    expect(core.secrets.list()).toEqual(before)
  })

  it('removes one in the open app, and by itself after that has closed', async () => {
    const { core, home, cli, close } = await openApp(true)
    for (const name of ['A', 'B']) await core.secrets.set(name, 'value')
    expect(await cli('secrets remove A')).toMatchObject({ code: 0, stdout: 'A is removed\n' })
    expect(core.secrets.list()).toMatchObject([{ name: 'B' }])
    await close()
    expect(await cli('secrets remove B --json')).toMatchObject({ code: 0, stdout: '{"ok":true,"name":"B"}\n' })
    expect(openKeyStore(home, null).list()).toEqual([])
    const again = await cli('secrets remove B')
    expect([again.code, again.stderr]).toEqual([2, 'skillet: there is no secret B. See: skillet secrets list\n'])
  })

  it('refuses to set one where no app is open, and names the remedy', async () => {
    const cwd = makeTempDir()
    const args = ['secrets', 'set', 'KEY', '--home', 'h', '--json']
    const { code, stdout, stderr } = await callCli(args, { cwd, input: 'open sesame' })
    expect([code, JSON.parse(stdout).error.code]).toEqual([3, 'SECRET_REFUSED'])
    expect(stderr).toContain('Open Skillet, then do this again.')
    expect(stdout + stderr).not.toContain('sesame')
  })

  it.each([
    ['secrets set a/b', 'value', 'a/b is not a name for a secret'],
    ['secrets set KEY', '', 'A secret has 1 to 16384 characters.'],
    ['secrets set KEY', 'x'.repeat(100_000), 'A secret has 1 to 16384 characters.'],
  ])('refuses %s with a value like %.9j, which it does not repeat', async (line, value, why) => {
    const { code, stderr } = await (await openApp(true)).cli(line, value)
    expect(code).toBe(2)
    expect(stderr).toContain(`skillet: ${why}`)
    expect(stderr).not.toContain('xx')
  })

  it('never overwrites a file it cannot read, and says so', async () => {
    const home = makeTempDir()
    writeFileSync(join(home, 'secrets.json'), '{')
    for (const line of [['list'], ['remove', 'KEY']]) {
      const { code, stderr } = await callCli(['secrets', ...line, '--home', home], { cwd: home })
      expect(code).toBe(1)
      expect(stderr).toContain('secrets.json cannot be read')
    }
    expect(readFileSync(join(home, 'secrets.json'), 'utf8')).toBe('{')
  })
})

const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0

describe.runIf(hasScript)('a secret that is typed on a terminal', () => {
  function type(home: string, text: string) {
    const line = quoteArgv([process.execPath, PROGRAM, 'secrets', 'set', 'KEY', '--home', home], 'posix').text
    const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd: home, env: plainEnv(home, { TERM: 'xterm' }) })
    let shown = ''
    child.stdout.on('data', (chunk) => {
      shown += String(chunk)
    })
    const done = listenTo(child)
    return until('the question', () => shown.includes('Value of KEY: ')).then(() => {
      child.stdin.write(text)
      return done
    })
  }

  it('is not echoed', async () => {
    const { core, home } = await openApp(true)
    const { code, stdout } = await type(home, 'open sesame\r')
    expect([code, stdout]).toEqual([0, expect.stringContaining('KEY is saved')])
    expect(stdout).not.toMatch(/sesame|open s/)
    await core.secrets.grant('KEY', HOLDER)
    expect(await core.secrets.use('KEY', HOLDER)).toBe('open sesame')
  })

  it('is refused where several lines are pasted, instead of being cut', async () => {
    const { core, home } = await openApp(true)
    const { code, stdout } = await type(home, '-----BEGIN KEY-----\rabc\r-----END KEY-----\r')
    expect([code, stdout]).toEqual([2, expect.stringContaining('the value has several lines')])
    expect(core.secrets.list()).toEqual([])
  })

  it('is given up with Ctrl-C', async () => {
    const { core, home } = await openApp(true)
    const { code, stdout } = await type(home, 'open ses\u0003')
    expect(code).toBe(130)
    expect(stdout).not.toContain('open ses')
    expect(core.secrets.list()).toEqual([])
  })
})
