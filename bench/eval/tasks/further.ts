import { ANYTHING, maybe, type Part, path, type Task, task } from '../task.ts'
import { COUNT, exif, inOneCall, note, page, python } from './write-tasks.ts'

const one = inOneCall('further')

const HOTFIX = /^(?:refs\/)?(?:heads\/)?hotfix$/
const FIRMWARE =
  /^https:\/\/(?:api\.github\.com\/repos|github\.com)\/brightlab\/lamp\/(?:issues\?.*label.*firmware|labels\/firmware)/i
const LABELLED: Part = {
  oneOf: [
    ['--label', /^firmware$/i],
    ['--search', /^(?:is:open )?label:"?firmware"?$/i],
  ],
}
const FEED = 'https://example.com/feed/news'
const VOUCHER =
  /^(?:2026-10-04,? ?\+? ?75 days(?: later)?|(?:\+ ?)?75 days (?:after|from) 2026-10-04|2026-12-18)(?: 00:00(?::00)?)?$/i
const SHORTEST =
  /^(?=.*"path": ?"(?:\.\/)?plants\.csv")(?=.*"sort_by": ?"height")(?=.*"limit": ?6[,}])(?!.*"descending": ?true)(?!.*"where": ?"[^"])/i
const POUNDS = /^(?=.*"amount": ?14(?:\.0)?[,}])(?=.*"from_unit": ?"kg")(?=.*"to_unit": ?"lb")/i
const TITLE = String.raw`(?:\.title|\.?\["title"\])`
const EACH_TITLE = [
  String.raw`\[? *\.songs *(?:\[\]|\| *\.\[\]) *\|? *(?:${TITLE}|\{ *title *\}) *\]?`,
  String.raw`\.songs *\| *map\( *${TITLE} *\)(?: *\| *\.?\[\])?`,
]
const TITLES = new RegExp(`^ *(?:${EACH_TITLE.join('|')}) *(?:\\| *(?:join\\(.*\\)|\\.\\[\\]) *)?$`)
const DONATED =
  /^select\b(?=[^;]*\b(?:sum|total)\s*\(\s*["`]?(?:\w+\.)?["`]?amount["`]?\s*\))(?![^;]*\b(?:where|group|join|having)\b)[^;]*\bfrom\s+["`']?donation["`']?(?:\s+(?:as\s+)?d)?(?:\s+limit\s+\d+)?\s*;?\s*$/i
const MEETING = /^(?:# ?Book club(?:\\n|\s)+)?(?:[-*] )?first meeting on tuesday\.?(?:\\n|\s)*$/i
const WARRANTY = String.raw`(?:\\n|\s)*(?:[-*] (?:\[ \] )?)?ask about the warranty\.?(?:\\n|\s)*$`
const WATER = /^\s*water the tomatoes[.!]?\s*$/i

/** Written before any model was asked them, in the tone of the older requests. */
const withOneCall: readonly Task[] = [
  one('the newest 40 lines of router.log please', 'Mar 05 10:11 link up', [
    'files_tail',
    { path: 'router.log', lines: 40 },
    ['tail', '-q', '-n', '40', path('router.log')],
  ]),
  one(
    'which .epub files are somewhere in the folder Ebooks',
    'Ebooks/crime/harbour-fog.epub\nEbooks/emma.epub',
    [
      'files_find',
      { name: '*.epub', path: 'Ebooks' },
      ['grep', '-rls', ANYTHING, '-e', '^', '--include', '*.epub', path('Ebooks')],
    ],
    ['files_tree', { path: 'Ebooks' }, ['ls', '-1Rp', path('Ebooks')]],
  ),
  one('how many commits has each person made in the repo quarry since 2025-06-01?', '    48  Ruth\n    17  Emil', [
    'git_contributors',
    { since: '2025-06-01', folder: 'quarry' },
    ['git', 'shortlog', '-sn', ANYTHING, '--since', /^2025-06-01(?:[ T]00:00(?::00)?)?$/],
    { cwd: 'quarry' },
  ]),
  one('give me the latest 7 commits of the branch hotfix', '5be02d7\t2026-02-27\tEmil\tStop the double mail', [
    'git_log',
    { limit: 7, revision: 'hotfix' },
    ['git', 'log', ANYTHING, '-n', '7', HOTFIX, '--', maybe(path('.'))],
  ]),
  one('go to the branch christmas in the repo bakery', "Switched to branch 'christmas'", [
    'git_commit_switch',
    { branch: 'christmas', folder: 'bakery' },
    ['git', 'switch', ANYTHING, 'christmas'],
    { cwd: 'bakery' },
  ]),
  one('in the repo payroll the file salaries.ods is staged, please unstage it', '(no output)', [
    'git_commit_unstage',
    { path: 'salaries.ods', folder: 'payroll' },
    ['git', 'restore', '--staged', '--', path('salaries.ods')],
    { cwd: 'payroll' },
  ]),
  one(
    'which open issues in brightlab/lamp have the label firmware?',
    '64  Flickers after the update  firmware',
    [
      'github_issue_list',
      { label: 'firmware', repository: 'brightlab/lamp' },
      ['gh', 'issue', 'list', maybe('--state', 'open'), LABELLED, '--limit', COUNT, '--repo', 'brightlab/lamp'],
    ],
    ['web_fetch_page', { url: 'https://github.com/brightlab/lamp/issues?q=is:open+label:firmware' }, page(FIRMWARE)],
    ['web_fetch_json', { url: 'https://api.github.com/repos/brightlab/lamp/issues?labels=firmware' }, page(FIRMWARE)],
  ),
  one('show me pull request 219 with all its comments', 'ruth: looks good to me, one question', [
    'github_pr_view',
    { number: 219, comments: true },
    ['gh', 'pr', 'view', '219', '--comments'],
  ]),
  one('the last 15 lines of the container mqtt, with the time in front of each line', '2026-03-05T10:11:02Z ping', [
    'docker_logs',
    { container: 'mqtt', lines: 15, timestamps: true },
    ['docker', 'logs', '--tail', '15', '--timestamps', 'mqtt'],
  ]),
  one('which docker network is the container jellyfin in', 'networks: {"media_net":{"IPAddress":"172.20.0.3"}}', [
    'docker_inspect',
    { container: 'jellyfin' },
    ['docker', 'inspect', ANYTHING, 'jellyfin'],
  ]),
  one('extract moodboard.tar.gz, it should go into the folder studio', 'moodboard/colours.png', [
    'archive_extract',
    { archive: 'moodboard.tar.gz', into: 'studio' },
    ['tar', '--extract', ANYTHING, '--file', path('moodboard.tar.gz'), '--directory', path('studio')],
  ]),
  one('my voucher is good for 75 days from 2026-10-04, which date is that?', 'Friday 2026-12-18 00:00', [
    'dates_resolve',
    { when: '75 days after 2026-10-04' },
    ['date', '-d', VOUCHER, /^\+%A/],
  ]),
  one('it says expires 1893456000, what day is that unix time', 'Tuesday 2030-01-01 00:00:00 UTC', [
    'dates_from_timestamp',
    { seconds: 1893456000 },
    ['date', '-d', '1970-01-01 UTC 1893456000 seconds', ANYTHING],
  ]),
  one('the parcel weighs 14 kg, can you convert that to lb', '14 kg = 30.86 lb', [
    'everyday_convert_units',
    { amount: 14, from_unit: 'kg', to_unit: 'lb' },
    python('convert_units'),
    { stdin: POUNDS },
  ]),
  one('sort plants.csv by height, the smallest first, and show me only 6 rows', '[{"name": "moss", "height": 2}]', [
    'everyday_csv_table',
    { path: 'plants.csv', sort_by: 'height', limit: 6 },
    python('csv_table'),
    { stdin: SHORTEST },
  ]),
  one('all the titles out of playlist.json please. the list is called songs, each one has a title', '"Blue Kite"', [
    'json_query',
    { filter: '.songs[].title', file: 'playlist.json' },
    ['jq', '--monochrome-output', maybe('--raw-output'), TITLES, path('playlist.json')],
  ]),
  one(
    'what frame rate does skate.mp4 have?',
    '"codec_name": "h264", "avg_frame_rate": "60/1"',
    ['media_info', { file: 'skate.mp4' }, ['ffprobe', ANYTHING, 'json', '-i', path('skate.mp4')]],
    exif('skate.mp4'),
  ),
  one(
    'on which day was picnic.heic taken',
    'Date/Time Original: 2025:06:14 13:05:41',
    [
      'media_photo_date',
      { file: 'picnic.heic' },
      ['exiftool', ANYTHING, '-DateTimeOriginal', ANYTHING, path('picnic.heic')],
    ],
    exif('picnic.heic'),
  ),
  one('make a note Book club in my vault Personal with the text "First meeting on Tuesday"', '(no output)', [
    'notesmd_cli_create',
    { note: 'Book club', content: 'First meeting on Tuesday', vault: 'Personal' },
    ['notesmd-cli', 'create', note('Book club'), '--content', MEETING, maybe('--append'), '--vault', /^personal$/i],
  ]),
  one(
    'add "ask about the warranty" to my obsidian note Dishwasher',
    'Appended to: Dishwasher.md',
    [
      'obsidian_append',
      { note: 'Dishwasher', content: '- ask about the warranty' },
      ['obsidian', 'append', note('Dishwasher', 'file='), new RegExp(`^content=${WARRANTY}`, 'i')],
    ],
    [
      'notesmd_cli_update',
      { note: 'Dishwasher', content: '\n- ask about the warranty' },
      ['notesmd-cli', 'create', note('Dishwasher'), '--content', new RegExp(`^${WARRANTY}`, 'i'), '--append'],
    ],
  ),
  one(
    'which tasks in my obsidian note Moving house are already done?',
    '- [x] Cancel the power contract\n- [x] Book the van',
    [
      'obsidian_tasks',
      { note: 'Moving house', done: true },
      ['obsidian', 'tasks', note('Moving house', 'file='), maybe('done')],
    ],
    ['obsidian_read', { note: 'Moving house' }, ['obsidian', 'read', note('Moving house', 'file=')]],
    ['notesmd_cli_read', { note: 'Moving house' }, ['notesmd-cli', 'print', note('Moving house')]],
  ),
  one('what does it say on page 12 of handbook-2026.pdf', 'Holidays: thirty days a year.', [
    'pdf_text',
    { file: 'handbook-2026.pdf', page: 12 },
    ['pdftotext', ANYTHING, '-f', '12', '-l', '12', maybe('-layout'), path('handbook-2026.pdf'), '-'],
  ]),
  one('are all the fonts embedded in menu-card.pdf? i want to have it printed', 'name type emb\nLora TrueType yes', [
    'pdf_fonts',
    { file: 'menu-card.pdf' },
    ['pdffonts', ANYTHING, path('menu-card.pdf')],
  ]),
  one(
    'where in the folder letters-2025 is the word rent? only the whole word, not parent or current',
    'letters-2025/may.txt:7:the rent goes up in July',
    [
      'search_text_find',
      { text: 'rent', path: 'letters-2025', whole_word: true },
      ['grep', '-rnIsF', ANYTHING, maybe('-i'), '-w', maybe('-C', COUNT), '-e', /^rent$/, path('letters-2025')],
    ],
    [
      'search_text_pattern',
      { pattern: '\\brent\\b', path: 'letters-2025' },
      ['grep', '-rnIsE', ANYTHING, maybe('-i'), '-e', /^\\[b<]\(?rent\)?\\[b>]$/, path('letters-2025')],
    ],
  ),
  one('add up the column amount of the table donation in charity.db', 'sum(amount)\n4180', [
    'sqlite_query',
    { database: 'charity.db', sql: 'SELECT sum(amount) FROM donation' },
    ['sqlite3', ANYTHING, '-csv', path('charity.db'), DONATED],
  ]),
  one('have i still got spotify open?', '20816 spotify', [
    'system_find_process',
    { name: 'spotify' },
    ['pgrep', '-il', /^spotify$/i],
  ]),
  one('how much memory does process 15502 take up', '15502 1 sam 0.7 6.3 1020000 04:12:09 S indexer', [
    'system_process',
    { pid: 15502 },
    ['ps', ANYTHING, '-p', '15502'],
  ]),
  one(
    `which content type does ${FEED} send?`,
    'HTTP/2 200\ncontent-type: application/rss+xml',
    ['web_fetch_headers', { url: FEED }, ['curl', ANYTHING, '--head', ANYTHING, FEED]],
    ['web_fetch_status', { url: FEED }, ['curl', ANYTHING, '--output', '/dev/null', ANYTHING, FEED]],
  ),
  one('the folder tmp-sketches should be called flower-sketches from now on', "renamed 'tmp-sketches'", [
    'write_files_move',
    { from: 'tmp-sketches', to: 'flower-sketches' },
    ['mv', ANYTHING, path('tmp-sketches'), path('flower-sketches')],
  ]),
  one('write a file reminder.txt that says: water the tomatoes', 'water the tomatoes', [
    'write_files_save',
    { path: 'reminder.txt', content: 'water the tomatoes\n' },
    ['tee', maybe('--append'), '--output-error=exit', path('reminder.txt')],
    { stdin: WATER },
  ]),
]

/** The model has all it needs: no command may run. */
const withoutCall: readonly Task[] = [
  'good evening!',
  'perfect, thank you, you saved me a lot of time',
  'which planet is closest to the sun?',
  'write a short birthday wish for my colleague Marta',
  'what is 15 percent of 80',
  'what does the word ephemeral mean?',
  'how do you say see you tomorrow in spanish',
  'what is json good for, in one or two sentences?',
  'give me two ideas for a name for a small bike shop',
  'how often should i water a basil plant in the kitchen',
].map((request) => task('further', request))

export const further: readonly Task[] = [...withOneCall, ...withoutCall]
