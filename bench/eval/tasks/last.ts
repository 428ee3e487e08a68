import { ANYTHING, either, maybe, path, type Task, task } from '../task.ts'
import { COUNT, exif, inOneCall, line, note, page, today } from './write-tasks.ts'

const one = inOneCall('last')

const EIGHT_WEEKS_BEFORE = /^(?:2027-04-17(?: 00:00(?::00)?)?|8 weeks before 2027-06-12)$/i
const TENORS =
  /^(?=.*"path": ?"(?:\.\/)?choir\.csv")(?=.*"where": ?"tenor")(?=.*"limit": ?8[,}])(?!.*"columns": ?\[ *")(?!.*"sort_by": ?"[^"])/i
const PODCASTS = /"path": ?"(?:\.\/)?Podcasts\/?"/
const FILES_OF_58 =
  /^https:\/\/(?:api\.github\.com\/repos\/clayworks\/kiln\/pulls|github\.com\/clayworks\/kiln\/pull)\/58\/files\/?(?:\?.*)?$/i
const SCORES = [
  String.raw`\[ *\.players *(?:\[\]|\| *\.\[\]) *\|? *\.score *\]`,
  String.raw`\.players *\| *map\( *\.score *\)`,
  String.raw`\.players *\| *\[ *\.\[\] *\|? *\.score *\]`,
].join('|')
const FIRST = String.raw`(?: *\| *(?:first|\.\[0\])| *\[0\])`
const LAST = String.raw`(?: *\| *(?:last|\.\[-1\])| *\[-1\]| *\| *reverse${FIRST})`
const BEST = String.raw`max_by\( *\.score *\)|sort_by\( *\.score *\)${LAST}|sort_by\( *- *\.score *\)${FIRST}`
const HIGHEST = new RegExp(
  String.raw`^ *(?:(?:${SCORES}) *\| *(?:max|sort${LAST})|(?:\.players|\[ *\.players\[\] *\]) *\| *(?:${BEST})(?: *\|? *[.{["].*)?) *$`,
)
const CANCELLED =
  /^select\s+count\s*\([^)]*\)(?:\s+as\s+["`]?\w+["`]?)?\s+from\s+["`']?rental["`']?(?:\s+(?:as\s+)?\w+)?\s+where\s+(?:lower\s*\(\s*)?["`]?(?:\w+\.)?["`]?status["`]?\s*\)?\s*(?:==?|like)\s*["']cancelled["'](?:\s+collate\s+nocase)?\s*;?\s*$/i
const EACH_STATUS =
  /^select\b(?=[^;]*\bcount\s*\()[^;]*\bstatus\b[^;]*\bfrom\s+["`']?rental\b[^;]*\bgroup\s+by\s+["`]?status["`]?[^;]*;?\s*$/i
const DIGIT = String.raw`(?:0-[259]|\[:digit:\])`
const TIME = new RegExp(`${DIGIT}.*:.*${DIGIT}`)
const TICKETS = 'https://example.org/tickets/today'

const RENEW = 'renew the library card'

/** Written before any model was asked them, in the tone of the older requests. */
const withOneCall: readonly Task[] = [
  one('is there a file deed.pdf in the archive heirlooms.tar.xz?', '-rw-r--r-- ada/ada 90211 2026-01-03 deed.pdf', [
    'archive_list',
    { archive: 'heirlooms.tar.xz' },
    ['tar', '--list', '--verbose', ANYTHING, '--file', path('heirlooms.tar.xz')],
  ]),
  one('please unzip puppets.zip, the files belong in the folder theatre', 'inflating: theatre/fox.svg', [
    'archive_extract_zip',
    { archive: 'puppets.zip', into: 'theatre' },
    ['unzip', '-n', path('puppets.zip'), '-d', path('theatre')],
  ]),
  one('the hall has to be booked 8 weeks before 2027-06-12, which date is that?', 'Saturday 2027-04-17 00:00', [
    'dates_resolve',
    { when: '8 weeks before 2027-06-12' },
    ['date', '-d', EIGHT_WEEKS_BEFORE, /^\+%A/],
  ]),
  one('what did the container homeassistant write in the last 2 hours?', 'sensor kitchen is unavailable', [
    'docker_logs',
    { container: 'homeassistant', since: '2h' },
    ['docker', 'logs', '--tail', COUNT, '--since', /^(?:2h|120m|7200s)$/, maybe('--timestamps'), 'homeassistant'],
  ]),
  one('which ip address does docker give the container paperless', 'networks: {"bridge":{"IPAddress":"172.17.0.5"}}', [
    'docker_inspect',
    { container: 'paperless' },
    ['docker', 'inspect', ANYTHING, 'paperless'],
  ]),
  one('show me only the rows of choir.csv with tenor in them, 8 rows at most', '[{"name": "Olaf", "voice": "tenor"}]', [
    'everyday_csv_table',
    { path: 'choir.csv', where: 'tenor', limit: 8 },
    ['python', ANYTHING, /csv_table\.py$/, ANYTHING],
    { stdin: TENORS },
  ]),
  one('show me screenplay.txt starting at line 340', 'INT. KITCHEN - NIGHT', [
    'files_read',
    { path: 'screenplay.txt', from_line: 340 },
    ['tail', '-q', '-n', '+340', path('screenplay.txt')],
  ]),
  one(
    'how big is the folder Podcasts altogether?',
    '7.4G Podcasts',
    ['files_size', { path: 'Podcasts' }, ['du', '-sh', path('Podcasts')]],
    ['files_disk_usage', { path: 'Podcasts' }, ['du', '-h', '-d', '1', path('Podcasts')]],
    [
      'everyday_folder_summary',
      { path: 'Podcasts' },
      ['python', ANYTHING, /folder_summary\.py$/, ANYTHING],
      { stdin: PODCASTS },
    ],
  ),
  one('the last 6 commits that Henrik made in the repo observatory', '81c0d3e\t2026-02-19\tHenrik\tTurn the dome', [
    'git_log',
    { author: 'Henrik', limit: 6, folder: 'observatory' },
    ['git', 'log', ANYTHING, '-n', '6', '--author', /^henrik$/i, 'HEAD', '--', maybe(path('.'))],
    { cwd: 'observatory' },
  ]),
  one('show me my uncommitted changes in pricing.css, the repo is the folder boutique', '-color: red\n+color: plum', [
    'git_diff',
    { path: 'pricing.css', folder: 'boutique' },
    ['git', 'diff', '--no-color', '--no-ext-diff', '--no-textconv', 'HEAD', '--', path('pricing.css')],
    { cwd: 'boutique' },
  ]),
  one('what have i stashed in the repo planetarium?', 'stash@{0}: WIP on main: 5a1e7c2 Add Saturn', [
    'git_stashes',
    { folder: 'planetarium' },
    ['git', 'stash', 'list'],
    { cwd: 'planetarium' },
  ]),
  one(
    'commit all my changes in the repo orchard, the message should be "Prune the old routes"',
    '[main c3f90d1] Prune the old routes',
    [
      'git_commit_create',
      { message: 'Prune the old routes', all: true, folder: 'orchard' },
      ['git', 'commit', '--no-gpg-sign', '--all', '--message', /^prune the old routes\.?\s*$/i],
      { cwd: 'orchard' },
    ],
  ),
  one('please create a branch heat-pump in the repo thermostat', "Switched to a new branch 'heat-pump'", [
    'git_commit_new_branch',
    { name: 'heat-pump', folder: 'thermostat' },
    ['git', 'switch', '--create', 'heat-pump'],
    { cwd: 'thermostat' },
  ]),
  one(
    'just the names of the files that pull request 58 in clayworks/kiln changes',
    'glaze.go\nglaze_test.go',
    [
      'github_pr_diff',
      { number: 58, names_only: true, repository: 'clayworks/kiln' },
      ['gh', 'pr', 'diff', '58', '--name-only', '--repo', 'clayworks/kiln'],
    ],
    ['web_fetch_json', { url: 'https://api.github.com/repos/clayworks/kiln/pulls/58/files' }, page(FILES_OF_58)],
    ['web_fetch_page', { url: 'https://github.com/clayworks/kiln/pull/58/files' }, page(FILES_OF_58)],
  ),
  one('is pull request 503 green?', 'build pass 4m12s\nlint pass 31s', [
    'github_pr_checks',
    { number: 503 },
    ['gh', 'pr', 'checks', '503'],
  ]),
  one('what is the highest score in leaderboard.json? it has a list players, and each player has a score', '9120', [
    'json_query',
    { filter: '[.players[].score] | max', file: 'leaderboard.json' },
    ['jq', '--monochrome-output', maybe('--raw-output'), HIGHEST, path('leaderboard.json')],
  ]),
  one(
    'is lullaby.wav mono or stereo?',
    '"codec_name": "pcm_s16le", "channels": 2',
    ['media_info', { file: 'lullaby.wav' }, ['ffprobe', ANYTHING, 'json', '-i', path('lullaby.wav')]],
    exif('lullaby.wav'),
  ),
  one(
    'do you know where i took the photo waterfall.heic?',
    'GPS Latitude: 46.591200 N\nGPS Longitude: 7.907400 E',
    [
      'media_photo_place',
      { file: 'waterfall.heic' },
      ['exiftool', ANYTHING, '-GPSLatitude', ANYTHING, path('waterfall.heic')],
    ],
    exif('waterfall.heic'),
  ),
  one('in my vault Homestead, move the note Inbox/Solar quote to Projects/Solar quote', '(no output)', [
    'notesmd_cli_move',
    { note: 'Inbox/Solar quote', new_path: 'Projects/Solar quote', vault: 'Homestead' },
    [
      ...['notesmd-cli', 'move', note('Inbox/Solar quote', '/?'), note('Projects/Solar quote', '/?')],
      ...['--vault', /^homestead$/i],
    ],
  ]),
  one('set the rating of the note Alpine loop to 5, it is in my vault Hikes', '(no output)', [
    'notesmd_cli_set_property',
    { note: 'Alpine loop', key: 'rating', value: '5', vault: 'Hikes' },
    [
      ...['notesmd-cli', 'frontmatter', note('Alpine loop'), '--edit', '--key', /^rating$/i],
      ...['--value', '5', '--vault', /^hikes$/i],
    ],
  ]),
  one('show me the lines with NASA in my obsidian notes, upper case only', 'Moon.md:12: NASA flew there in 1969', [
    'obsidian_search_context',
    { query: 'NASA', match_case: true },
    [
      ...['obsidian', 'search:context'],
      {
        oneOf: [
          [/^query="?NASA"?$/, /^limit=\d+$/, 'case'],
          [/^query=match-case: ?"?NASA"?$/, /^limit=\d+$/, maybe('case')],
        ],
      },
    ],
  ]),
  one(
    `put "${RENEW}" into today's daily note in obsidian`,
    'Appended to the daily note',
    ['obsidian_daily_append', { content: RENEW }, ['obsidian', 'daily:append', line(RENEW, 'content=')]],
    [
      'obsidian_append',
      { note: 'today', content: RENEW },
      ['obsidian', 'append', today('file='), line(RENEW, 'content=')],
    ],
    ['notesmd_cli_daily_add', { content: RENEW }, ['notesmd-cli', 'daily', '--content', line(RENEW)]],
    [
      'notesmd_cli_update',
      { note: 'today', content: `\n${RENEW}` },
      ['notesmd-cli', 'create', today(), '--content', line(RENEW), '--append'],
    ],
  ),
  one(
    'which author stands in the properties of cookbook-draft.pdf?',
    'Title: Winter soups\nAuthor: Noemi Falk',
    ['pdf_info', { file: 'cookbook-draft.pdf' }, ['pdfinfo', ANYTHING, path('cookbook-draft.pdf')]],
    exif('cookbook-draft.pdf'),
  ),
  one('give me the text of the first 4 pages of statutes.pdf', 'Section 1: Name and seat', [
    'pdf_text',
    { file: 'statutes.pdf', first_page: 1, last_page: 4 },
    ['pdftotext', '-q', '-enc', 'UTF-8', maybe('-f', '1'), '-l', '4', maybe('-layout'), path('statutes.pdf'), '-'],
  ]),
  one('in the folder sermons, which .txt files have no advent in them? any case', 'sermons/easter.txt', [
    'search_text_missing',
    { text: 'advent', path: 'sermons', include: '*.txt', ignore_case: true },
    ['grep', '-rLIsF', ANYTHING, '-i', '--include', '*.txt', '-e', /^advent$/i, path('sermons')],
  ]),
  one('which lines in the folder rota have a time like 14:30 in them?', 'rota/may.txt:3:Ida from 09:15', [
    'search_text_pattern',
    { pattern: '[0-9]{1,2}:[0-9]{2}', path: 'rota' },
    ['grep', '-rnIsE', ANYTHING, '-e', TIME, path('rota')],
  ]),
  one('how many rows in the table rental of marina.db have the status cancelled?', 'count(*)\n23', [
    'sqlite_query',
    { database: 'marina.db', sql: "SELECT count(*) FROM rental WHERE status = 'cancelled'" },
    ['sqlite3', ANYTHING, '-csv', path('marina.db'), either(CANCELLED, EACH_STATUS)],
  ]),
  one('how long has process 27310 been running?', '27310 1 ada 2.0 0.8 64000 1-06:20:41 S rsync -a /home /mnt', [
    'system_process',
    { pid: 27310 },
    ['ps', ANYTHING, '-p', '27310'],
  ]),
  one(`how many seconds does ${TICKETS} take to answer?`, 'status: 200\nbytes: 5120\nseconds: 0.84', [
    'web_fetch_status',
    { url: TICKETS },
    ['curl', ANYTHING, '--output', '/dev/null', ANYTHING, TICKETS],
  ]),
  one('please make a folder lampshades inside the folder workshop', "mkdir: created directory 'workshop/lampshades'", [
    'write_files_new_folder',
    { path: 'workshop/lampshades' },
    ['mkdir', '-p', '-v', path('workshop/lampshades')],
  ]),
]

/** The model has all it needs: no command may run. */
const withoutCall: readonly Task[] = [
  'good morning, nice to see you again',
  'super, that worked, thanks a lot',
  'which river flows through budapest?',
  'write a short get-well message for my uncle Radu',
  'what is 144 divided by 12',
  'what does the word frugal mean?',
  'how do you say where is the station in portuguese',
  'explain to a beginner what a backup is for',
  'suggest three names for a small sailing boat',
  'how long should i let green tea steep',
].map((request) => task('last', request))

export const last: readonly Task[] = [...withOneCall, ...withoutCall]
