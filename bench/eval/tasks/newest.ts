import { ANYTHING, either, maybe, type Part, path, type Task, task } from '../task.ts'
import { COUNT, exif, inOneCall, note, page, python, type Way } from './write-tasks.ts'

const one = inOneCall('newest')

/** Today in seconds, as the program writes it: 2000 years on, and good for two days. */
const BLOCK = Math.floor((Date.now() / 1000 + 63_113_904_000) / 1e5)
const TODAY = new RegExp(`^(${BLOCK - 1}|${BLOCK}|${BLOCK + 1})\\d{5}$`)
const BIRTHDAY = '63753782400'
const days = (from: Part, to: Part): Part[] => ['expr', to, '/', '86400', '-', from, '/', '86400']

const dayAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10)
const NOW = `(?:today|now|${dayAgo(0)})`
const AGO = `(?:${NOW},? )?(?:100|a hundred|one hundred) days ago|100 days before ${NOW}|(?:${NOW} ?)?- ?100 days`
const HUNDRED_DAYS_AGO = new RegExp(`^(?:${AGO}|${dayAgo(100)})$`, 'i')

const PRICE = String.raw`(?:\.price|\.?\["price"\])(?: *\| *tonumber)?`
const EACH_PRICE = String.raw`\.items *(?:\[\]|\| *\.\[\]) *\|? *${PRICE}`
const SUM = [
  String.raw`\[ *${EACH_PRICE} *\] *\| *add`,
  String.raw`\.items *\| *map\( *${PRICE} *\) *\| *add`,
  String.raw`\.items *\| *\[ *\.\[\] *\|? *${PRICE} *\] *\| *add`,
  String.raw`add\( *${EACH_PRICE} *\)`,
  String.raw`reduce +\(? *${EACH_PRICE} *\)? +as +(?<price>\$\w+) +\( *0 *; *\. *\+ *\k<price> *\)`,
  String.raw`reduce +\.items\[\] +as +(?<item>\$\w+) +\( *0 *; *\. *\+ *\k<item>${PRICE} *\)`,
]
const SUM_OF_PRICES = new RegExp(`^ *\\(?(?:${SUM.join('|')})\\)?(?: *// *0)? *$`)
const PATHS = /\b(?:leaf_)?paths?\b|\btostream\b|^\.$/
const AVERAGE_AGE =
  /^select\b(?=[^;]*\bavg\s*\(\s*["`]?(?:\w+\.)?["`]?age["`]?\s*\))(?![^;]*\b(?:group|join|having)\b)[^;]*\bfrom\s+["`']?member["`']?(?:\s+(?:as\s+)?m)?(?:\s+where\s+(?:\w+\.)?age\s+is\s+not\s+null)?(?:\s+limit\s+\d+)?\s*;?\s*$/i
const COLUMNS = "SELECT name, type FROM pragma_table_info('room')"
const TYPE_OF_PRICE =
  /^select\b(?=.*\broom\b)(?=.*(?:\bpragma_table_x?info\b|\bsqlite_(?:master|schema)\b|\btypeof\s*\(\s*["`]?price\b))/is

const INVOICE = /^\*(?:[iI]|\[iI\]|\[Ii\])nvoice\*(?:\.\*)?$/
const RESET = /^connection reset$/i
const LOREM = /^lorem ipsum$/i
const V12 = /^(?:refs\/)?(?:tags\/)?v1\.2$/
const V13 = /^(?:refs\/)?(?:tags\/)?v1\.3$/
const STATE = maybe('--state', either('open', 'all'))
const LISTED: Part[] = ['gh', 'issue', 'list', STATE, maybe('--search', /print/i), '--limit', COUNT]
const ISSUES =
  /^https:\/\/(?:(?:api\.github\.com\/repos|github\.com)\/acme\/paint\/issues\b|api\.github\.com\/search\/issues\?.*acme(?:\/|%2F)paint)/i
const RATES = 'https://api.example.com/v2/rates?base=EUR'
const SHOP = 'https://example.org/go/shop'
const TEAM = /^\s*"?name"?\s*[,;]\s*"?phone"?\s*\n\s*"?Lena"?\s*[,;]\s*"?555-0134"?\s*$/i
const BIGGEST =
  /^(?=.*"path": ?"(?:\.\/)?cities\.csv")(?=.*"sort_by": ?"population")(?=.*"descending": ?true)(?=.*"limit": ?(?:[3-9]|\d\d+)[,}])(?!.*"where": ?"[^"])/i
const FILTER = /^(?:\\n|\s)*(?:[-*] (?:\[ \] )?)?water filter\.?(?:\\n|\s)*$/i

