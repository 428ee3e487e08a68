import { describe, expect, it } from 'vitest'
import { isKnownReadOnly } from '#shared/call/known-programs'
import type { Origin } from '#shared/call/plan'

/** Elements of the skill are written as they are, those of the model in angle brackets. */
function isReadOnly(subcommand: string, line: string): boolean {
  const written = line.split(' ')
  const argv = written.map((word) => word.replace(/^<(.*)>$/, '$1'))
  const origin = written.map((word): Origin => (word.startsWith('<') ? 'model' : 'skill'))
  return isKnownReadOnly({ argv, origin, binary: { name: argv[0] ?? '', path: null } }, subcommand)
}

describe('the reviewed table', () => {
  it.each([
    ['', 'wc -l <file>'],
    ['', 'ls -la <dir>'],
    ['', 'du -sh <dir>'],
    ['', 'date -u <+%F>'],
    ['', 'date -d <tomorrow> +%F'],
    ['', 'sort -n -k 2 <file>'],
    ['', 'uniq -c <file>'],
    ['', 'ps -e -o <pid,comm> -p <7>'],
    ['status', 'git status --short'],
    ['log', 'git log --oneline -n <5> -- <file>'],
    ['branch --list', 'git branch --list <a*>'],
    ['config --get', 'git config --get <user.name>'],
    ['-l', 'unzip -l <a.zip>'],
    ['-h -x tmpfs', 'df -h -x tmpfs'],
    ['log --no-color --oneline', 'git log --no-color --oneline -n <5>'],
  ])('%s: knows %s', (subcommand, line) => {
    expect(isReadOnly(subcommand, line)).toBe(true)
  })

  it.each([
    ['', 'sort -o out <file>'],
    ['', 'sort --compress-program=x <file>'],
    ['', 'date <010100002000>'],
    ['', 'date --set <now>'],
    ['', 'date -s <now>'],
    ['', 'date -u <010100002000>'],
    ['', 'uniq <in> <out>'],
    ['', 'uniq -c <in> -d <out>'],
    ['', 'HEAD <a.example>'],
    ['', 'id3 <+a.mp3>'],
    ['', 'hostname <new>'],
    ['log', 'git log --output=x'],
    ['log', 'git log --ext-diff'],
    ['log --ext-diff', 'git log --ext-diff'],
    ['-h --set', 'date -h --set <now>'],
    ['diff', 'git diff --output <x>'],
    ['branch', 'git branch <new>'],
    ['config', 'git config <a> <b>'],
    ['fetch', 'git fetch'],
    ['', 'unzip <a.zip>'],
    ['-tf', 'tar -tf <host:file>'],
    ['', 'curl <x>'],
    ['', 'find <x>'],
    ['', 'rg --pre cat <x>'],
    ['', '__proto__'],
  ])('%s: does not trust %s', (subcommand, line) => {
    expect(isReadOnly(subcommand, line)).toBe(false)
  })
})
