import { describe, expect, it } from 'vitest'
import { mayGrant, reduceEnvironment } from '#main/runners/process/environment'

const NAMES = [
  ...['LD_PRELOAD', 'LD_LIBRARY_PATH', 'LD_AUDIT', 'DYLD_INSERT_LIBRARIES', 'NODE_OPTIONS', 'BASH_ENV', 'ENV', 'IFS'],
  ...['GIT_SSH_COMMAND', 'GIT_EXTERNAL_DIFF', 'GIT_CONFIG_COUNT', 'PYTHONPATH', 'PYTHONSTARTUP', 'PERL5OPT', 'RUBYOPT'],
  ...[
    'PATH',
    'SHELL',
    'EDITOR',
    'PAGER',
    'LESSOPEN',
    'SSH_ASKPASS',
    'JAVA_TOOL_OPTIONS',
    'BASH_FUNC_x%%',
    'ELECTRON_RUN_AS_NODE',
  ],
  ...['PROMPT_COMMAND', 'npm_config_script_shell', 'ld_preload', 'SKILLET_RUN', 'a b', '', 'A=B', 'A\0B'],
]

describe('A31 a variable through which a program loads something else', () => {
  it.each(NAMES)('cannot be granted: %j', (name) => {
    expect(mayGrant(name)).toBe(false)
    const { env, refused } = reduceEnvironment({ [name]: 'evil' }, [name], ['/usr/bin'])
    expect(Object.values(env)).not.toContain('evil')
    expect(refused).toEqual([name])
  })
})
