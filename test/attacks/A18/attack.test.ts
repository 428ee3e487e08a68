import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '#test/helpers/root'
import { attackWith, setScene } from '../attack.ts'

describe('A18 a repository whose own settings start programs', () => {
  it('starts none of them through the bundled git status, log, diff and branch', async () => {
    const scene = setScene('A18')
    const touch = scene.write('touch.sh', `#!/bin/sh\ntouch ${scene.canary}\n`, 0o755)
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { cwd: scene.work })
    git('init', '-q')
    scene.write('work/file.txt', 'one\n')
    git('add', '.')
    git('commit', '-qm', 'one')
    scene.write('work/file.txt', 'two\n')
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'core.sshCommand',
      'core.editor',
      'diff.external',
      'gpg.program',
    ]) {
      git('config', key, touch)
    }
    git('config', 'log.showSignature', 'true')
    git('config', 'alias.status', `!${touch}`)
    scene.write('work/.git/hooks/post-index-change', `#!/bin/sh\n${touch}\n`, 0o755)
    const skills = [{ path: join(root, 'skills', 'git'), origin: 'bundled' as const }]
    const attempts = ['git_status', 'git_log', 'git_diff', 'git_branches'].map((tool) => ({ tool, args: {} }))
    const { results, started, isPwned } = await attackWith(scene, attempts, { skills })
    expect(results.map(({ run }) => run?.exitCode)).toEqual([0, 0, 0, 0])
    expect(started).toHaveLength(4)
    expect(isPwned()).toBe(false)
  })
})
