import { ANYTHING, either, maybe, type Part, path, type Task, task } from '../task.ts'
import { inOneCall, line, note, page, today, type Way } from './write-tasks.ts'

const one = inOneCall('once')

/** A day as the program writes it: in seconds, 2000 years on. */
const day = (date: string) => String(Date.parse(date) / 1000 + 63_113_904_000)
const days = (from: string, to: string): Part[] => ['expr', day(to), '/', '86400', '-', day(from), '/', '86400']

const branch = (name: string) => new RegExp(`^(?:refs/)?(?:heads/)?${name}$`)
const compared = (from: string, to: string, place: string): Part[] => [
  ...['git', 'diff-tree', ANYTHING, branch(from), branch(to), '--'],
  path(place),
]
const RELEASES =
  /^https:\/\/(?:api\.github\.com\/repos|github\.com)\/harborsoft\/anchor\/releases\/?(?:\?(?:per_page=\d+)?)?$/i
const ISSUE = /^https:\/\/github\.com\/tidalworks\/buoy\/issues\/306\/?$/i
const TIMETABLE = 'https://example.net/maps/ferry-lines.pdf'

const PLUMBER = line('paid the plumber')
const SERVICE = '(?:# ?Bike service)?'
const CARDAMOM: Part = {
  oneOf: [
    [/^query="?cardamom"?$/i, /^path=\/?Baking\/?$/i],
    [/^query=(?:path:"?Baking\/?"? "?cardamom"?|"?cardamom"? path:"?Baking\/?"?)$/i],
  ],
}

