import { ANYTHING, either, maybe, type Outcome, outcome, type Part, path, step, type Task, task } from '../task.ts'
import { append, readStart } from './commands.ts'

const held = (request: string, output: string, ...accept: Outcome[]): Task =>
  task('held-out', request, step(output, ...accept))

const one = (request: string, output: string, ...accept: Parameters<typeof outcome>[]): Task =>
  held(request, output, ...accept.map((each) => outcome(...each)))

const COUNT = /^\d+$/
const TODAY = new Date().toISOString().slice(0, 10)
const DAILY_NOTE = new RegExp(`^(?:file=)?(?:.*/)?(?:today|${TODAY})(?:\\.md)?$`)
const TO_PACK: Part[] = ['tee', '--output-error=exit', path('packing.txt')]
const PACKING = /^\s*(?:[-*] )?tent\s*\n\s*(?:[-*] )?stove\s*\n\s*(?:[-*] )?lamp\s*$/i
const DRAFTS = /"path":\s*"(?:\.\/)?drafts\/?"/
const ARTICLE = 'https://example.net/artikel/heizung.html'
const STYLES = 'https://example.com/style.css'

/** The text of an address, as a page or as JSON. */
const fetched = (url: string, as: Part = url): Outcome[] => [
  outcome('web_fetch_page', { url }, ['curl', ANYTHING, '--max-filesize', '5000000', as]),
  outcome('web_fetch_json', { url }, ['curl', ANYTHING, '--header', 'Accept:application/json', as]),
]

/** Everything a file says about itself. */
const described = (file: string): Outcome =>
  outcome('media_metadata', { file }, ['exiftool', '-fast', '-i', 'SYMLINKS', path(file)])

const inPython = (name: string): Part[] => ['python', ANYTHING, new RegExp(`${name}\\.py$`), ANYTHING]

