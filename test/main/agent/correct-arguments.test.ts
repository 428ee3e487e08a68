import { describe, expect, it } from 'vitest'
import { correct } from '#main/agent/correct-arguments'
import type { JsonObject } from '#shared/json'
import { message, textOf } from '#shared/messages/message'

const parameters = {
  type: 'object',
  properties: {
    ...{
      from: {},
      to: {},
      folder: {},
      note: {},
      vault: {},
      revision: {},
      limit: { type: 'integer' },
      comments: { type: 'boolean' },
    },
    age: { pattern: '^[0-9]+[smh]$' },
    folder: { description: 'Folder of the repository.' },
    path: { description: 'File or folder to look at.' },
    lines: { pattern: '^\\d+,\\d+$' },
    whole_word: { type: 'boolean' },
    newest_first: { type: 'boolean' },
    ignore_case: { type: 'boolean' },
    include: { type: 'string' },
  },
}
const corrected = (request: string, args: JsonObject) => correct(parameters, args, request, { isOnly: true })

describe('the values of a call', () => {
  it.each([
    [
      'a path that was cut in two is joined',
      'all commits that touched config/routes.rb please',
      { folder: 'config', path: 'routes.rb' },
      { path: 'config/routes.rb' },
    ],
    [
      'a name with the name of what holds it is cut in two',
      'add water filter to the note Shopping in my vault Home',
      { note: 'Shopping in my vault Home' },
      { note: 'Shopping', vault: 'Home' },
    ],
    [
      'an end given as the start is swapped',
      'how many days till 2030-06-01?',
      { from: '2030-06-01', to: 'now' },
      { from: 'now', to: '2030-06-01' },
    ],
    [
      'what something is compared with is the start',
      'what is different in develop compared to main',
      { from: 'develop', to: 'main' },
      { from: 'main', to: 'develop' },
    ],
    [
      'so is what lacks it',
      "which commits are on develop but aren't on the branch main?",
      { from: 'develop', to: 'main' },
      { from: 'main', to: 'develop' },
    ],
    [
      'numbers of an example become those of the request',
      'lines 10 to 20 of billing.py are a mess, who do i have to thank for them',
      { path: 'billing.py', lines: '10,25' },
      { path: 'billing.py', lines: '10,20' },
    ],
    [
      'a file is taken out of a folder that nobody mentioned',
      'make me a file hello.py that prints hello world',
      { path: 'hello/hello.py' },
      { path: 'hello.py' },
    ],
    [
      'a repository that the call leaves out is added',
      'go to the branch christmas in the repo bakery',
      { revision: 'christmas' },
      { revision: 'christmas', folder: 'bakery' },
    ],
    ['so is a folder inside another one', 'which files are in the folder docs/img?', {}, { path: 'docs/img' }],
    [
      'so is how many of them are wanted',
      'give me the latest 7 commits',
      { note: 'commits' },
      { note: 'commits', limit: 7 },
    ],
    [
      'a repository at the beginning of a path becomes the folder',
      'stage poster.svg in the repo festival',
      { path: 'festival/poster.svg' },
      { path: 'poster.svg', folder: 'festival' },
    ],
    [
      'a switch after "with" is turned on',
      'i want to read issue 306 together with its comments',
      { note: '306' },
      { note: '306', comments: true },
    ],
    [
      'so is the folder of a repository, called a folder',
      'show me my uncommitted changes in pricing.css, the repo is the folder boutique',
      { path: 'pricing.css' },
      { path: 'pricing.css', folder: 'boutique' },
    ],
    [
      'how far back the request goes is written as the tool wants it, and is no count',
      'what did the container homeassistant write in the last 2 hours?',
      { note: 'homeassistant', age: 'last hour', limit: 2 },
      { note: 'homeassistant', age: '2h' },
    ],
    [
      'so is a folder',
      'which .epub files are somewhere in the folder Ebooks',
      { note: '*.epub', folder: '.' },
      { note: '*.epub', folder: '.', path: 'Ebooks' },
    ],
    [
      'a value under a name that the tool does not know goes where it belongs',
      'give me the commits of the branch hotfix',
      { branch: 'hotfix' },
      { revision: 'hotfix' },
    ],
    [
      'a switch that the request says is turned on',
      'where is the word rent? only the whole word, not parent',
      { note: 'rent' },
      { note: 'rent', whole_word: true },
    ],
    [
      'so is one with another word between its own',
      'what is in the folder Mixtapes? the newest things first please',
      { path: 'Mixtapes' },
      { path: 'Mixtapes', newest_first: true },
    ],
    [
      'so is one that the model turned off, in the words of a person',
      'where does the word gust stand? in upper or lower case',
      { note: 'gust', ignore_case: false },
      { note: 'gust', ignore_case: true },
    ],
    [
      'yes in place of a text is left out',
      'look for allergy in all the .txt files',
      { note: 'allergy', include: true },
      { note: 'allergy' },
    ],
  ])('%s', (_what, request, args, better) => {
    const found = corrected(request, args as JsonObject)
    expect(found?.args).toEqual(better)
    expect(found?.notes.map((note) => textOf(note))).toHaveLength(1)
  })

  it.each([
    ['what is different in develop compared to main', { from: 'main', to: 'develop' }],
    ['move a.txt to b.txt', { from: 'a.txt', to: 'b.txt' }],
    ['days from 2030-06-01 to 2030-06-09', { from: '2030-06-01', to: '2030-06-09' }],
    ['how many days since 2020-06-01?', { from: '2020-06-01', to: 'now' }],
    ['the file routes.rb in the folder config', { folder: 'config', path: 'routes.rb' }],
    ['put the file hello.py into a new folder hello', { path: 'hello/hello.py' }],
    ['read hello/hello.py', { path: 'hello/hello.py' }],
    ['which files changed in this repo between v1.2 and v1.3?', { from: 'v1.2', to: 'v1.3' }],
    ['what is in the folder music and in the folder films?', {}],
    ['which folder is the biggest?', {}],
    ['add "clean the folder Attic with comments" to my list', {}],
    ['add "buy the first 5 and keep the whole word" to my list', {}],
    ['stage festival/poster.svg in the repo festival', { path: 'festival/poster.svg' }],
    ['the first 5 and the last 3 lines', {}],
    ['the newest files of the folder, not the first ones', { path: 'folder' }],
    ['write everything in lower case', { note: 'lower', ignore_case: false }],
    ['what does error 404 mean?', {}],
    ['what was written in the last 3 days?', { age: '30m' }],
    ['what was written in the last 2 hours?', { age: '2h' }],
    ['how does the folder stickers differ?', { path: '.' }],
    ['what changed in my repo since monday?', {}],
    ['the note Ideas for the garden', { note: 'Ideas for the garden' }],
    ['the note Left in my coat', { note: 'Left in my coat' }],
    ['who wrote lines 10 to 25 of billing.py?', { lines: '10,25' }],
    ['who wrote line 10 of billing.py?', { lines: '10,10' }],
    ['who wrote lines 10 to 20 of the 3 files?', { lines: '10,25' }],
  ])('stay as they are: %s', (request, args) => {
    expect(corrected(request, args as JsonObject)).toBeNull()
  })

  it('are not added to one of several calls, which may be about something else', () => {
    expect(correct(parameters, {}, 'what is in the folder music and what day is it?')).toBeNull()
  })

  it('stay as they are in a long message, which may hold a log', () => {
    expect(corrected(`${'x '.repeat(400)} days till 2030-06-01?`, { from: '2030-06-01', to: 'now' })).toBeNull()
  })
})

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