/** Written before any model was asked them, in the tone of the older requests. */
const withOneCall: readonly Task[] = [
  one(
    'please make me a backup of the folder pottery, the archive should be called pottery-2026.tar.xz',
    '(no output)',
    [
      'archive_create',
      { archive: 'pottery-2026.tar.xz', source: 'pottery' },
      ['tar', '--create', ANYTHING, '--file', path('pottery-2026.tar.xz'), path('pottery')],
    ],
  ),
  one("print licence.txt out of the archive fontpack.tgz, but don't unpack the rest", 'Free for any use.', [
    'archive_read_file',
    { archive: 'fontpack.tgz', member: 'licence.txt' },
    ['tar', '--extract', '--to-stdout', ANYTHING, '--file', path('fontpack.tgz'), path('licence.txt')],
  ]),
  one(
    'my course runs from 2026-09-07 until 2026-12-11, how many days is that',
    '95',
    ['dates_between', { from: '2026-09-07', to: '2026-12-11' }, days('2026-09-07', '2026-12-11')],
    ['dates_between', { from: '2026-12-11', to: '2026-09-07' }, days('2026-12-11', '2026-09-07')],
  ),
  one('what is running inside the container nextcloud? i mean its processes', 'UID PID CMD\nwww 41 apache2', [
    'docker_processes',
    { container: 'nextcloud' },
    ['docker', 'top', 'nextcloud'],
  ]),
  one('list the folder receipts with the size and date of everything in it', '-rw-r--r-- 1 sam sam 81K taxi.pdf', [
    'files_list',
    { path: 'receipts', details: true },
    ['ls', '-1Ap', '-lh', maybe('-t'), path('receipts')],
  ]),
  one('show me the top 12 lines of glossary.tsv', 'term\tmeaning\nballast\tweight in a hull', [
    'files_head',
    { path: 'glossary.tsv', lines: 12 },
    ['head', '-q', '-n', '12', path('glossary.tsv')],
  ]),
  one('is speech-wedding.txt longer than 900 words?', '62 871 4903 speech-wedding.txt', [
    'files_count',
    { path: 'speech-wedding.txt' },
    ['wc', '-lwc', path('speech-wedding.txt')],
  ]),
  one('show me all branches of the repo lantern, also the remote ones', '  remotes/origin/solar', [
    'git_branches',
    { all: true, folder: 'lantern' },
    ['git', 'branch', '--list', ANYTHING, '--all'],
    { cwd: 'lantern' },
  ]),
  one(
    'how does the folder stickers differ between the branches main and autumn?',
    '-fill: green\n+fill: orange',
    ['git_compare', { from: 'main', to: 'autumn', path: 'stickers' }, compared('main', 'autumn', 'stickers')],
    ['git_compare', { from: 'autumn', to: 'main', path: 'stickers' }, compared('autumn', 'main', 'stickers')],
    [
      'git_compare',
      { from: 'main', to: 'autumn', path: '.', folder: 'stickers' },
      compared('main', 'autumn', '.'),
      { cwd: 'stickers' },
    ],
  ),
  one(
    'just the list of files that commit 7d4e21b touched',
    ' tide.py | 9 +++++----\n 1 file changed, 5 insertions(+), 4 deletions(-)',
    ['git_show', { commit: '7d4e21b', summary: true }, ['git', 'show', ANYTHING, '7d4e21b', '--']],
    [
      'git_compare',
      { from: '7d4e21b~1', to: '7d4e21b', summary: true },
      ['git', 'diff-tree', ANYTHING, /^7d4e21b[~^]1?$/, '7d4e21b', '--'],
    ],
  ),
  one(
    'commit what i staged in the repo ledger, the message is "Add the march figures"',
    '[main 90b7c1f] Add the march',
    [
      'git_commit_create',
      { message: 'Add the march figures', folder: 'ledger' },
      ['git', 'commit', '--no-gpg-sign', '--message', /^add the march figures\.?\s*$/i],
      { cwd: 'ledger' },
    ],
  ),
  one('stage poster.svg in the repo festival', "add 'poster.svg'", [
    'git_commit_add',
    { path: 'poster.svg', folder: 'festival' },
    ['git', 'add', ANYTHING, '--', path('poster.svg')],
    { cwd: 'festival' },
  ]),
  one(
    'the last 5 releases of harborsoft/anchor on github please',
    'v4.2.0 Latest v4.2.0 2026-02-20',
    [
      'github_release_list',
      { repository: 'harborsoft/anchor', limit: 5 },
      ['gh', 'release', 'list', '--limit', '5', '--repo', 'harborsoft/anchor'],
    ],
    ['web_fetch_page', { url: 'https://github.com/harborsoft/anchor/releases' }, page(RELEASES)],
    ['web_fetch_json', { url: 'https://api.github.com/repos/harborsoft/anchor/releases?per_page=5' }, page(RELEASES)],
  ),
  one('show me the last 8 github actions runs on the branch nightly', 'completed failure Tidy up CI nightly push', [
    'github_run_list',
    { branch: 'nightly', limit: 8 },
    ['gh', 'run', 'list', '--branch', 'nightly', '--limit', '8'],
  ]),
  one(
    'i want to read issue 306 of tidalworks/buoy together with its comments',
    'noor: i see the same on my boat',
    [
      'github_issue_view',
      { number: 306, comments: true, repository: 'tidalworks/buoy' },
      ['gh', 'issue', 'view', '306', '--comments', '--repo', 'tidalworks/buoy'],
    ],
    ['web_fetch_page', { url: 'https://github.com/tidalworks/buoy/issues/306' }, page(ISSUE)],
  ),
  one(
    "my player won't open chapters.json, is that file valid json?",
    'jq: parse error: Expected separator at line 14',
    ['json_validate', { file: 'chapters.json' }, ['jq', '--raw-output', /valid JSON/, path('chapters.json')]],
    ['json_pretty', { file: 'chapters.json' }, ['jq', ANYTHING, '.', path('chapters.json')]],
  ),
  one(
    'how many minutes does rehearsal.m4a last',
    '0:47:12.040000',
    ['media_duration', { file: 'rehearsal.m4a' }, ['ffprobe', ANYTHING, '-sexagesimal', '-i', path('rehearsal.m4a')]],
    ['media_info', { file: 'rehearsal.m4a' }, ['ffprobe', ANYTHING, 'json', '-i', path('rehearsal.m4a')]],
    ['media_metadata', { file: 'rehearsal.m4a' }, ['exiftool', '-fast', '-i', 'SYMLINKS', path('rehearsal.m4a')]],
  ),
  one(
    'add "paid the plumber" to today\'s note in my vault Household',
    '(no output)',
    [
      'notesmd_cli_daily_add',
      { content: 'paid the plumber', vault: 'Household' },
      ['notesmd-cli', 'daily', '--content', PLUMBER, '--vault', /^household$/i],
    ],
    [
      'notesmd_cli_update',
      { note: 'today', content: '\npaid the plumber', vault: 'Household' },
      ['notesmd-cli', 'create', today(), '--content', PLUMBER, '--append', '--vault', /^household$/i],
    ],
  ),
  one(
    'what due date stands in the properties of the note Tax return? it is in my vault Office',
    'due: 2026-07-31\nstatus: open',
    [
      'notesmd_cli_properties',
      { note: 'Tax return', vault: 'Office' },
      ['notesmd-cli', 'frontmatter', note('Tax return'), '--print', '--vault', /^office$/i],
    ],
    [
      'notesmd_cli_read',
      { note: 'Tax return', vault: 'Office' },
      ['notesmd-cli', 'print', note('Tax return'), '--vault', /^office$/i],
    ],
  ),
  one(
    'search my obsidian notes in the folder Baking for cardamom, 5 notes at most',
    'Baking/Buns.md\nBaking/Plaited loaf.md',
    ...['search', 'search_context'].map((kind): Way => {
      const args = { query: 'cardamom', folder: 'Baking', limit: 5 }
      return [`obsidian_${kind}`, args, ['obsidian', either('search', 'search:context'), CARDAMOM, 'limit=5']]
    }),
  ),
  one(
    'make me an obsidian note Bike service with the text "chain and brakes in april"',
    'Created: Bike service.md',
    [
      'obsidian_create',
      { name: 'Bike service', content: 'chain and brakes in april' },
      ['obsidian', 'create', note('Bike service', 'name='), line('chain and brakes in april', `content=${SERVICE}`)],
    ],
    [
      'notesmd_cli_create',
      { note: 'Bike service', content: 'chain and brakes in april' },
      [
        ...['notesmd-cli', 'create', note('Bike service'), '--content'],
        ...[line('chain and brakes in april', SERVICE), maybe('--append')],
      ],
    ],
  ),
  one('what size are the pictures on page 9 of lookbook.pdf?', 'page num type width height\n9 0 image 1800 1200', [
    'pdf_images',
    { file: 'lookbook.pdf', page: 9 },
    ['pdfimages', '-list', maybe('-f', '9', '-l', '9'), path('lookbook.pdf')],
  ]),
  one('how many lines of each .srt file in the folder captions have the word applause', 'captions/act-1.srt:4', [
    'search_text_count',
    { text: 'applause', path: 'captions', include: '*.srt' },
    ['grep', '-rcIsF', ANYTHING, maybe('-i'), '--include', '*.srt', '-e', /^applause$/i, path('captions')],
  ]),
  one(
    'which files in the folder diary-2024 mention lighthouse, in upper or lower case? only the file names',
    'diary-2024/august.txt\ndiary-2024/may.txt',
    ...['files', 'find', 'count', 'pattern'].map((kind): Way => {
      const text = { [kind === 'pattern' ? 'pattern' : 'text']: 'lighthouse' }
      return [
        `search_text_${kind}`,
        { ...text, path: 'diary-2024', ignore_case: true },
        ['grep', /^-r[lnc]Is[FE]$/, ANYTHING, '-i', maybe('-w'), '-e', /^lighthouse$/i, path('diary-2024')],
      ]
    }),
  ),
  one(
    'something is odd with beehive.db, can you check that the database is not corrupt',
    'quick_check\nok',
    ['sqlite_check', { database: 'beehive.db' }, ['sqlite3', ANYTHING, path('beehive.db'), /^PRAGMA quick_check/]],
    [
      'sqlite_query',
      { database: 'beehive.db', sql: 'SELECT * FROM pragma_integrity_check' },
      ['sqlite3', ANYTHING, path('beehive.db'), /^select\b.*\bpragma_(?:integrity|quick)_check\b/is],
    ],
  ),
  one('how full is the disk that the folder Recordings is on', '/dev/sdc1 916G 702G 168G 81%', [
    'system_disk',
    { path: 'Recordings' },
    ['df', '-h', path('Recordings')],
  ]),
  one(`download ${TIMETABLE} into the folder Timetables, the file should be called ferry-2026.pdf`, '(no output)', [
    'web_fetch_save',
    { url: TIMETABLE, file: 'Timetables/ferry-2026.pdf' },
    ['curl', ANYTHING, '--output', path('Timetables/ferry-2026.pdf'), TIMETABLE],
  ]),
  one('please write "rear tyre 2.4 bar" below everything else in bike-notes.txt', 'rear tyre 2.4 bar', [
    'write_files_append',
    { path: 'bike-notes.txt', content: 'rear tyre 2.4 bar\n' },
    ['tee', '--append', '--output-error=exit', path('bike-notes.txt')],
    { stdin: /^\s*(?:[-*] )?"?rear tyre 2\.4 bar\.?"?\s*$/i },
  ]),
  one(
    'duplicate the folder logo-drafts, the copy should be called logo-drafts-safe',
    "'logo-drafts' -> 'logo-drafts-safe'",
    [
      'write_files_copy',
      { from: 'logo-drafts', to: 'logo-drafts-safe' },
      ['cp', ANYTHING, path('logo-drafts'), path('logo-drafts-safe')],
    ],
  ),
  one('what are the 3 biggest files in the folder Attic, with all its subfolders?', '[{"path": "tapes/1998.avi"}]', [
    'everyday_folder_summary',
    { path: 'Attic', top: 3 },
    ['python', ANYTHING, /folder_summary\.py$/, ANYTHING],
    { stdin: /^(?=.*"path": ?"(?:\.\/)?Attic\/?")(?=.*"top": ?(?:[3-9]|[1-4]\d|50)[,}])/ },
  ]),
]

/** The model has all it needs: no command may run. */
const withoutCall: readonly Task[] = [
  'hello there, nice to meet you',
  'great, that is exactly what i needed, thanks',
  'which ocean lies between africa and australia?',
  'write two friendly sentences that invite my neighbour Priya to dinner',
  'what is 7 times 18',
  'what does the word meticulous mean?',
  'how do you say thank you very much in italian',
  'explain in simple words what a firewall does',
  'suggest three titles for a blog about old trains',
  'how long do i boil an egg if i want it soft inside?',
].map((request) => task('once', request))

export const once: readonly Task[] = [...withOneCall, ...withoutCall]
