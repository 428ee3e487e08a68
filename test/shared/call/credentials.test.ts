import { describe, expect, it } from 'vitest'
import { findCredentials } from '#shared/call/known-programs'

describe('the credentials that a command can be given', () => {
  it.each([
    ['git', 'push', ['ssh-agent', 'ssh-keys', 'git', 'gh', 'netrc']],
    ['git', 'submodule update --init', ['ssh-agent', 'ssh-keys', 'git', 'gh', 'netrc']],
    ['Git.EXE', 'fetch --all', ['ssh-agent', 'ssh-keys', 'git', 'gh', 'netrc']],
    ['ssh', '', ['ssh-agent', 'ssh-keys']],
    ['aws', 's3 ls', ['aws']],
    ['gh', 'pr list', ['gh']],
    ['npm', 'publish', ['npm']],
  ])('of %s %s are %j', (program, command, names) => {
    expect(findCredentials(program, command)).toEqual(names)
  })

  it.each([
    ...['log', 'status', 'commit', 'config --get x', 'submodule', 'submodule foreach', '', '-C x push', '--x push'].map(
      (command) => ['git', command],
    ),
    ...['', 'configure list', '--debug s3', '-h'].map((command) => ['aws', command]),
    ...['', 'auth token', 'config get x', 'extension exec x', 'alias list'].map((command) => ['gh', command]),
    ['npm', 'install'],
    ['kubectl', 'config view --raw'],
    ['gcloud', 'auth print-access-token'],
    ['az', 'account get-access-token'],
    ['python3', 'x.py'],
    ['sh', ''],
    ['notgit', 'push'],
  ])('of %s %s are none', (program, command) => {
    expect(findCredentials(program, command)).toEqual([])
  })

  it.each(['--receive-pack=touch x', '--exec', '-c'])('of git push are none with %s', (option) => {
    expect(findCredentials('git', 'push', ['git', 'push', option, 'x'])).toEqual([])
  })
})
