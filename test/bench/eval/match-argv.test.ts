import { describe, expect, it } from 'vitest'
import { matchesArgv } from '../../../bench/eval/match-argv.ts'
import { ANYTHING, anyOrder, either, maybe, type Part, path } from '../../../bench/eval/task.ts'

const grep: Part[] = ['grep', anyOrder([maybe('-i')], [maybe('-C', /^\d+$/)]), '-e', 'cat', path('notes')]

describe('an argument list', () => {
  it.each<[string, Part[], string[], boolean]>([
    ['is exactly the words', ['git', 'status'], ['git', 'status'], true],
    ['is not shorter', ['git', 'status'], ['git'], false],
    ['is not longer', ['git', 'status'], ['git', 'status', '--short'], false],
    ['is not the words run together', ['git', 'status'], ['git status'], false],
    ['names the same place another way', ['cat', path('a/b.txt')], ['cat', './a/b.txt'], true],
    ['names a folder with a slash', ['ls', path('a')], ['ls', 'a/'], true],
    ['names the root and not the working folder', ['ls', path('.')], ['ls', '/'], false],
    ['names another place', ['cat', path('a/b.txt')], ['cat', 'b.txt'], false],
    ['has one of two words', ['docker', either('ps', 'top')], ['docker', 'top'], true],
    ['has neither of two words', ['docker', either('ps', 'top')], ['docker', 'rm'], false],
    [
      'may hold anything between',
      ['curl', ANYTHING, 'https://a.example'],
      ['curl', '-s', '-L', 'https://a.example'],
      true,
    ],
    ['may hold nothing between', ['curl', ANYTHING, 'https://a.example'], ['curl', 'https://a.example'], true],
    ['must still end as it should', ['curl', ANYTHING, 'https://a.example'], ['curl', 'https://b.example'], false],
    ['leaves out what it may', grep, ['grep', '-e', 'cat', 'notes'], true],
    ['has its flags in one order', grep, ['grep', '-i', '-C', '2', '-e', 'cat', 'notes'], true],
    ['has its flags in the other order', grep, ['grep', '-C', '2', '-i', '-e', 'cat', 'notes'], true],
    ['has half of a flag', grep, ['grep', '-C', '-e', 'cat', 'notes'], false],
    ['has a flag twice', grep, ['grep', '-i', '-i', '-e', 'cat', 'notes'], false],
  ])('%s', (_title, parts, argv, matches) => {
    expect(matchesArgv(parts, argv)).toBe(matches)
  })
})
