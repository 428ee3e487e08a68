import { describe, expect, it } from 'vitest'
import { dropUnsaid, listUnused } from '#main/agent/said-values'

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
  ])('%s', (request, args, unused) => {
    expect(listUnused(request, [{ args }])).toEqual(unused)
  })

  it('is not looked for in code and in pasted text', () => {
    expect(listUnused('What does {"port": 8080} mean?', [{ args: {} }])).toEqual([])
    expect(listUnused(`What is this? ${'line 17 of x.log\n'.repeat(60)}`, [{ args: {} }])).toEqual([])
  })
})

describe('an optional name that nobody said', () => {
  const parameters = {
    type: 'object',
    properties: { number: {}, repository: {}, folder: {}, path: {}, since: {} },
    required: ['number', 'path'],
  }
  const dropped = (args: unknown, ...texts: string[]) => dropUnsaid(parameters, args, texts)?.dropped ?? []

  it('is left out, and the rest is kept', () => {
    const asked = dropUnsaid(parameters, { number: 15, repository: 'example' }, ['what does issue 15 say'])
    expect(asked).toEqual({ args: { number: 15 }, dropped: [['repository', 'example']] })
  })

  it('is kept if it is in the request or in a result, in other letters or with an ending', () => {
    expect(dropped({ folder: 'Shop' }, 'the commits of SHOP')).toEqual([])
    expect(dropped({ folder: 'papers/2024' }, 'when?', './papers/2024/budget.ods')).toEqual([])
    expect(dropped({ repository: 'cli/cli' }, 'merged in cli/cli')).toEqual([])
    expect(dropped({ folder: 'notes.md' }, 'read my notes')).toEqual([])
  })

  it('is kept if the tool requires it, if it is no name, or if it is a whole path', () => {
    expect(dropped({ path: 'example' }, 'what?')).toEqual([])
    expect(dropped({ since: '2 weeks ago' }, 'what did anna do?')).toEqual([])
    expect(dropped({ folder: '/etc' }, 'what?')).toEqual([])
    expect(dropped({ folder: '~/Music' }, 'what?')).toEqual([])
    expect(dropped({ folder: '.' }, 'what?')).toEqual([])
    expect(dropped('no arguments', 'what?')).toEqual([])
  })
})
