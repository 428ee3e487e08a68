import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Skill } from '#shared/skill/skill'
import { openStage, type Stage } from './plan-shipped.ts'
import { isInstalled } from './sample-folder.ts'
import { loadShipped, SKILLS_FOLDER } from './shipped.ts'

const CANARY = 'PWNED'
const HOOKS = ['pre-commit', 'commit-msg', 'post-commit', 'post-checkout', 'post-index-change', 'reference-transaction']
const CALLS: [string, Record<string, unknown>][] = [
  ['git_status', {}],
  ['git_log', {}],
  ['git_diff', {}],
  ['git_diff', { staged: true }],
  ['git_compare', { from: 'HEAD~1', to: 'HEAD' }],
  ['git_show', {}],
  ['git_read_file', { file_at: 'HEAD:a.txt' }],
  ['git_blame', { path: 'a.txt' }],
  ['git_search', { text: 'two' }],
  ['git_branches', {}],
  ['git_contributors', {}],
  ['git_stashes', {}],
  ['git_commit_add', { path: 'a.txt' }],
  ['git_commit_preview', {}],
  ['git_commit_unstage', { path: 'b.txt' }],
  ['git_commit_create', { message: 'Take b in', all: true }],
  ['git_commit_new_branch', { name: 'new' }],
  ['git_commit_switch', { branch: 'topic' }],
]

let skills: Map<string, Skill>
let stage: Stage

beforeAll(async () => {
  skills = new Map((await loadShipped()).map((skill) => [skill.name, skill]))
  stage = await openStage([SKILLS_FOLDER])
})
afterAll(() => stage.close())

/** Sets every trap a repository can bring: each would leave the canary in the working folder. */
function setTraps(folder: string): void {
  const trap = join(folder, 'trap.sh')
  const plant = (file: string) => {
    writeFileSync(file, `#!/bin/sh\ntouch '${join(folder, CANARY)}'\n[ $# -gt 0 ] && cat "$1"\nexit 0\n`)
    chmodSync(file, 0o755)
  }
  plant(trap)
  for (const hook of HOOKS) plant(join(folder, 'repo/.git/hooks', hook))
  writeFileSync(join(folder, 'repo/.git/info/attributes'), '*.txt diff=trap\n')
  const names = [
    'core.fsmonitor',
    'core.pager',
    'core.editor',
    'diff.external',
    'diff.trap.textconv',
    'diff.trap.command',
  ]
  for (const name of [...names, 'gpg.program']) git(folder, 'config', name, trap)
  for (const name of ['commit.gpgSign', 'log.showSignature', 'tag.gpgSign']) git(folder, 'config', name, 'true')
}

function git(folder: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: join(folder, 'repo'), stdio: 'pipe', env: { PATH: process.env.PATH, HOME: folder } })
}

describe.skipIf(!isInstalled('git'))('in a repository full of traps', () => {
  it('a bare git diff and a bare git status fall into one trap', async () => {
    for (const command of ['diff', 'status']) {
      const call = { tool: 'git_tags', args: { folder: 'repo' } }
      const { folder } = await stage.run(skills.get('git') as Skill, call, setTraps)
      git(folder, command)
      expect(existsSync(join(folder, CANARY)), command).toBe(true)
    }
  })

  it.each(CALLS)('%s %j starts nothing but git', async (tool, args) => {
    const skill = skills.get(tool.startsWith('git_commit_') ? 'git-commit' : 'git') as Skill
    const call = { tool, args: JSON.parse(JSON.stringify({ ...args, folder: 'repo' })) }
    const { run, error, folder } = await stage.run(skill, call, setTraps)
    expect(error).toBeUndefined()
    expect(run?.exitCode, run?.forModel).toBe(0)
    expect(existsSync(join(folder, CANARY))).toBe(false)
  })
})
