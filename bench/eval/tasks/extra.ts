import { ANYTHING, anyOrder, maybe, type Part, path, type Task, task } from '../task.ts'
import { COUNT, exif, inOneCall, note, page, python, type Way } from './write-tasks.ts'

const one = inOneCall('extra')

const SEEDLINGS =
  /^(?=.*"path": ?"(?:\.\/)?seedlings\.csv")(?=.*"limit": ?15[,}])(?!.*"columns": ?\[ *")(?!.*"where": ?"[^"])(?!.*"sort_by": ?"[^"])/
const WIND = /^(?=.*"amount": ?22(?:\.0)?[,}])(?=.*"from_unit": ?"kn")(?=.*"to_unit": ?"km\/h")/i
const PASSPORT = /^\*?passport-scan(?:\.jpg\*?|\.?\*)$/
const PULLS =
  /^https:\/\/(?:api\.github\.com\/repos|github\.com)\/fernhill\/compost\/pulls\/?(?:\?(?!.*(?:closed|merged|=all)).*)?$/i
const NAME = (name: string) => String.raw`(?:\.${name}|\.?\["${name}"\])`
const CITY = new RegExp(`^ *${NAME('address')}(?: *\\|? *(?:${NAME('city')}|\\{ *city *\\}))? *$`)
const COLUMN = String.raw`(?:\w+\.)?["\`]?city["\`]?`
const ONCE = String.raw`distinct\s*(?:\s${COLUMN}|\(\s*${COLUMN}\s*\))(?:\s+as\s+\S+)?|(?=[^;]*\sgroup\s+by\s+${COLUMN}[\s;]*(?:order\s|limit\s|$))[^;]*\bcity\b[^;]*`
const FILLED = String.raw`(?:\s+where\s+${COLUMN}\s+is\s+not\s+null(?:\s+and\s+${COLUMN}\s*(?:<>|!=)\s*'')?)?`
const CITIES = new RegExp(
  String.raw`^select\s+(?:${ONCE})\s+from\s+["'\`]?supplier["'\`]?(?:\s+(?:as\s+)?s)?${FILLED}(?:\s+(?:group|order)\s+by\s[^;]*?)?(?:\s+limit\s+\d{3,})?\s*;?\s*$`,
  'i',
)
const CHART = 'https://example.com/charts/tides.html'

const grep = (how: RegExp, ...rest: Part[]): Part[] => ['grep', how, ANYTHING, ...rest]

/** Written before any model was asked them, in the tone of the older requests. */
const withOneCall: readonly Task[] = [
  one('unpack the archive seed-catalogue.tar.gz into the folder Greenhouse', 'seed-catalogue/beans.txt', [
    'archive_extract',
    { archive: 'seed-catalogue.tar.gz', into: 'Greenhouse' },
    ['tar', '--extract', ANYTHING, '--file', path('seed-catalogue.tar.gz'), '--directory', path('Greenhouse')],
  ]),
  one('make me a zip called quilts.zip out of the folder quilt-patterns', '(no output)', [
    'archive_create_zip',
    { archive: 'quilts.zip', source: 'quilt-patterns' },
    ['zip', ANYTHING, path('quilts.zip'), path('quilt-patterns')],
  ]),
  one("i'd like to see the calendar of september 2028", 'September 2028\nSu Mo Tu We Th Fr Sa', [
    'dates_calendar',
    { month: 9, year: 2028 },
    ['cal', '9', '2028'],
  ]),
  one('the last 30 log lines of the container frigate please', 'camera porch: no motion', [
    'docker_logs',
    { container: 'frigate', lines: 30 },
    ['docker', 'logs', '--tail', '30', maybe('--timestamps'), 'frigate'],
  ]),
  one('show me seedlings.csv as a table, but only 15 rows', '[{"name": "leek", "sown": "2026-02-01"}]', [
    'everyday_csv_table',
    { path: 'seedlings.csv', limit: 15 },
    python('csv_table'),
    { stdin: SEEDLINGS },
  ]),
  one('the weather report says 22 kn of wind, what is that in km/h?', '22 kn = 40.744 km/h', [
    'everyday_convert_units',
    { amount: 22, from_unit: 'kn', to_unit: 'km/h' },
    python('convert_units'),
    { stdin: WIND },
  ]),
  one('what is in the folder Mixtapes? the newest things first please', 'june.m3u\nslow-songs/', [
    'files_list',
    { path: 'Mixtapes', newest_first: true },
    ['ls', '-1Ap', maybe('-lh'), '-t', path('Mixtapes')],
  ]),
  one(
    'where in the folder Paperwork is the file passport-scan.jpg?',
    'Paperwork/travel/passport-scan.jpg',
    [
      'files_find',
      { name: 'passport-scan.jpg', path: 'Paperwork' },
      grep(/^-rls$/, '--include', PASSPORT, path('Paperwork')),
    ],
    ['files_tree', { path: 'Paperwork' }, ['ls', '-1Rp', path('Paperwork')]],
  ),
  one('what is different between menu-spring.txt and menu-summer.txt?', '-leek soup\n+cold cucumber soup', [
    'files_compare',
    { first: 'menu-spring.txt', second: 'menu-summer.txt' },
    ['diff', '-u', ANYTHING, anyOrder([path('menu-spring.txt')], [path('menu-summer.txt')])],
  ]),
  one('which tags are there in the repo sundial?', 'v0.9\nv0.8', [
    'git_tags',
    { folder: 'sundial' },
    ['git', 'tag', ANYTHING],
    { cwd: 'sundial' },
  ]),
  one("are there new files in the repo mosaic that i haven't added to git yet?", 'Untracked files:\n  tiles/blue.svg', [
    'git_status',
    { folder: 'mosaic' },
    ['git', 'status'],
    { cwd: 'mosaic' },
  ]),
  one('in the repo apiary, show me the file hives.yml as it was in commit e81b7d4', 'hives:\n  - north\n  - south', [
    'git_read_file',
    { file_at: 'e81b7d4:hives.yml', folder: 'apiary' },
    ['git', 'show', ANYTHING, /^e81b7d4:(?:\.\/)?hives\.yml$/],
    { cwd: 'apiary' },
  ]),
  one(
    'where in the repo weathervane does the word gust stand? in upper or lower case',
    'src/wind.py:18:# the strongest gust of the hour',
    [
      'git_search',
      { text: 'gust', ignore_case: true, folder: 'weathervane' },
      ['git', 'grep', ANYTHING, '-i', '-e', /^gust$/i, '--', maybe(path('.'))],
      { cwd: 'weathervane' },
    ],
    ...['find', 'files', 'pattern'].map((kind): Way => {
      const text = kind === 'pattern' ? { pattern: 'gust' } : { text: 'gust' }
      const args = { ...text, path: 'weathervane', ignore_case: true }
      const word = /^(?:\\[b<])?gust(?:\\[b>])?$/i
      return [`search_text_${kind}`, args, grep(/^-r[nl]Is[FE]$/, '-i', ANYTHING, '-e', word, path('weathervane'))]
    }),
  ),
  one(
    'which files have i staged in the repo windmill?',
    ' sails.scad | 6 ++++--\n 1 file changed, 4 insertions(+), 2 deletions(-)',
    [
      'git_commit_preview',
      { folder: 'windmill' },
      ['git', 'diff', ANYTHING, '--staged', '--stat'],
      { cwd: 'windmill' },
    ],
    [
      'git_diff',
      { staged: true, summary: true, folder: 'windmill' },
      ['git', 'diff', ANYTHING, '--staged', maybe('--stat'), 'HEAD', '--'],
      { cwd: 'windmill' },
    ],
    ['git_status', { folder: 'windmill' }, ['git', 'status'], { cwd: 'windmill' }],
  ),
  one(
    'the 5 newest open pull requests in fernhill/compost please',
    '140  Turn the heap sooner  heap-timer',
    [
      'github_pr_list',
      { limit: 5, repository: 'fernhill/compost' },
      ['gh', 'pr', 'list', maybe('--state', 'open'), '--limit', '5', '--repo', 'fernhill/compost'],
    ],
    ['web_fetch_page', { url: 'https://github.com/fernhill/compost/pulls' }, page(PULLS)],
    ['web_fetch_json', { url: 'https://api.github.com/repos/fernhill/compost/pulls?per_page=5' }, page(PULLS)],
  ),
  one('did the latest github actions runs work?', 'completed success Sort the labels CI main push', [
    'github_run_list',
    {},
    ['gh', 'run', 'list', '--limit', COUNT],
  ]),
  one(
    'which city stands in profile.json? it is under address',
    '"Ghent"',
    [
      'json_query',
      { filter: '.address.city', file: 'profile.json' },
      ['jq', '--monochrome-output', maybe('--raw-output'), CITY, path('profile.json')],
    ],
    ['json_pretty', { file: 'profile.json' }, ['jq', ANYTHING, '.', path('profile.json')]],
  ),
  one(
    'which year is the song brass-band.ogg from?',
    'TAG:title=Market Day\nTAG:date=1974',
    ['media_tags', { file: 'brass-band.ogg' }, ['ffprobe', ANYTHING, 'format_tags', ANYTHING, path('brass-band.ogg')]],
    exif('brass-band.ogg'),
  ),
  one('was the flash on when i took kittens.jpg?', 'Flash: Off, Did not fire', exif('kittens.jpg')),
  one('which notes are in the folder Repairs of my vault Cottage?', 'Gutter.md\nWindow frames.md', [
    'notesmd_cli_list',
    { folder: 'Repairs', vault: 'Cottage' },
    ['notesmd-cli', 'list', /^\/?Repairs\/?$/i, '--vault', /^cottage$/i],
  ]),
  one('show me the daily note of 2026-01-17 from my vault Stable', 'the farrier comes at ten', [
    'notesmd_cli_read',
    { note: '2026-01-17', vault: 'Stable' },
    ['notesmd-cli', 'print', /^(?:.*\/)?2026-01-17(?:\.md)?$/, '--vault', /^stable$/i],
  ]),
  one(
    'in obsidian, set the deadline of the note Grant application to 2026-09-30',
    'Set deadline: 2026-09-30',
    [
      'obsidian_set_property',
      { note: 'Grant application', property: 'deadline', value: '2026-09-30' },
      ['obsidian', 'property:set', /^name=deadline$/i, 'value=2026-09-30', note('Grant application', 'file=')],
    ],
    [
      'notesmd_cli_set_property',
      { note: 'Grant application', key: 'deadline', value: '2026-09-30' },
      [
        ...['notesmd-cli', 'frontmatter', note('Grant application'), '--edit'],
        ...['--key', /^deadline$/i, '--value', '2026-09-30'],
      ],
    ],
  ),
  one(
    'which headings are there in my obsidian note House rules?',
    '# House rules\n## Laundry\n## Guests',
    ['obsidian_outline', { note: 'House rules' }, ['obsidian', 'outline', note('House rules', 'file=')]],
    ['obsidian_read', { note: 'House rules' }, ['obsidian', 'read', note('House rules', 'file=')]],
    ['notesmd_cli_read', { note: 'House rules' }, ['notesmd-cli', 'print', note('House rules')]],
  ),
  one('read me bylaws.pdf from page 14 to the end', 'Section 9: The annual meeting', [
    'pdf_text',
    { file: 'bylaws.pdf', first_page: 14 },
    ['pdftotext', ANYTHING, '-f', '14', maybe('-l', /^[1-9]\d{2,}$/), maybe('-layout'), path('bylaws.pdf'), '-'],
  ]),
  one(
    'does zoning-plan.pdf have more than 40 pages?',
    'Title: Zoning plan\nPages: 36',
    ['pdf_info', { file: 'zoning-plan.pdf' }, ['pdfinfo', ANYTHING, path('zoning-plan.pdf')]],
    exif('zoning-plan.pdf'),
  ),
  one(
    'look for the word allergy in all the .txt files of the folder Canteen',
    'Canteen/week-12.txt:6:nut allergy: table four',
    ...['find', 'files', 'count', 'pattern'].map((kind): Way => {
      const text = kind === 'pattern' ? { pattern: 'allergy' } : { text: 'allergy' }
      const word = /^(?:\\[b<])?allergy(?:\\[b>])?$/i
      return [
        `search_text_${kind}`,
        { ...text, path: 'Canteen', include: '*.txt' },
        grep(/^-r[nlc]Is[FE]$/, '--include', '*.txt', '-e', word, path('Canteen')),
      ]
    }),
  ),
  one('all the different cities in the table supplier of pantry.db please, the column is called city', 'city\nGhent', [
    'sqlite_query',
    { database: 'pantry.db', sql: 'SELECT DISTINCT city FROM supplier' },
    ['sqlite3', ANYTHING, '-csv', path('pantry.db'), CITIES],
  ]),
  one('how much processor does process 18844 use?', '18844 1 petra 41.5 2.2 90400 00:52:10 S render', [
    'system_process',
    { pid: 18844 },
    ['ps', ANYTHING, '-p', '18844'],
  ]),
  one(`when was ${CHART} last changed? the server should tell`, 'HTTP/2 200\nlast-modified: Mon, 02 Mar 2026', [
    'web_fetch_headers',
    { url: CHART },
    ['curl', ANYTHING, '--head', ANYTHING, CHART],
  ]),
  one('move boarding-pass.pdf into the folder Suitcase', "renamed 'boarding-pass.pdf'", [
    'write_files_move',
    { from: 'boarding-pass.pdf', to: 'Suitcase' },
    ['mv', ANYTHING, path('boarding-pass.pdf'), { oneOf: [[path('Suitcase')], [path('Suitcase/boarding-pass.pdf')]] }],
  ]),
]

/** The model has all it needs: no command may run. */
const withoutCall: readonly Task[] = [
  'phew, what a long day, i am glad it is nearly over',
  'lovely, that is all i wanted to know, thank you',
  'which mountain is the highest in africa?',
  'write a short thank-you note to my teacher Odile',
  'what is 64 minus 27',
  'what is the opposite of generous?',
  'translate "the bread is still warm" into french',
  'explain in two or three sentences what a password manager does',
  'give me three ideas for a rainy sunday with children',
  'how do i get a red wine stain out of a tablecloth?',
].map((request) => task('extra', request))

export const extra: readonly Task[] = [...withOneCall, ...withoutCall]