/** Written by somebody who saw no measurement, and asked once: when all the work was done. */
export const heldOut: readonly Task[] = [
  one(
    'how long has this machine been on without a restart?',
    'up 12 days, 3:04, 1 user, load average: 0.31, 0.28, 0.25',
    ['system_uptime', {}, ['uptime']],
    ['system_process', { pid: 1 }, ['ps', ANYTHING, '-p', '1']],
  ),
  one('with which options was process 9120 started', '9120 1 www 0.4 1.2 51000 2-03:11:09 S nginx -c /srv/nginx.conf', [
    'system_process',
    { pid: 9120 },
    ['ps', ANYTHING, '-p', '9120'],
  ]),
  one(
    'how many lines would my next commit add and how many would it remove',
    ' src/cart.ts | 14 ++++++++------\n 1 file changed, 8 insertions(+), 6 deletions(-)',
    ['git_commit_preview', {}, ['git', 'diff', ANYTHING, '--staged', '--stat']],
    ['git_diff', { staged: true, summary: true }, ['git', 'diff', ANYTHING, '--staged', maybe('--stat'), 'HEAD', '--']],
  ),
  one("put everything i changed into the next commit, but don't commit yet", "add 'src/cart.ts'\nadd 'notes.md'", [
    'git_commit_add',
    { path: '.' },
    ['git', 'add', '--verbose', '--', either(path('.'), '*')],
  ]),
  one('what did README.md look like back in v1.0?', '# Cart\n\nA small shop.', [
    'git_read_file',
    { file_at: 'v1.0:README.md' },
    ['git', 'show', ANYTHING, /^(?:refs\/)?(?:tags\/)?v1\.0:(?:\.\/)?README\.md$/],
  ]),
  one('who do i ask about lines 40 to 60 of server.go', '3fa9c1e2 (Tomas 2026-01-14 40) func listen() {', [
    'git_blame',
    { path: 'server.go', lines: '40,60' },
    ['git', 'blame', ANYTHING, '-L', '40,60', 'HEAD', '--', path('server.go')],
  ]),
  held(
    "what's the latest release of sharkdp/bat",
    'v0.25.0 Latest v0.25.0 2025-01-07',
    outcome('github_release_list', { repository: 'sharkdp/bat', limit: 1 }, [
      ...['gh', 'release', 'list', '--limit', COUNT, '--repo', 'sharkdp/bat'],
    ]),
    ...fetched(
      'https://api.github.com/repos/sharkdp/bat/releases/latest',
      /^https:\/\/(?:api\.github\.com\/repos|github\.com)\/sharkdp\/bat\/releases(?:\/latest)?\/?$/,
    ),
  ),
  one('is the last build on main green? github actions i mean', 'completed success Fix cart CI main push', [
    'github_run_list',
    { branch: 'main', limit: 1 },
    ['gh', 'run', 'list', '--branch', 'main', '--limit', COUNT],
  ]),
  one('which files does pull request 88 touch', 'src/cart.ts\ntest/cart.test.ts', [
    'github_pr_diff',
    { number: 88, names_only: true },
    ['gh', 'pr', 'diff', '88', maybe('--name-only')],
  ]),
  one('open an issue in acme/shop: title Checkout is stuck, text Since Monday in Firefox, label bug', '#212', [
    'github_issue_create',
    { title: 'Checkout is stuck', body: 'Since Monday in Firefox', label: 'bug', repository: 'acme/shop' },
    [
      ...['gh', 'issue', 'create', '--title', /^checkout is stuck\.?$/i],
      ...['--body', /^\s*since monday in firefox\.?\s*$/i, '--label', /^bug$/i, '--repo', 'acme/shop'],
    ],
  ]),
  one('which folder inside projects takes up the most room?', '9.8G projects\n6.1G projects/film\n3.2G projects/game', [
    'files_disk_usage',
    { path: 'projects' },
    ['du', '-h', '-d', '1', path('projects')],
  ]),
  held(
    'is deploy.sh executable?',
    '-rwxr-xr-x 1 sam sam 812 deploy.sh',
    outcome('files_info', { path: 'deploy.sh' }, ['stat', '-L', path('deploy.sh')]),
    outcome('files_list', { path: 'deploy.sh', details: true }, [
      ...['ls', '-1Ap', '-lh', maybe('-t'), either(path('deploy.sh'), path('.'))],
    ]),
    described('deploy.sh'),
  ),
  held(
    'open recipes/lasagne.txt for me, i want to start cooking',
    'Lasagne\n500 g mince\n2 onions',
    ...readStart('recipes/lasagne.txt').toReversed(),
    outcome('files_tail', { path: 'recipes/lasagne.txt', lines: 200 }, [
      ...['tail', '-q', '-n', /^[1-5]\d\d$/, path('recipes/lasagne.txt')],
    ]),
  ),
  one(
    'which file in the folder drafts did i touch last',
    'chapter-7.md\nchapter-2.md\noutline.md',
    [
      'files_list',
      { path: 'drafts', newest_first: true },
      ['ls', '-1Ap', { oneOf: [['-t'], ['-lh'], ['-lh', '-t']] }, path('drafts')],
    ],
    ['everyday_folder_summary', { path: 'drafts' }, inPython('folder_summary'), { stdin: DRAFTS }],
  ),
  held(
    'make a new file packing.txt with tent, stove and lamp in it, one per line',
    'tent\nstove\nlamp',
    outcome('write_files_save', { path: 'packing.txt', content: 'tent\nstove\nlamp\n' }, TO_PACK, { stdin: PACKING }),
    append('packing.txt', 'tent\nstove\nlamp\n', PACKING),
  ),
  one('Leg bitte eine Kopie von rechnung-118.pdf in den Ordner steuer', "-> 'steuer/rechnung-118.pdf'", [
    'write_files_copy',
    { from: 'rechnung-118.pdf', to: 'steuer' },
    ['cp', ANYTHING, path('rechnung-118.pdf'), either(path('steuer'), path('steuer/rechnung-118.pdf'))],
  ]),
  one("which .md files in docs don't have the word license in them yet", 'docs/setup.md\ndocs/faq.md', [
    'search_text_missing',
    { text: 'license', path: 'docs', include: '*.md' },
    ['grep', '-rLIsF', ANYTHING, '--include', '*.md', '-e', /^license$/i, path('docs')],
  ]),
  one(
    'are there any e-mail addresses in the files under letters',
    'letters/bank.txt:2:service@example.com',
    [
      'search_text_pattern',
      { pattern: '[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+', path: 'letters' },
      ['grep', '-rnIsE', ANYTHING, '-e', /@/, path('letters')],
    ],
    ...['find', 'files', 'count'].map(
      (kind): Parameters<typeof outcome> => [
        `search_text_${kind}`,
        { text: '@', path: 'letters' },
        ['grep', /^-r(?:nI|lI|cI)sF$/, ANYTHING, '-e', '@', path('letters')],
      ],
    ),
  ),
  one('unzip fonts.zip into the folder typefaces', 'inflating: typefaces/inter.ttf', [
    'archive_extract_zip',
    { archive: 'fonts.zip', into: 'typefaces' },
    ['unzip', '-n', path('fonts.zip'), '-d', path('typefaces')],
  ]),
  one('Entpacke sicherung.tgz in den Ordner alt', 'sicherung/brief.txt', [
    'archive_extract',
    { archive: 'sicherung.tgz', into: 'alt' },
    ['tar', '--extract', '--verbose', ANYTHING, '--file', path('sicherung.tgz'), '--directory', path('alt')],
  ]),
  one(
    'list all the fields of catalog.json, the nested ones too',
    'products.[].name\nproducts.[].price.amount',
    ['json_structure', { file: 'catalog.json' }, ['jq', '--raw-output', /paths\(scalars\)/, path('catalog.json')]],
    [
      'json_query',
      { filter: 'paths', file: 'catalog.json' },
      ['jq', '--monochrome-output', maybe('--raw-output'), /path|\.\..*keys/, path('catalog.json')],
    ],
  ),
  one('Wie viele Einträge hat die Liste kunden in adressen.json?', '57', [
    'json_query',
    { filter: '.kunden | length', file: 'adressen.json' },
    [
      ...['jq', '--monochrome-output', maybe('--raw-output')],
      /^\s*(?:\.(?:kunden|\["kunden"\])|\[\s*\.kunden\[\]\s*\])\s*\|\s*length\s*$/,
      path('adressen.json'),
    ],
  ]),
  one('the five most expensive products in store.db (table product, columns name and price)', 'name,price\nsofa,899', [
    'sqlite_query',
    { database: 'store.db', sql: 'SELECT name, price FROM product ORDER BY price DESC LIMIT 5' },
    [
      ...['sqlite3', ANYTHING, '-csv', path('store.db')],
      /^select\s[\s\S]+\sfrom\s+["`']?product["`']?\s+order\s+by\s+["`]?price["`]?\s+desc\s+limit\s+5\s*;?\s*$/i,
    ],
  ]),
  one("what has the mailer container logged in the last 10 minutes? it doesn't send anything", 'smtp timeout', [
    'docker_logs',
    { container: 'mailer', since: '10m' },
    ['docker', 'logs', '--tail', COUNT, '--since', /^(?:10m|600s)$/, maybe('--timestamps'), 'mailer'],
  ]),
  one('which folders are mounted into the container gitea', 'mounts: [{"Source":"/srv/gitea","Destination":"/data"}]', [
    'docker_inspect',
    { container: 'gitea' },
    ['docker', 'inspect', ANYTHING, 'gitea'],
  ]),
  one('on which pages of brochure.pdf are there pictures?', 'page num type width height\n2 0 image 1200 800', [
    'pdf_images',
    { file: 'brochure.pdf' },
    ['pdfimages', '-list', maybe('-f', '1'), path('brochure.pdf')],
  ]),
  held(
    'Wer hat jahresbericht.pdf geschrieben und mit welchem Programm?',
    'Author: Ines Kramer\nCreator: LibreOffice Writer',
    outcome('pdf_info', { file: 'jahresbericht.pdf' }, ['pdfinfo', ANYTHING, path('jahresbericht.pdf')]),
    described('jahresbericht.pdf'),
  ),
  one('show me the table on page 7 of prices.pdf, and keep the columns next to each other', 'S      12.00', [
    'pdf_text',
    { file: 'prices.pdf', first_page: 7, last_page: 7, keep_layout: true },
    ['pdftotext', ANYTHING, '-f', '7', '-l', '7', '-layout', path('prices.pdf'), '-'],
  ]),
  held(
    'is clip.mov in 4k?',
    'codec_name: hevc, width: 3840, height: 2160',
    outcome('media_info', { file: 'clip.mov' }, ['ffprobe', ANYTHING, 'json', '-i', path('clip.mov')]),
    described('clip.mov'),
  ),
  held('which iso and shutter speed did i use for DSC_0199.jpg', 'ISO: 400, 1/250', described('DSC_0199.jpg')),
  one('where on this disk are my obsidian notes actually stored?', 'Default vault name: Home\nPath: /home/sam/Notes', [
    'notesmd_cli_vault',
    {},
    ['notesmd-cli', 'print-default'],
  ]),
  one('what do my notes in the vault Work say about onboarding', 'Team/New people.md:4: onboarding takes two days', [
    'notesmd_cli_search',
    { query: 'onboarding', vault: 'Work' },
    ['notesmd-cli', 'search-content', '--no-interactive', /^onboarding$/i, '--vault', /^work$/i],
  ]),
  one(
    'Was habe ich heute in meine Tagesnotiz geschrieben?',
    'Zahnarzt um neun',
    ['obsidian_daily_read', {}, ['obsidian', 'daily:read']],
    ['obsidian_read', { note: 'today' }, ['obsidian', 'read', DAILY_NOTE]],
    ['notesmd_cli_read', { note: 'today' }, ['notesmd-cli', 'print', DAILY_NOTE]],
  ),
  one(
    'which of my obsidian notes link to the note Reading list',
    'Books 2026.md\nWinter.md',
    ['obsidian_backlinks', { note: 'Reading list' }, ['obsidian', 'backlinks', /^file=reading list(?:\.md)?$/i]],
    ['obsidian_search', { query: '[[Reading list' }, ['obsidian', 'search', /\[\[reading list/i, ANYTHING]],
    ['obsidian_search_context', { query: '[[Reading list' }, ['obsidian', /^search:/, /\[\[reading list/i, ANYTHING]],
    ['notesmd_cli_search', { query: '[[Reading list' }, ['notesmd-cli', ANYTHING, /\[\[reading list/i]],
  ),
  one(
    'set the status of my note Book review to published',
    'Set status: published',
    [
      'obsidian_set_property',
      { note: 'Book review', property: 'status', value: 'published' },
      ['obsidian', 'property:set', /^name=status$/i, /^value=published$/i, /^file=book review(?:\.md)?$/i],
    ],
    [
      'notesmd_cli_set_property',
      { note: 'Book review', key: 'status', value: 'published' },
      ['notesmd-cli', ANYTHING, /^book review(?:\.md)?$/i, '--edit', ANYTHING, /^status$/i, '--value', /^published$/i],
    ],
  ),
  one(`how long may a browser cache ${STYLES}?`, 'HTTP/2 200\ncache-control: max-age=86400', [
    'web_fetch_headers',
    { url: STYLES },
    ['curl', ANYTHING, '--head', ANYTHING, STYLES],
  ]),
  held(`Fass mir ${ARTICLE} in drei Sätzen zusammen`, '<h1>Heizen mit Luft</h1>', ...fetched(ARTICLE)),
  one('my lease began on 2025-09-15 and runs for 18 months, when is it over?', 'Monday 2027-03-15 00:00', [
    'dates_resolve',
    { when: '18 months after 2025-09-15' },
    [
      ...['date', '-d'],
      /^(?:2025-09-15,? ?\+? ?18 months(?: later)?|18 months (?:after|from) 2025-09-15|2027-03-15(?: 00:00:00)?)$/i,
      /^\+%A/,
    ],
  ]),
  one('the recipe wants 8 oz of butter, what is that in g', '8 oz = 226.8 g', [
    'everyday_convert_units',
    { amount: 8, from_unit: 'oz', to_unit: 'g' },
    inPython('convert_units'),
    { stdin: /^(?=.*"amount":\s*8(?:\.0)?[,}])(?=.*"from_unit":\s*"oz")(?=.*"to_unit":\s*"g")/i },
  ]),
  one('only the columns name and phone of members.csv please', '[{"name": "Ines", "phone": "0151 22"}]', [
    'everyday_csv_table',
    { path: 'members.csv', columns: ['name', 'phone'] },
    inPython('csv_table'),
    { stdin: /^(?=.*"path":\s*"(?:\.\/)?members\.csv")(?=.*"columns":\s*\["name",\s*"phone"\])(?!.*"where")/ },
  ]),
]
