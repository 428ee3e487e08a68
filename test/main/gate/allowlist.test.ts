import { describe, expect, it } from 'vitest'
import { checkCommand, checkHelpers } from '#main/gate/check-argv'
import { makeTool } from '#test/helpers/make-tool'

const tool = makeTool({ allowlist: { git: ['log', 'remote show', '*'], 'notesmd-cli': [''], 'g++': ['-v'] } })
const codeOf = (binary: string, subcommand: string) => checkCommand(tool, binary, subcommand)?.code ?? 'allowed'

describe('the allowlist', () => {
  it.each<[string, string, string]>([
    ['git', 'log', 'allowed'],
    ['git', 'remote show', 'allowed'],
    ['notesmd-cli', '', 'allowed'],
    ['g++', '-v', 'allowed'],
    ['git', '*', 'allowed'],
    ['git', 'status', 'SUBCOMMAND_NOT_ALLOWED'],
    ['git', '', 'SUBCOMMAND_NOT_ALLOWED'],
    ['git', 'Log', 'SUBCOMMAND_NOT_ALLOWED'],
    ['git', 'log ', 'SUBCOMMAND_NOT_ALLOWED'],
    ['git', 'remote  show', 'SUBCOMMAND_NOT_ALLOWED'],
    ['git', 'remote', 'SUBCOMMAND_NOT_ALLOWED'],
    ['notesmd-cli', 'x', 'SUBCOMMAND_NOT_ALLOWED'],
    ['Git', 'log', 'BINARY_NOT_ALLOWED'],
    ['rm', 'log', 'BINARY_NOT_ALLOWED'],
    ['constructor', '', 'BINARY_NOT_ALLOWED'],
    ['toString', '', 'BINARY_NOT_ALLOWED'],
    ['./evil', '', 'BINARY_NAME'],
    ['../x', '', 'BINARY_NAME'],
    ['/tmp/x', '', 'BINARY_NAME'],
    ['C:\\x', '', 'BINARY_NAME'],
    ['git.exe ', '', 'BINARY_NAME'],
    ['git\u200b', '', 'BINARY_NAME'],
    ['', '', 'BINARY_NAME'],
    ['-c', '', 'BINARY_NAME'],
    ['.', '', 'BINARY_NAME'],
    ['x'.repeat(65), '', 'BINARY_NAME'],
    ['__proto__', '', 'BINARY_NAME'],
  ])('%j with %j: %s', (binary, subcommand, code) => {
    expect(codeOf(binary, subcommand)).toBe(code)
  })

  it('covers every command that a resolver or post-processing may start', () => {
    const resolveCommand = { command: { binary: 'git', subcommand: 'push' }, args: [] }
    const withResolver = makeTool({
      args: [{ param: 'x', kind: 'flag', resolveCommand }],
      allowlist: { ad: ['run'], git: ['log'] },
    })
    expect(checkHelpers(withResolver, withResolver.runtime.executions[0] as never)?.code).toBe('SUBCOMMAND_NOT_ALLOWED')
    const withPost = makeTool({ postProcess: { command: { binary: 'jq', subcommand: '' }, args: [] } })
    expect(checkHelpers(withPost, withPost.runtime.executions[0] as never)?.code).toBe('BINARY_NOT_ALLOWED')
  })
})
