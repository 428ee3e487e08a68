import { ANYTHING, anyOrder, either, maybe, outcome, type Part, path, step, type Task, task } from '../task.ts'
import { searchFor, searchInRepository } from './commands.ts'

type Way = Parameters<typeof outcome>

const one = (request: string, output: string, ...accept: Way[]): Task =>
  task('practice', request, step(output, ...accept.map((each) => outcome(...each))))

const COUNT = /^\d+$/
/** Today in seconds, as the program writes it: 2000 years on, and good for two days. */
const BLOCK = Math.floor((Date.now() / 1000 + 63_113_904_000) / 1e5)
const TODAY = new RegExp(`^(${BLOCK - 1}|${BLOCK}|${BLOCK + 1})\\d{5}$`)
const DEAREST = /^select\b.*\bfrom\s+["`']?product\b.*\border\s+by\s+\S*price\b\S*\s+desc\b.*\blimit\s+3\s*;?\s*$/is
const STAGED: Part[] = ['git', 'diff', ANYTHING, '--staged', ANYTHING]
const python = (name: string): Part[] => ['python', ANYTHING, new RegExp(`${name}\\.py$`), ANYTHING]
const query = (file: string, filter: RegExp): Part[] => ['jq', ANYTHING, filter, path(file)]
const pretty = (file: string): Part[] => ['jq', '--monochrome-output', '--indent', '2', '.', path(file)]
const page = (url: string | RegExp): Part[] => ['curl', ANYTHING, '--compressed', ANYTHING, url]
const exif = (file: string): Way => ['media_metadata', { file }, ['exiftool', '-fast', '-i', 'SYMLINKS', path(file)]]
const readNote = (note: string): Way[] => [
  ['obsidian_read', { note }, ['obsidian', 'read', `file=${note}`]],
  ['notesmd_cli_read', { note }, ['notesmd-cli', 'print', note]],
]

/** To try changes on, as often as one likes: what comes of them is measured with the other kinds. */
export const practice: readonly Task[] = [
  one('biggest subfolder of pics?', '41G raw', [
    'files_disk_usage',
    { path: 'pics' },
    ['du', '-h', '-d', '1', path('pics')],
  ]),
  one(
    'when did i last work on bill.odt?',
    'Modify: 2026-02-11 17:40:02',
    ['files_info', { path: 'bill.odt' }, ['stat', '-L', path('bill.odt')]],
    ['files_list', { path: 'bill.odt', details: true }, ['ls', '-1Ap', '-lh', maybe('-t'), path('bill.odt')]],
    exif('bill.odt'),
  ),
  one('is hosts.bak still the same as hosts', '', [
    'files_compare',
    { first: 'hosts.bak', second: 'hosts' },
    ['diff', '-u', ANYTHING, anyOrder([path('hosts.bak')], [path('hosts')])],
  ]),
  one(
    "what's the latest thing that landed in scans?",
    'letter.pdf\nbill.pdf',
    [
      'files_list',
      { path: 'scans', newest_first: true },
      ['ls', '-1Ap', either('-lh', '-t'), maybe('-t'), path('scans')],
    ],
    ['everyday_folder_summary', { path: 'scans' }, python('folder_summary'), { stdin: /"path": ?"(\.\/)?scans\/?"/ }],
  ),
  one('make me a file hello.py that prints hello world', 'print("hello world")', [
    'write_files_save',
    { path: 'hello.py', content: 'print("hello world")\n' },
    ['tee', maybe('--append'), '--output-error=exit', path('hello.py')],
    { stdin: /print\s*\(\s*["']hello,? world[!.]?["']\s*\)/i },
  ]),
  one('put a copy of cv.pdf in the folder applications', "'cv.pdf' -> 'applications/cv.pdf'", [
    'write_files_copy',
    { from: 'cv.pdf', to: 'applications' },
    ['cp', ANYTHING, path('cv.pdf'), { oneOf: [[path('applications')], [path('applications/cv.pdf')]] }],
  ]),
  one('i hope nobody wrote an ip address into the folder configs, can you look?', 'configs/a.ini:3:host=10.0.0.7', [
    'search_text_pattern',
    { pattern: '[0-9]{1,3}(\\.[0-9]{1,3}){3}', path: 'configs' },
    ['grep', '-rnIsE', ANYTHING, '-e', /0-9|\[:digit:\]/, path('configs')],
  ]),
  one('which files in letters never say refund', 'letters/b.txt', [
    'search_text_missing',
    { text: 'refund', path: 'letters' },
    ['grep', '-rLIsF', '--exclude-dir=.git', maybe('-i'), '-e', /^refund$/i, path('letters')],
  ]),
  task(
    'practice',
    'where in this repo do we call loadAll',
    step(
      'src/main.ts:12:loadAll(text)',
      searchInRepository('loadAll', /^loadAll\(?$/i),
      ...searchFor({ text: 'loadAll', as: /^loadAll\(?$/i }),
      outcome('search_text_pattern', { pattern: 'loadAll' }, ['grep', '-rnIsE', ANYTHING, /loadAll/, path('.')]),
    ),
  ),
  one('what does package.json look like on the branch legacy?', '{ "name": "shop" }', [
    'git_read_file',
    { file_at: 'legacy:package.json' },
    ['git', 'show', ANYTHING, /^(origin\/)?legacy:(\.\/)?package\.json$/],
  ]),
  one(
    'which files in lib does git know about',
    'lib/a.rb\nlib/b.rb',
    ['git_files', { path: 'lib' }, ['git', 'ls-files', '--', path('lib')]],
    ['git_files', { folder: 'lib' }, ['git', 'ls-files', '--', maybe(path('.'))], { cwd: 'lib' }],
  ),
  one('lines 10 to 20 of billing.py are a mess, who do i have to thank for them', '3fa9c1e (Ben 2026-01-09 10)', [
    'git_blame',
    { path: 'billing.py', lines: '10,20' },
    ['git', 'blame', '--date=short', '--no-textconv', maybe('-L', '10,20'), 'HEAD', '--', path('billing.py')],
  ]),
  one('all commits that touched config/routes.rb please', '3fa9c1e 2026-03-01 Ann Add route', [
    'git_log',
    { path: 'config/routes.rb' },
    ['git', 'log', ANYTHING, '-n', COUNT, 'HEAD', '--', path('config/routes.rb')],
  ]),
  one('is this repo on github or gitlab?', 'origin git@gitlab.com:a/b', ['git_remotes', {}, ['git', 'remote', '-v']]),
  one(
    "what's going to be in my next commit in the repo blog",
    ' post.md | 4 ++--',
    ['git_commit_preview', { folder: 'blog' }, STAGED, { cwd: 'blog' }],
    ['git_diff', { staged: true, folder: 'blog' }, STAGED, { cwd: 'blog' }],
    ['git_status', { folder: 'blog' }, ['git', 'status'], { cwd: 'blog' }],
  ),
  one('unpack backup.tar.xz into the folder restore', 'backup/a.txt', [
    'archive_extract',
    { archive: 'backup.tar.xz', into: 'restore' },
    ['tar', '--extract', ANYTHING, '--file', path('backup.tar.xz'), '--directory', path('restore')],
  ]),
  one('unzip icons.zip, everything should go into assets', 'inflating: assets/home.svg', [
    'archive_extract_zip',
    { archive: 'icons.zip', into: 'assets' },
    ['unzip', '-n', path('icons.zip'), '-d', path('assets')],
  ]),
  one('how many users are there in people.json? they are in the list users', '37', [
    'json_query',
    { filter: '.users | length', file: 'people.json' },
    query('people.json', /^(\.users|\.\["users"\]|\[\.users\[\](\.\w+)?\]) ?\| ?length$/),
  ]),
  one(
    'feed.json is one endless line, show it to me with proper line breaks',
    '{\n  "items": []\n}',
    ['json_pretty', { file: 'feed.json' }, pretty('feed.json')],
    ['json_query', { filter: '.', file: 'feed.json' }, query('feed.json', /^\.$/)],
  ),
  one(
    'how is orders.json nested? i have no idea what is inside what',
    '[].customer.name\n[].items.[].price',
    ['json_structure', { file: 'orders.json' }, ['jq', '--raw-output', /paths/, path('orders.json')]],
    ['json_pretty', { file: 'orders.json' }, pretty('orders.json')],
    ['json_query', { filter: '.', file: 'orders.json' }, query('orders.json', /^\.$|\bpaths\b/)],
  ),
  one('the 3 most expensive things in store.db please. table product, column price', 'name,price\nsaw,30\ndrill,25', [
    'sqlite_query',
    { database: 'store.db', sql: 'SELECT * FROM product ORDER BY price DESC LIMIT 3' },
    ['sqlite3', ANYTHING, '-csv', path('store.db'), DEAREST],
  ]),
  one('just the columns name and email of contacts.csv', '[{"name": "Ada", "email": "ada@example.org"}]', [
    'everyday_csv_table',
    { path: 'contacts.csv', columns: ['name', 'email'] },
    python('csv_table'),
    { stdin: /(?=.*"path": ?"(\.\/)?contacts\.csv")(?=.*"columns": ?\["name", ?"email"\])/i },
  ]),
  one('the shelf is 2.5 ft wide, how much is that in cm?', '2.5 ft = 76.2 cm', [
    'everyday_convert_units',
    { amount: 2.5, from_unit: 'ft', to_unit: 'cm' },
    python('convert_units'),
    { stdin: /(?=.*"amount": ?2\.5[,}])(?=.*"from_unit": ?"ft")(?=.*"to_unit": ?"cm")/ },
  ]),
  one('which folders are mounted into the container wiki', 'mounts: [{"Source":"/srv/wiki"}]', [
    'docker_inspect',
    { container: 'wiki' },
    ['docker', 'inspect', ANYTHING, 'wiki'],
  ]),
  one('did the container mailer log anything in the last 30 minutes?', 'sent 4 mails', [
    'docker_logs',
    { container: 'mailer', since: '30m' },
    ['docker', 'logs', '--tail', COUNT, '--since', either('30m', '1800s'), maybe('--timestamps'), 'mailer'],
  ]),
  one('the folder Backups is on another drive, how much room is left there', '/dev/sdb1 1.8T 1.1T 700G 61%', [
    'system_disk',
    { path: 'Backups' },
    ['df', '-h', path('Backups')],
  ]),
  one('how many days till 2030-06-01?', '1550', [
    'dates_between',
    { from: 'today', to: '2030-06-01' },
    ['expr', '65020406400', '/', '86400', '-', TODAY, '/', '86400'],
  ]),
  one('when are the sundays in may 2028', 'May 2028', [
    'dates_calendar',
    { month: 5, year: 2028 },
    ['cal', '5', '2028'],
  ]),
  one(
    'with which program was poster.pdf made?',
    'Creator: Scribus 1.6',
    ['pdf_info', { file: 'poster.pdf' }, ['pdfinfo', ANYTHING, path('poster.pdf')]],
    exif('poster.pdf'),
  ),
  one('i love the blur in DSC_0042.jpg, which lens was that?', 'Lens: 56mm F1.2', exif('DSC_0042.jpg')),
  one(
    'read me https://example.org/menu.txt, i am hungry',
    'Monday: soup',
    ['web_fetch_page', { url: 'https://example.org/menu.txt' }, page('https://example.org/menu.txt')],
    ['web_fetch_json', { url: 'https://example.org/menu.txt' }, page('https://example.org/menu.txt')],
  ),
  one('does https://example.org say what server software it runs on', 'server: nginx', [
    'web_fetch_headers',
    { url: 'https://example.org' },
    ['curl', ANYTHING, '--head', ANYTHING, /^https:\/\/example\.org\/?$/],
  ]),
  one(
    "somebody sent me the github repo acme/pigeon, what's it for",
    'Sends messages between lofts.',
    ['github_repo_view', { repository: 'acme/pigeon' }, ['gh', 'repo', 'view', 'acme/pigeon']],
    ['web_fetch_page', { url: 'https://github.com/acme/pigeon' }, page(/^https:\/\/github\.com\/acme\/pigeon\/?$/)],
  ),
  one('open a github issue titled Login broken on Safari, text: The button does nothing.', '.../issues/91', [
    'github_issue_create',
    { title: 'Login broken on Safari', body: 'The button does nothing.' },
    [
      'gh',
      'issue',
      'create',
      '--title',
      /^login broken on safari\.?$/i,
      '--body',
      /^\s*the button does nothing\.?\s*$/i,
    ],
  ]),
  one(
    'what is left to do in my obsidian note Renovation',
    '- [ ] Paint the hall',
    ['obsidian_tasks', { note: 'Renovation', todo: true }, ['obsidian', 'tasks', 'file=Renovation', maybe('todo')]],
    ...readNote('Renovation'),
  ),
  one(
    'which notes in obsidian link to the note Budget?',
    'Car.md\nHoliday.md',
    ['obsidian_backlinks', { note: 'Budget' }, ['obsidian', 'backlinks', 'file=Budget']],
    ['obsidian_search', { query: '[[Budget]]' }, ['obsidian', /^search/, /^query="?\[\[Budget/, ANYTHING]],
    ['notesmd_cli_search', { query: '[[Budget' }, ['notesmd-cli', 'search-content', ANYTHING, /^\[\[Budget/]],
  ),
  one('what templates have i got in obsidian', 'Meeting\nTravel', [
    'obsidian_templates',
    {},
    ['obsidian', 'templates'],
  ]),
  one(
    'which of my obsidian notes are about sourdough',
    'Bread.md',
    ['obsidian_search', { query: 'sourdough' }, ['obsidian', 'search', /^query=.*sourdough/i, ANYTHING]],
    [
      'obsidian_search_context',
      { query: 'sourdough' },
      ['obsidian', 'search:context', /^query=.*sourdough/i, ANYTHING],
    ],
    ['notesmd_cli_search', { query: 'sourdough' }, ['notesmd-cli', 'search-content', ANYTHING, /^sourdough$/i]],
  ),
  one('new obsidian note Trip to Oslo, from the template Travel', 'Created: Trip to Oslo.md', [
    'obsidian_create_from_template',
    { name: 'Trip to Oslo', template: 'Travel' },
    ['obsidian', 'create', /^name=Trip to Oslo(\.md)?$/i, 'template=Travel'],
  ]),
  one(
    'only the headings of my obsidian note Thesis',
    '# Thesis\n## Method',
    ['obsidian_outline', { note: 'Thesis' }, ['obsidian', 'outline', 'file=Thesis']],
    ...readNote('Thesis'),
  ),
  one('what notes are there in the folder Recipes of my vault Home', 'Bread.md\nSoup.md', [
    'notesmd_cli_list',
    { folder: 'Recipes', vault: 'Home' },
    ['notesmd-cli', 'list', path('Recipes'), '--vault', 'Home'],
  ]),
]
