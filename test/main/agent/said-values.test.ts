import { describe, expect, it } from 'vitest'
import { correctUnsaid, listUnused } from '#main/agent/said-values'

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

describe('a name that nobody said', () => {
  const parameters = {
    type: 'object',
    properties: { number: {}, repository: {}, folder: {}, path: {}, since: {} },
    required: ['number', 'path'],
  }
  const unsaid = (args: unknown, ...texts: string[]) => correctUnsaid(parameters, args, texts)?.unsaid ?? []

  it('is left out if it is optional, and the rest is kept', () => {
    const asked = correctUnsaid(parameters, { number: 15, repository: 'example' }, ['what does issue 15 say'])
    expect(asked).toEqual({ args: { number: 15 }, unsaid: [{ param: 'repository', from: 'example', to: null }] })
  })

  it.each([
    ['Zeig die Commits des Repositorys laden', { folder: 'load' }, { folder: 'laden' }],
    ['Lege einen Ordner namens sicherung an', { path: 'securität' }, { path: 'sicherung' }],
    ['Wem gehört der Ordner steuern?', { path: 'taxes' }, { path: 'steuern' }],
    ['which commits has the repository "weather.io"?', { folder: 'wetter' }, { folder: 'weather.io' }],
  ])('is the only one that the request names: %s', (request, args, corrected) => {
    expect(correctUnsaid(parameters, args, [request])?.args).toEqual(corrected)
  })

  it.each([
    ['is https://example.com/style.css?', { path: 'https://example.com/style.css?' }, 'https://example.com/style.css'],
    ['read notes/list.txt, please', { path: 'notes/list.txt,' }, 'notes/list.txt'],
  ])('loses the mark that ends the sentence: %s', (request, args, path) => {
    expect(correctUnsaid(parameters, args, [request])?.args).toEqual({ path })
  })

  it('is not searched for its mark if it is very long', () => {
    const path = `https://${'!'.repeat(200_000)}x`
    const started = performance.now()
    expect(correctUnsaid(parameters, { path }, [path])).toBeNull()
    expect(performance.now() - started).toBeLessThan(4000)
  })

  it('keeps a mark inside an address', () => {
    const url = 'https://example.com/find?'
    expect(correctUnsaid(parameters, { path: url }, [`open ${url}q=1`])).toBeNull()
  })

  it.each([
    ['one of my containers has crashed, show the folder of it', { path: 'crashed' }],
    ['Kopiere den Ordner alt in den Ordner neu', { path: 'other' }],
    ['in which folder is it?', { path: 'guess' }],
  ])('is kept if the tool requires it and the request names no other, or two: %s', (request, args) => {
    expect(correctUnsaid(parameters, args, [request])).toBe(null)
  })

  it('is kept if it is in the request or in a result, in other letters or with an ending', () => {
    expect(unsaid({ folder: 'Shop' }, 'the commits of SHOP')).toEqual([])
    expect(unsaid({ folder: 'papers/2024' }, './papers/2024/budget.ods', 'when?')).toEqual([])
    expect(unsaid({ repository: 'cli/cli' }, 'merged in cli/cli')).toEqual([])
    expect(unsaid({ folder: 'notes.md' }, 'read my notes')).toEqual([])
  })

  it('is kept if it is no name, or a whole path', () => {
    for (const args of [{ since: '2 weeks ago' }, { folder: '/etc' }, { folder: '~/Music' }, { folder: '.' }, 'none'])
      expect(unsaid(args, 'what?')).toEqual([])
  })

  it('cannot wait for a result in the first call of a turn', () => {
    const args = { path: 'src', folder: '<result 1>' }
    expect(correctUnsaid(parameters, args, ['what is in src?'], { isFirst: true })?.args).toEqual({ path: 'src' })
    expect(correctUnsaid(parameters, args, ['what is in src?'])).toBe(null)
  })
})

describe('a switch that a tool does not have', () => {
  const parameters = { type: 'object', properties: { state: { type: 'string' } } }
  const without = (args: unknown, isReading = true) =>
    correctUnsaid(parameters, args, ['any open PRs?'], { isReading })?.args

  it('is left out of a call that only reads', () => {
    expect(without({ state: 'open', all: true })).toEqual({ state: 'open' })
    expect(without({ summary: null, web: '' })).toEqual({})
  })

  it('stays where the tool takes any argument', () => {
    const open = { type: 'object', additionalProperties: true }
    expect(correctUnsaid(open, { all: true, note: '' }, ['go'], { isReading: true })).toBeNull()
  })

  it('stays, and is refused, where the tool changes something or the value says more than yes or no', () => {
    expect(without({ all: true }, false)).toBeUndefined()
    expect(without({ dry_run: true })).toBeUndefined()
    expect(without({ author: 'anna' })).toBeUndefined()
  })
})
