import { describe, expect, it } from 'vitest'
import { correct } from '#main/agent/correct-arguments'
import type { JsonObject } from '#shared/json'

const text = { type: 'string' }
const yes = { type: 'boolean' }
const count = { type: 'integer' }
const path = { ...text, description: 'File or folder to look at.' }
const include = { ...text, description: 'Only files with this ending, such as *.md' }
const age = { ...text, pattern: '^[0-9]{1,6}[smhd]$' }

const SEARCH = { properties: { path, include, text, ignore_case: yes, newest_first: yes, limit: count } }
const CHANGE = { properties: { overwrite_existing: yes, dry_run: yes, details: yes } }
const COMMITS = {
  properties: { path, folder: { ...text, description: 'Folder of the repository.' }, revision: text, since: text },
}
const ENDS = { properties: { from: text, to: text } }
const NOTE = { properties: { note: text, vault: text } }
const LOGS = { properties: { container: text, since: age, watch: age, lines: count, all: yes } }
const CLOCK = {
  properties: { day: { ...text, pattern: '^\\d{4}-\\d\\d-\\d\\d$' }, at: { ...text, pattern: '^\\d\\d:' } },
}
const INDEX = { properties: { folder: text, file: text }, required: ['folder', 'file'] }
const UNPACK = { properties: { folder: text, file: text }, required: ['folder'] }
const ANY = { properties: { revision: text }, additionalProperties: true }

describe('a call that has what the request says', () => {
  it.each<[why: string, request: string, parameters: JsonObject, args: JsonObject]>([
    [
      'a repository may be called like a file',
      'the commits of the repository three.js',
      COMMITS,
      { folder: 'three.js' },
    ],
    ['so may a folder', 'the log of the folder my.site', COMMITS, { folder: 'my.site' }],
    ['a folder that the tool requires', 'put docs/a.txt into the index', INDEX, { folder: 'docs', file: 'a.txt' }],
    ['so for one like a file', 'unpack into site.old', UNPACK, { folder: 'site.old' }],
    ['the folder is said', 'how many lines has hello.py in hello?', SEARCH, { path: 'hello/hello.py' }],
    ['a quoted path', 'how many lines has "hello/hello.py"?', SEARCH, { path: 'hello/hello.py' }],
    ['a path in backticks', 'wie lang ist `hello/hello.py`?', SEARCH, { path: 'hello/hello.py' }],
    ['a quoted path in a repository', "in the repo shop, who wrote 'shop/app.py'?", COMMITS, { path: 'shop/app.py' }],
    ['a title in quotes', 'show "Thoughts on vault security"', NOTE, { note: 'Thoughts on vault security' }],
    ['a date written otherwise', 'which weekday was the 24. 3. 2026?', CLOCK, { day: '2026-03-24' }],
    ['a time written otherwise', 'wake me at 5 30 pm', CLOCK, { at: '17:30' }],
    ['two durations', 'watch the last 2 hours for 10 seconds', LOGS, { since: '2h', watch: '10s' }],
    ['a folder left out on purpose', 'find TODO, but not in the folder vendor', SEARCH, { text: 'TODO' }],
    ['so in German', 'finde TODO außer im Ordner vendor', SEARCH, { text: 'TODO' }],
    ['an ending left out on purpose', 'find TODO everywhere except in .md files', SEARCH, { text: 'TODO' }],
    ['a denied switch', 'do not overwrite existing files', CHANGE, { overwrite_existing: false }],
    ['so after without', 'clean up without a dry run', CHANGE, { dry_run: false }],
    ['so before with', 'not with details', CHANGE, {}],
    ['so further away', "don't list the newest first", SEARCH, {}],
    ['not at all', 'is a container up at all?', LOGS, {}],
    ['not all', 'the containers that run, not all', LOGS, {}],
    ['so in German', 'die laufenden Container, nicht alle', LOGS, {}],
    ['days are no count', 'the changes of the last 7 days', SEARCH, { text: '1 week ago' }],
    ['nor is a share', 'the top 10 percent', SEARCH, {}],
    ['what it is compared to', 'compare feature to main', ENDS, { from: 'main', to: 'feature' }],
    ['a kind of list', 'show me the folder tree', SEARCH, {}],
    ['a kind of report', 'show the repo status', COMMITS, {}],
    ['another kind of word', 'what is in the folder now?', SEARCH, {}],
    ['so in German', 'was ist in dem Ordner jetzt', SEARCH, {}],
    ['a whole path on Windows', 'how big is the temp folder?', SEARCH, { path: 'C:\\Temp' }],
    ['one of several', 'list my picture folder', SEARCH, { path: 'Pictures' }],
    ['the same letters in other bytes', 'show Übungen', SEARCH, { path: 'U\u0308bungen' }],
    ['a tool that takes anything', 'show the branch hotfix', ANY, { branch: 'hotfix' }],
  ])('stays as it is (%s): %s', (_why, request, parameters, args) => {
    const said = request.toLowerCase()
    expect(correct(parameters, args, request, { said, isFirst: true, isOnly: true, isReading: true })).toBeNull()
  })
})
