import { ANYTHING, either, maybe, outcome, type Part, path, step, type Task, task } from '../task.ts'
import { append, listCommits, moveTo, queryDatabase, readLogs, searchFor } from './commands.ts'

const one = (request: string, output: string, ...accept: Parameters<typeof outcome>[]): Task =>
  task('arguments', request, step(output, ...accept.map((each) => outcome(...each))))

const christmasEve: Part =
  /^(?:(?:on )?(?:the )?24(?:th)?(?: of)? dec(?:ember)?,? 2027|dec(?:ember)? 24(?:th)?,? 2027|2027-12-24)$/i

/** One command, and the request says more than which. */
export const rightArguments: Task[] = [
  task('arguments', 'last 50 lines out of the web container', step('GET / 200', readLogs('web', '50', { lines: 50 }))),
  one('just the first 5 lines of data.csv', 'id,name\n1,cup', [
    'files_head',
    { path: 'data.csv', lines: 5 },
    ['head', '-q', '-n', '5', path('data.csv')],
  ]),
  one('show me march 2027 as a calendar', 'March 2027', [
    'dates_calendar',
    { month: 3, year: 2027 },
    ['cal', '3', '2027'],
  ]),
  one('how many days are there between 2023-11-02 and 2024-02-29?', '119', [
    'dates_between',
    { from: '2023-11-02', to: '2024-02-29' },
    ['expr', '64823068800', '/', '86400', '-', '64812787200', '/', '86400'],
  ]),
  one(
    'on which weekday is 24 december 2027',
    'Friday 2027-12-24',
    ['dates_resolve', { when: '24 december 2027' }, ['date', '-d', christmasEve, /^\+%A/]],
    ['dates_calendar', { month: 12, year: 2027 }, ['cal', '12', '2027']],
  ),
  one('1718031234 in a log, what time was that', 'Monday 2024-06-10 14:53:54 UTC', [
    'dates_from_timestamp',
    { seconds: 1718031234 },
    ['date', '-d', '1970-01-01 UTC 1718031234 seconds', ANYTHING],
  ]),
  task(
    'arguments',
    'what did anna commit in the last 2 weeks',
    step(
      '3fa9c1e 2026-03-01 Anna Fix login',
      listCommits(
        { author: 'anna', since: '2 weeks ago' },
        '--author',
        /^anna$/i,
        '--since',
        /2 weeks|14 days|two weeks/,
      ),
    ),
  ),
  task(
    'arguments',
    'look for the word deprecated in src, upper or lower case',
    step(
      'src/a.ts:3:// Deprecated',
      ...searchFor({
        text: 'deprecated',
        as: /^deprecated$/i,
        where: 'src',
        flags: ['-i', maybe('-w'), maybe('-C', /^\d+$/), maybe('--include', ANYTHING)],
        args: { ignore_case: true },
      }),
    ),
  ),
  one('find all the .psd files i have', './art/poster.psd', [
    'files_find',
    { name: '*.psd' },
    ['grep', '-rls', ANYTHING, '--include', '*.psd', path('.')],
  ]),
  one('which pull requests were merged in cli/cli', '12 Faster start', [
    'github_pr_list',
    { state: 'merged', repository: 'cli/cli' },
    ['gh', 'pr', 'list', '--state', 'merged', '--limit', /^\d+$/, '--repo', 'cli/cli'],
  ]),
  one('what does issue 15 say', '#15 Window stays blank', [
    'github_issue_view',
    { number: 15 },
    ['gh', 'issue', 'view', '15', maybe('--comments')],
  ]),
  one('read me pages 3 to 5 of paper.pdf', 'Chapter two', [
    'pdf_text',
    { file: 'paper.pdf', first_page: 3, last_page: 5 },
    ['pdftotext', '-q', '-enc', 'UTF-8', '-f', '3', '-l', '5', maybe('-layout'), path('paper.pdf'), '-'],
  ]),
  task(
    'arguments',
    'rename draft.md to final.md',
    step("renamed 'draft.md' -> 'final.md'", moveTo('draft.md', 'final.md')),
  ),
  task(
    'arguments',
    'add "call bob" to todo.txt',
    step('call bob', append('todo.txt', 'call bob\n', /^\s*(?:[-*] )?"?call bob"?\s*$/i)),
  ),
  one('start a new branch called feature/login', 'Switched to a new branch', [
    'git_commit_new_branch',
    { name: 'feature/login' },
    ['git', 'switch', '--create', 'feature/login'],
  ]),
  one('pack the folder invoices into invoices.zip', '(no output)', [
    'archive_create_zip',
    { archive: 'invoices.zip', source: 'invoices' },
    ['zip', '-r', '-y', '-q', path('invoices.zip'), path('invoices')],
  ]),
  one('what is different in develop compared to main', '+ new line', [
    'git_compare',
    { from: 'main', to: 'develop' },
    ['git', 'diff-tree', ANYTHING, either('--patch', '--stat'), 'main', 'develop', '--'],
  ]),
  one("what's process 3321 doing", '3321 1 sam 0.1 2.0 400 01:00 S render', [
    'system_process',
    { pid: 3321 },
    ['ps', '-ww', '-o', ANYTHING, '-p', '3321'],
  ]),
  one('commit everything i changed with the message "fix typo"', '[main 1a2b3c4] fix typo', [
    'git_commit_create',
    { message: 'fix typo', all: true },
    ['git', 'commit', '--no-gpg-sign', '--all', '--message', /^fix typo\.?$/i],
  ]),
  task(
    'arguments',
    'how many rows are in the table customer of shop.db',
    step(
      'count(*)\n42',
      queryDatabase(
        'shop.db',
        'SELECT count(*) FROM customer',
        /^select\s+count\s*\([^)]*\)(?:\s+as\s+\w+)?\s+from\s+["`']?customer["`']?\s*;?\s*$/i,
      ),
    ),
  ),
]