const grep = (how: RegExp, ...rest: Part[]): Part[] => ['grep', how, ANYTHING, ...rest]
const html = (how: RegExp, text: RegExp): Part[] => grep(how, '--include', '*.html', '-e', text, path('.'))
const compared = (from: RegExp, to: RegExp): Part[] => ['git', 'diff-tree', ANYTHING, from, to, '--', maybe(path('.'))]
const jq = (file: string, filter: RegExp): Part[] => ['jq', ANYTHING, filter, path(file)]
const sqlite = (file: string, sql: RegExp): Part[] => ['sqlite3', ANYTHING, '-csv', path(file), sql]
const ARCHIVE = /^to=\/?archive\/?(?:\/old ideas(?:\.md)?)?$/i
const ARCHIVED: Part[] = [note('Old ideas'), note('Old ideas', '/?archive/')]

/** Written by somebody who saw no measurement. */
const withOneCall: readonly Task[] = [
  one(
    'which of my files have invoice in their name?',
    './2024/invoice-03.pdf\n./invoice-april.odt',
    ['files_find', { name: '*invoice*' }, ['grep', '-rls', ANYTHING, '-e', '^', '--include', INVOICE, path('.')]],
    ['files_tree', {}, ['ls', '-1Rp', path('.')]],
  ),
  one(
    'who does the folder shared belong to?',
    'File: shared\nUid: (1001/ mira) Gid: (100/ users)',
    ['files_info', { path: 'shared' }, ['stat', '-L', path('shared')]],
    ['files_list', { details: true }, ['ls', '-1Ap', '-lh', maybe('-t'), path('.')]],
  ),
  one('i need a folder 2027 inside taxes', "mkdir: created directory 'taxes/2027'", [
    'write_files_new_folder',
    { path: 'taxes/2027' },
    ['mkdir', '-p', '-v', path('taxes/2027')],
  ]),
  one('make a file team.csv with the columns name and phone and one row: Lena, 555-0134', 'name,phone', [
    'write_files_save',
    { path: 'team.csv', content: 'name,phone\nLena,555-0134\n' },
    ['tee', maybe('--append'), '--output-error=exit', path('team.csv')],
    { stdin: TEAM },
  ]),
  one(
    'find "connection reset" in proxy.log and show me 3 lines before and after each one',
    'proxy.log-40-GET /a\nproxy.log:41:connection reset\nproxy.log-42-retry',
    [
      'search_text_find',
      { text: 'connection reset', path: 'proxy.log', context: 3 },
      grep(/^-rnIsF$/, '-C', '3', maybe('--include', /^\*(?:\.log)?$|^proxy\.log$/), '-e', RESET, path('proxy.log')),
    ],
    [
      'search_text_find',
      { text: 'connection reset', include: 'proxy.log', context: 3 },
      grep(/^-rnIsF$/, '-C', '3', '--include', 'proxy.log', '-e', RESET, path('.')),
    ],
  ),
  one(
    'which .html files still have lorem ipsum in them',
    './about.html\n./shop/terms.html',
    ...['files', 'find', 'count'].map((kind): Way => {
      const args = { text: 'lorem ipsum', include: '*.html' }
      return [`search_text_${kind}`, args, html(/^-r[lnc]IsF$/, LOREM)]
    }),
    ['search_text_pattern', { pattern: 'lorem ipsum', include: '*.html' }, html(/^-rnIsE$/, /^lorem.*ipsum/i)],
    ['git_search', { text: 'lorem ipsum', path: '*.html' }, ['git', 'grep', ANYTHING, '-e', LOREM, '--', '*.html']],
  ),
  one('which commits say something about checkout in their message?', '3fa9c1e\t2026-01-12\tIda\tSpeed up checkout', [
    'git_log',
    { message: 'checkout' },
    ['git', 'log', ANYTHING, '-n', COUNT, '--grep', /^checkout$/i, 'HEAD', '--', maybe(path('.'))],
  ]),
  one(
    'which files changed in this repo between v1.2 and v1.3?',
    ' src/menu.ts | 12 +++++++-----\n 1 file changed, 7 insertions(+), 5 deletions(-)',
    ['git_compare', { from: 'v1.2', to: 'v1.3', summary: true }, compared(V12, V13)],
    ['git_compare', { from: 'v1.3', to: 'v1.2', summary: true }, compared(V13, V12)],
  ),
  one(
    'stage everything in the folder docs',
    "add 'docs/setup.md'\nadd 'docs/faq.md'",
    ['git_commit_add', { path: 'docs' }, ['git', 'add', ANYTHING, '--', either(path('docs'), 'docs/*')]],
    ['git_commit_add', { path: '.', folder: 'docs' }, ['git', 'add', ANYTHING, '--', path('.')], { cwd: 'docs' }],
  ),
  one('i want to try something in the repo cafe, make me a branch summer-menu there', 'Switched to a new branch', [
    'git_commit_new_branch',
    { name: 'summer-menu', folder: 'cafe' },
    ['git', 'switch', '--create', 'summer-menu'],
    { cwd: 'cafe' },
  ]),
  one("what's the biggest file in dump.tar.bz2?", '-rw-r--r-- sam/sam 81920 2026-01-01 dump/users.sql', [
    'archive_list',
    { archive: 'dump.tar.bz2' },
    ['tar', '--list', '--verbose', ANYTHING, '--file', path('dump.tar.bz2')],
  ]),
  one('put letter.odt into a zip called letter.zip', '(no output)', [
    'archive_create_zip',
    { archive: 'letter.zip', source: 'letter.odt' },
    ['zip', ANYTHING, path('letter.zip'), path('letter.odt')],
  ]),
  one('what do the prices in cart.json add up to? they are in the list items, each one called price', '84.5', [
    'json_query',
    { filter: '[.items[].price] | add', file: 'cart.json' },
    jq('cart.json', SUM_OF_PRICES),
  ]),
  one(
    'what is the path to latitude in response.json? it is nested somewhere deep',
    'data.stations.[].location.latitude\ndata.stations.[].name',
    ['json_structure', { file: 'response.json' }, jq('response.json', PATHS)],
    ['json_query', { filter: 'paths', file: 'response.json' }, jq('response.json', PATHS)],
    ['json_pretty', { file: 'response.json' }, jq('response.json', PATHS)],
  ),
  one("what's the average age in club.db? table member, column age", 'avg(age)\n37.4', [
    'sqlite_query',
    { database: 'club.db', sql: 'SELECT avg(age) FROM member' },
    sqlite('club.db', AVERAGE_AGE),
  ]),
  one(
    'what type is the column price in the table room of hotel.db?',
    'sql\n"CREATE TABLE room (id INTEGER, price REAL)"',
    ['sqlite_schema', { database: 'hotel.db' }, sqlite('hotel.db', /^SELECT sql FROM sqlite_master/)],
    ['sqlite_query', { database: 'hotel.db', sql: COLUMNS }, sqlite('hotel.db', TYPE_OF_PRICE)],
  ),
  one('how often has the container grafana been restarted?', 'image: grafana/grafana\nrestarts: 4', [
    'docker_inspect',
    { container: 'grafana' },
    ['docker', 'inspect', ANYTHING, 'grafana'],
  ]),
  one('is there still a python process inside the container worker2?', 'UID PID CMD\nroot 812 python queue.py', [
    'docker_processes',
    { container: 'worker2' },
    ['docker', 'top', 'worker2'],
  ]),
  one(
    'is there already an issue about printing in acme/paint?',
    '57  Printing cuts off the margin  bug',
    ['github_issue_list', { search: 'printing', repository: 'acme/paint' }, [...LISTED, '--repo', 'acme/paint']],
    ['web_fetch_page', { url: 'https://github.com/acme/paint/issues?q=printing' }, page(ISSUES)],
    ['web_fetch_json', { url: 'https://api.github.com/search/issues?q=printing+repo:acme/paint' }, page(ISSUES)],
  ),
  one('show me the code changes of pull request 31', '-  const size = 10\n+  const size = 12', [
    'github_pr_diff',
    { number: 31 },
    ['gh', 'pr', 'diff', '31'],
  ]),
  one('is flyer.pdf a4 or letter?', 'Pages: 2\nPage size: 595.28 x 841.89 pts (A4)', [
    'pdf_info',
    { file: 'flyer.pdf' },
    ['pdfinfo', ANYTHING, path('flyer.pdf')],
  ]),
  one(
    'is lease.pdf a scan or does it have real text?',
    'page num type width height\n1 0 image 2480 3508',
    ['pdf_images', { file: 'lease.pdf' }, ['pdfimages', '-list', ANYTHING, path('lease.pdf')]],
    ['pdf_text', { file: 'lease.pdf' }, ['pdftotext', ANYTHING, path('lease.pdf'), '-']],
    ['pdf_fonts', { file: 'lease.pdf' }, ['pdffonts', ANYTHING, path('lease.pdf')]],
  ),
  one(
    'what album is track07.flac from?',
    'TAG:title=Low Tide\nTAG:album=Harbour',
    ['media_tags', { file: 'track07.flac' }, ['ffprobe', ANYTHING, 'format_tags', ANYTHING, path('track07.flac')]],
    exif('track07.flac'),
  ),
  one(
    'how high up was i when i took summit.jpg?',
    'GPS Altitude: 2713 m Above Sea Level',
    ['media_photo_place', { file: 'summit.jpg' }, ['exiftool', ANYTHING, '-GPSAltitude', path('summit.jpg')]],
    exif('summit.jpg'),
  ),
  one(
    `get me the json from ${RATES}`,
    '{"base": "EUR", "USD": 1.08}',
    ['web_fetch_json', { url: RATES }, page(RATES)],
    ['web_fetch_page', { url: RATES }, page(RATES)],
  ),
  one(
    `where does ${SHOP} redirect to?`,
    'status: 200\naddress: https://shop.example.org/en',
    ['web_fetch_status', { url: SHOP }, ['curl', ANYTHING, '--output', '/dev/null', ANYTHING, SHOP]],
    ['web_fetch_headers', { url: SHOP }, ['curl', ANYTHING, '--head', ANYTHING, SHOP]],
  ),
  one('what date was it 100 days ago?', 'Monday 2025-11-24 10:12', [
    'dates_resolve',
    { when: '100 days ago' },
    ['date', '-d', HUNDRED_DAYS_AGO, /^\+%A/],
  ]),
  one(
    'i was born on 1990-04-12, how many days old am i today?',
    '13111',
    ['dates_between', { from: '1990-04-12', to: 'today' }, days(BIRTHDAY, TODAY)],
    ['dates_between', { from: 'today', to: '1990-04-12' }, days(TODAY, BIRTHDAY)],
  ),
  one('which process number does postgres have?', '1187 postgres', [
    'system_find_process',
    { name: 'postgres' },
    ['pgrep', '-il', /^postgres$/i],
  ]),
  one('which user does process 2210 belong to?', '2210 1 mira 0.2 1.4 58000 05:10:44 S syncd', [
    'system_process',
    { pid: 2210 },
    ['ps', ANYTHING, '-p', '2210'],
  ]),
  one('the 3 biggest cities in cities.csv please, the column is called population', '[{"city": "Tokyo"}]', [
    'everyday_csv_table',
    { path: 'cities.csv', sort_by: 'population', descending: true, limit: 3 },
    python('csv_table'),
    { stdin: BIGGEST },
  ]),
  one('what kind of file takes up the most room in the folder Desktop?', '{"kinds": [{"kind": ".mov", "files": 9}]}', [
    'everyday_folder_summary',
    { path: 'Desktop' },
    python('folder_summary'),
    { stdin: /"path": ?"(?:\.\/)?Desktop\/?"/ },
  ]),
  one(
    'move my obsidian note Old ideas into the folder Archive',
    'Moved: Archive/Old ideas.md',
    ['obsidian_move', { note: 'Old ideas', to: 'Archive' }, ['obsidian', 'move', note('Old ideas', 'file='), ARCHIVE]],
    ['notesmd_cli_move', { note: 'Old ideas', new_path: 'Archive/Old ideas' }, ['notesmd-cli', 'move', ...ARCHIVED]],
  ),
  one(
    'which tags does my obsidian note Winter trip have?',
    'tags: travel, snow',
    ['obsidian_properties', { note: 'Winter trip' }, ['obsidian', 'properties', note('Winter trip', 'file=')]],
    ['obsidian_read', { note: 'Winter trip' }, ['obsidian', 'read', note('Winter trip', 'file=')]],
    ['notesmd_cli_properties', { note: 'Winter trip' }, ['notesmd-cli', ANYTHING, note('Winter trip'), '--print']],
    ['notesmd_cli_read', { note: 'Winter trip' }, ['notesmd-cli', 'print', note('Winter trip')]],
  ),
  one('read me the note Packing list from my vault Travel', '- socks\n- charger', [
    'notesmd_cli_read',
    { note: 'Packing list', vault: 'Travel' },
    ['notesmd-cli', 'print', note('Packing list'), '--vault', /^travel$/i],
  ]),
  one('add water filter to the note Shopping in my vault Home', '(no output)', [
    'notesmd_cli_update',
    { note: 'Shopping', content: '\n- water filter', vault: 'Home' },
    ['notesmd-cli', 'create', note('Shopping'), '--content', FILTER, '--append', '--vault', /^home$/i],
  ]),
]

/** The model has all it needs: no command may run. */
const withoutCall: readonly Task[] = [
  'what does pdf stand for?',
  'what is the difference between git fetch and git pull',
  'why do so many people write their notes in markdown?',
  'i finally sorted all my holiday photos today, that felt good',
].map((request) => task('newest', request))

export const newest: readonly Task[] = [...withOneCall, ...withoutCall]
