import { ANYTHING, maybe, outcome, path, step, type Task, task } from '../task.ts'

const one = (request: string, output: string, ...accept: Parameters<typeof outcome>[]): Task =>
  task('fresh', request, step(output, ...accept.map((each) => outcome(...each))))

/** Written on another day than `unseen`, before the model was asked any of them, and for other tools. */
export const fresh: readonly Task[] = [
  one('read chapter.txt from line 120 on', 'It was late.', [
    'files_read',
    { path: 'chapter.txt', from_line: 120 },
    ['tail', ANYTHING, '+120', path('chapter.txt')],
  ]),
  one('what is process 4711 doing?', '4711 sam S 00:03 backup --all', [
    'system_process',
    { pid: 4711 },
    ['ps', ANYTHING, '-p', '4711'],
  ]),
  one('copy budget.xlsx to budget-old.xlsx', "'budget.xlsx' -> 'budget-old.xlsx'", [
    'write_files_copy',
    { from: 'budget.xlsx', to: 'budget-old.xlsx' },
    ['cp', ANYTHING, path('budget.xlsx'), path('budget-old.xlsx')],
  ]),
  one('pack the folder site into site.tar.gz', 'site/index.html', [
    'archive_create',
    { archive: 'site.tar.gz', source: 'site' },
    ['tar', '--create', ANYTHING, '--file', path('site.tar.gz'), path('site')],
  ]),
  one('show me the file readme.md that is in the archive src.tar', '# Source', [
    'archive_read_file',
    { archive: 'src.tar', member: 'readme.md' },
    ['tar', '--extract', '--to-stdout', ANYTHING, '--file', path('src.tar'), 'readme.md'],
  ]),
  one(
    'which keys are at the top of config.json',
    'port\nhost',
    ['json_keys', { file: 'config.json' }, ['jq', '--raw-output', /keys_unsorted/, path('config.json')]],
    [
      'json_query',
      { filter: 'keys', file: 'config.json' },
      [
        'jq',
        '--monochrome-output',
        maybe('--raw-output'),
        /^\.? ?\|? ?(?:keys|keys_unsorted)(?:\[\])?$/,
        path('config.json'),
      ],
    ],
  ),
  one('what is the value of price in product.json', '19.5', [
    'json_query',
    { filter: '.price', file: 'product.json' },
    ['jq', '--monochrome-output', maybe('--raw-output'), '.price', path('product.json')],
  ]),
  one('which columns do the tables in app.db have?', 'CREATE TABLE users (id INTEGER, name TEXT)', [
    'sqlite_schema',
    { database: 'app.db' },
    ['sqlite3', ANYTHING, path('app.db'), /^SELECT sql FROM sqlite_master/i],
  ]),
  one('show me pull request 42', 'Add dark mode #42 open', [
    'github_pr_view',
    { number: 42 },
    ['gh', 'pr', 'view', '42', maybe('--comments')],
  ]),
  one('did the checks of pull request 7 pass', 'build pass 2m', [
    'github_pr_checks',
    { number: 7 },
    ['gh', 'pr', 'checks', '7'],
  ]),
  one('how much disk does docker take up', 'Images 12 4.1GB', ['docker_disk_usage', {}, ['docker', 'system', 'df']]),
  one('stage the file app.ts', "add 'app.ts'", [
    'git_commit_add',
    { path: 'app.ts' },
    ['git', 'add', ANYTHING, path('app.ts')],
  ]),
  one('commit what is staged with the message fix typo', '[main 3fa9c1e] fix typo', [
    'git_commit_create',
    { message: 'fix typo' },
    ['git', 'commit', '--no-gpg-sign', '--message', /^fix typo$/i],
  ]),
  one('switch to the branch release', "Switched to branch 'release'", [
    'git_commit_switch',
    { branch: 'release' },
    ['git', 'switch', ANYTHING, 'release'],
  ]),
  one('how many lines of server.log have the word error in them', '17', [
    'search_text_count',
    { text: 'error', path: 'server.log' },
    ['grep', /^-rcIsF$/, ANYTHING, maybe('-i'), '-e', /^error$/i, path('server.log')],
  ]),
  one('download https://example.org/a.zip and save it as a.zip', '', [
    'web_fetch_save',
    { url: 'https://example.org/a.zip', file: 'a.zip' },
    ['curl', ANYTHING, '--output', path('a.zip'), 'https://example.org/a.zip'],
  ]),
  one("add buy stamps to today's note in obsidian", 'Appended to the daily note', [
    'obsidian_daily_append',
    { content: 'buy stamps' },
    ['obsidian', ANYTHING, /buy stamps/i],
  ]),
  one('what do pages 2 to 4 of report.pdf say', 'Sales rose by a fifth.', [
    'pdf_text',
    { file: 'report.pdf', first_page: 2, last_page: 4 },
    ['pdftotext', ANYTHING, '-f', '2', '-l', '4', maybe('-layout'), path('report.pdf'), '-'],
  ]),
  one('who committed the most to this repository', '120 Anna', [
    'git_contributors',
    {},
    ['git', 'shortlog', '-sn', ANYTHING],
  ]),
  one('with which camera was lake.jpg taken?', 'Model: X100V', [
    'media_metadata',
    { file: 'lake.jpg' },
    ['exiftool', ANYTHING, path('lake.jpg')],
  ]),
]
