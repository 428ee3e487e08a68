import { describe, expect, it } from 'vitest'
import { correct } from '#main/agent/correct-arguments'
import type { JsonObject } from '#shared/json'
import { message } from '#shared/messages/message'

describe('a name that nobody said', () => {
  const parameters = {
    type: 'object',
    properties: { number: {}, repository: {}, folder: {}, path: {}, since: {} },
    required: ['number', 'path'],
  }
  const without = (args: JsonObject, ...texts: string[]) =>
    correct(parameters, args, texts.at(-1) ?? '', { said: texts.join('\n').toLowerCase() })

  it('is left out if it is optional, and the rest is kept', () => {
    const asked = without({ number: 15, repository: 'example' }, 'what does issue 15 say')
    const unsaid = message('argument-unsaid', { param: 'repository', from: 'example' })
    expect(asked).toEqual({ args: { number: 15 }, notes: [unsaid], isLess: true })
  })

  it.each([
    ['Zeig die Commits des Repositorys laden', { folder: 'load' }, { folder: 'laden' }],
    ['Lege einen Ordner namens sicherung an', { path: 'securität' }, { path: 'sicherung' }],
    ['Wem gehört der Ordner steuern?', { path: 'taxes' }, { path: 'steuern' }],
    ['which commits has the repository "weather.io"?', { folder: 'wetter' }, { folder: 'weather.io' }],
  ])('is the only one that the request names: %s', (request, args, corrected) => {
    expect(without(args, request)?.args).toEqual(corrected)
  })

  it.each([
    ['is https://example.com/style.css?', { path: 'https://example.com/style.css?' }, 'https://example.com/style.css'],
    ['read notes/list.txt, please', { path: 'notes/list.txt,' }, 'notes/list.txt'],
  ])('loses the mark that ends the sentence: %s', (request, args, path) => {
    expect(without(args, request)?.args).toEqual({ path })
  })

  it('is not searched for its mark if it is very long', () => {
    const path = `https://${'!'.repeat(200_000)}x`
    const started = performance.now()
    expect(without({ path }, path)).toBeNull()
    expect(performance.now() - started).toBeLessThan(4000)
  })

  it('keeps a mark inside an address', () => {
    const url = 'https://example.com/find?'
    expect(without({ path: url }, `open ${url}q=1`)).toBeNull()
  })

  it.each([
    ['one of my containers has crashed, show the folder of it', { path: 'crashed' }],
    ['Kopiere den Ordner alt in den Ordner neu', { path: 'other' }],
    ['in which folder is it?', { path: 'guess' }],
  ])('is kept if the tool requires it and the request names no other, or two: %s', (request, args) => {
    expect(without(args, request)).toBeNull()
  })

  it('is kept if it is in the request or in a result, in other letters or with an ending', () => {
    expect(without({ folder: 'Shop' }, 'the commits of SHOP')).toBeNull()
    expect(without({ folder: 'papers/2024' }, './papers/2024/budget.ods', 'when?')).toBeNull()
    expect(without({ repository: 'cli/cli' }, 'merged in cli/cli')).toBeNull()
    expect(without({ folder: 'notes.md' }, 'read my notes')).toBeNull()
  })

  it('is kept if it is no name, or a whole path', () => {
    for (const args of [{ since: '2 weeks ago' }, { folder: '/etc' }, { folder: '~/Music' }, { folder: '.' }])
      expect(without(args, 'what?')).toBeNull()
  })

  it('cannot wait for a result in the first call of a turn', () => {
    const args = { path: 'src', folder: '<result 1>' }
    expect(correct(parameters, args, 'what is in src?', { isFirst: true })?.args).toEqual({ path: 'src' })
    expect(without(args, 'what is in src?')).toBeNull()
  })
})

describe('a switch that a tool does not have', () => {
  const parameters = { type: 'object', properties: { state: { type: 'string' } } }
  const without = (args: JsonObject, isReading = true) =>
    correct(parameters, args, 'any open PRs?', { isReading })?.args

  it('is left out of a call that only reads', () => {
    expect(without({ state: 'open', all: true })).toEqual({ state: 'open' })
    expect(without({ summary: null, web: '' })).toEqual({})
  })

  it('stays where the tool takes any argument', () => {
    const open = { type: 'object', additionalProperties: true }
    expect(correct(open, { all: true, note: '' }, 'go', { isReading: true })).toBeNull()
  })

  it('stays, and is refused, where the tool changes something or the value says more than yes or no', () => {
    expect(without({ all: true }, false)).toBeUndefined()
    expect(without({ dry_run: true })).toBeUndefined()
    expect(without({ author: 'anna' })).toBeUndefined()
  })
})
