import { describe, expect, it } from 'vitest'
import { listUnused, says } from '#main/agent/request-names'

describe('a value of the request that no call has', () => {
  it.each([
    ['just the first 5 lines of data.csv', { path: 'data.csv' }, ['5']],
    ['just the first 5 lines of data.csv', { path: 'data.csv', lines: 5 }, []],
    ['list all closed issues of the repository octo/site', { state: 'closed' }, ['octo/site']],
    ['add "call bob" to todo.txt', { note: 'call bob' }, ['todo.txt']],
    ['what did commit 9ab12cd change?', { staged: false }, ['9ab12cd']],
    ['what date is it 45 days after 2026-02-10?', { when: '45 days after 2026-02-10' }, []],
    ["when did i take 'IMG 2041.jpg'?", { file: 'IMG_2041.jpg' }, []],
    ["what's in this folder, and where am i?", {}, []],
    ['who wrote pride and prejudice', { file: 'pride.txt' }, []],
    ['which .md files in docs lack a title', { path: 'docs' }, ['.md']],
    ['which .md files in docs lack a title', { path: 'docs', include: '*.md' }, []],
  ])('%s', (request, args, unused) => {
    expect(listUnused(request, [{ args }])).toEqual(unused)
  })

  it('is not looked for in code and in pasted text', () => {
    expect(listUnused('What does {"port": 8080} mean?', [{ args: {} }])).toEqual([])
    expect(listUnused(`What is this? ${'line 17 of x.log\n'.repeat(60)}`, [{ args: {} }])).toEqual([])
  })
})

describe('a name in a request', () => {
  it('is there as a whole, after the words that it must follow', () => {
    expect(says('compare it with the branch main, please', 'main')).toBe(true)
    expect(says('compare it with mainline', 'main')).toBe(false)
    expect(says('from develop to main', 'main', 'to ')).toBe(true)
    expect(says('from main to develop', 'main', 'to ')).toBe(false)
  })

  it('is not there if it is empty', () => {
    expect(says('what is new?', '')).toBe(false)
  })
})
