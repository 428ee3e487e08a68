import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mayGrant, reduceEnvironment } from '#main/runners/process/environment'
import { makeTempDir } from '#test/helpers/temp-dir'

const STOPPERS = ['GIT_EDITOR', 'GIT_PAGER', 'GIT_TERMINAL_PROMPT', 'PAGER', 'SSH_ASKPASS_REQUIRE', 'TERM']

describe('the environment of a program', () => {
  it('contains the listed names and the stoppers, and no other', () => {
    const source = {
      ...{ PATH: ':/evil', HOME: '/home/x', LANG: 'C.UTF-8', LC_ALL: 'C', TZ: 'UTC', TMPDIR: '/tmp', TERM: 'xterm' },
      ...{ AWS_SECRET_ACCESS_KEY: 'secret', LD_PRELOAD: '/evil.so', PAGER: 'less', USER: 'x', UNSET: undefined },
    }
    const { env, refused } = reduceEnvironment(source, [], ['/usr/bin', '/bin'])
    const names = Object.keys(env).filter((name) => !name.startsWith('GIT_CONFIG_'))
    expect(names.sort()).toEqual([...STOPPERS, 'HOME', 'LANG', 'LC_ALL', 'PATH', 'TMPDIR', 'TZ'].sort())
    expect(env).toMatchObject({ PATH: '/usr/bin:/bin', TERM: 'dumb', PAGER: 'cat', GIT_EDITOR: 'true' })
    expect(env).toMatchObject({ GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS_REQUIRE: 'never', GIT_CONFIG_NOSYSTEM: '1' })
    expect(refused).toEqual([])
  })

  it('passes on what a person granted, if it is set', () => {
    const { env, refused } = reduceEnvironment({ GH_TOKEN: 't', OTHER: 'o' }, ['GH_TOKEN', 'NOT_SET'], [])
    expect(env).toMatchObject({ GH_TOKEN: 't' })
    expect(env).not.toHaveProperty('OTHER')
    expect(env).not.toHaveProperty('NOT_SET')
    expect(refused).toEqual([])
  })

  it('refuses by name what would make a program load or run something else', () => {
    const granted = ['LD_PRELOAD', 'GH_TOKEN', 'GIT_SSH_COMMAND', 'PATH', 'A B']
    const { env, refused } = reduceEnvironment({ LD_PRELOAD: 'x', GIT_SSH_COMMAND: 'x', GH_TOKEN: 't' }, granted, [])
    expect(refused).toEqual(['LD_PRELOAD', 'GIT_SSH_COMMAND', 'PATH', 'A B'])
    expect(env).not.toHaveProperty('LD_PRELOAD')
    expect(env).not.toHaveProperty('GIT_SSH_COMMAND')
  })

  it.each([
    ...['LD_PRELOAD', 'LD_LIBRARY_PATH', 'DYLD_INSERT_LIBRARIES', 'NODE_OPTIONS', 'BASH_ENV', 'ENV', 'GIT_DIR'],
    ...['GIT_CONFIG_COUNT', 'PYTHONPATH', 'PYTHONSTARTUP', 'PERL5OPT', 'PERL5LIB', 'PERLLIB', 'RUBYOPT', 'RUBYLIB'],
    ...['ELECTRON_RUN_AS_NODE', 'IFS', 'PS4', 'PROMPT_COMMAND', 'SHELLOPTS', 'BASHOPTS', 'BASH_FUNC_ls', 'PATH'],
    ...['TERM', 'PAGER', 'SKILLET_RUN', 'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS', 'LUA_INIT', 'GCONV_PATH', 'SSH_ASKPASS'],
    ...['ld_preload', 'Node_Options', '', 'A=B', 'A B', 'A\nB', 'A\0', '1A', 'BASH_FUNC_ls%%', 'Ä'],
  ])('never lets anybody grant %j', (name) => {
    expect(mayGrant(name)).toBe(false)
  })

  it.each(['GH_TOKEN', 'HTTPS_PROXY', 'SSH_AUTH_SOCK', 'AWS_PROFILE', 'http_proxy', '_x'])('may grant %s', (name) => {
    expect(mayGrant(name)).toBe(true)
  })

  it('includes what a program on Windows needs, in any case of letters', () => {
    const source = { SYSTEMROOT: 'C:\\Windows', Path: 'C:\\evil', gh_token: 't', SECRET: 's' }
    const { env } = reduceEnvironment(source, ['GH_TOKEN'], ['C:\\Windows', 'C:\\bin'], 'win32')
    expect(env).toMatchObject({ SYSTEMROOT: 'C:\\Windows', PATH: 'C:\\Windows;C:\\bin', gh_token: 't' })
    expect(env).toMatchObject({ NoDefaultCurrentDirectoryInExePath: '1' })
    expect(env).not.toHaveProperty('SECRET')
    expect(env).not.toHaveProperty('Path')
  })

  it('keeps a hostile repository from starting what its configuration names', () => {
    const repository = makeTempDir()
    const { env } = reduceEnvironment({ HOME: repository }, [], ['/usr/bin', '/bin'])
    const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, env, encoding: 'utf8' })
    const planted = join(repository, 'PWNED')
    const evil = join(repository, 'evil')
    writeFileSync(evil, `#!/bin/sh\ntouch ${planted}\n`, { mode: 0o755 })
    git('init', '-q')
    for (const key of ['core.fsmonitor', 'core.pager', 'gpg.program']) git('config', key, evil)
    git('config', 'log.showSignature', 'true')
    git('config', 'core.hooksPath', repository)
    writeFileSync(join(repository, 'pre-commit'), `#!/bin/sh\ntouch ${planted}\n`, { mode: 0o755 })
    writeFileSync(join(repository, 'notes'), 'first\n')
    git('add', 'notes')
    git('-c', 'user.name=x', '-c', 'user.email=x@localhost', 'commit', '-qm', 'first')
    writeFileSync(join(repository, 'notes'), 'changed\n')
    expect(git('status', '--short')).toContain('M notes')
    expect(git('log', '--oneline')).toContain('first')
    expect(git('diff')).toContain('+changed')
    expect(existsSync(planted)).toBe(false)
    execFileSync('git', ['status'], { cwd: repository, env: { PATH: '/usr/bin:/bin' }, stdio: 'ignore' })
    expect(existsSync(planted), 'the plant works where nothing stops it').toBe(true)
  })
})
