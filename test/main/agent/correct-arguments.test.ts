import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correct } from '#main/agent/correct-arguments'
import type { Json, JsonObject } from '#shared/json'
import { textOf } from '#shared/messages/message'

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
    names_only: { type: 'boolean' },
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
      'so is one of what alone is wanted',
      'just the names of the files that pull request 58 changes',
      { note: '58' },
      { note: '58', names_only: true },
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

it('any arguments for any request are corrected in time, and a correction is always told', () => {
  const words = fc.constantFrom(
    '',
    ' ',
    'show',
    'the',
    'folder',
    'a.txt',
    '"',
    "'",
    'docs/img',
    '12',
    'all',
    'main',
    '<x>',
  )
  const request = fc.array(words, { maxLength: 40 }).map((all) => all.join(' '))
  const value = fc.oneof(words, fc.string(), fc.jsonValue({ maxDepth: 2 })) as fc.Arbitrary<Json>
  const param = fc.oneof(fc.constantFrom(...Object.keys(parameters.properties), 'branch', 'count'), fc.string())
  const known = fc.record({
    isFirst: fc.boolean(),
    isOnly: fc.boolean(),
    isReading: fc.boolean(),
    isForced: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.dictionary(param, value, { maxKeys: 6 }), request, known, (args, text, how) => {
      const corrected = correct(parameters, args, text, how)
      if (corrected) expect(corrected.notes).not.toEqual([])
    }),
    { numRuns: 2000 },
  )
})
