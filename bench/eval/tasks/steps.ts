import { ANYTHING, either, maybe, orElse, outcome, path, step, type Task, task } from '../task.ts'
import {
  append,
  findFile,
  listCommits,
  listContainers,
  listFolder,
  listTables,
  moveTo,
  queryDatabase,
  readLogs,
  readStart,
  searchFor,
  searchInRepository,
} from './commands.ts'

const CONTAINERS =
  'NAMES   IMAGE      STATUS\nweb     nginx      Up 2 days\napi-1   shop/api   Exited (1) 3 minutes ago'

/** The second command needs what the first one printed, or comes after it. */
export const twoSteps: Task[] = [
  task(
    'steps',
    'one of my containers has crashed. find out which one and show me its logs',
    step(CONTAINERS, listContainers),
    orElse(
      'error: exit code 1\nError response from daemon: No such container',
      step('Error: no database', readLogs('api-1')),
    ),
  ),
  task(
    'steps',
    'find the file budget.ods and tell me when it was last changed',
    step('./papers/2024/budget.ods', findFile('budget.ods')),
    orElse(
      'error: exit code 1\nNo such file or directory',
      step(
        'Modify: 2026-02-01 10:00:00',
        outcome('files_info', { path: 'papers/2024/budget.ods' }, ['stat', '-L', path('papers/2024/budget.ods')]),
        outcome('files_list', { path: 'papers/2024', details: true }, [
          'ls',
          '-1Ap',
          '-lh',
          maybe('-t'),
          path('papers/2024'),
        ]),
      ),
    ),
  ),
  task(
    'steps',
    'look up the newest commit by anna and show me what it changed',
    step('3fa9c1e\t2026-03-01\tAnna\tFix login', listCommits({ author: 'Anna', limit: 1 }, '--author', /^anna$/i)),
    orElse(
      'error: exit code 1\nfatal: unknown revision or path not in the working tree',
      step('+ fixed', outcome('git_show', { commit: '3fa9c1e' }, ['git', 'show', ANYTHING, '3fa9c1e', '--'])),
    ),
  ),
  task(
    'steps',
    'which of my files mentions acme corp? show me the first lines of that file',
    step(
      './letters/offer.txt:4: acme corp',
      ...searchFor({ text: 'acme corp', as: /^acme corp$/i }),
      searchInRepository('acme corp', /^acme corp$/i),
    ),
    orElse('error: exit code 1\nNo such file or directory', step('Dear all,', ...readStart('letters/offer.txt'))),
  ),
  task(
    'steps',
    'see which tables shop.db has and count the rows of the one with the orders',
    step('type,name\ntable,product\ntable,customer_order', ...listTables('shop.db')),
    orElse(
      'error: exit code 1\nError: in prepare, no such table',
      step(
        'count(*)\n7',
        queryDatabase(
          'shop.db',
          'SELECT count(*) FROM customer_order',
          /^select\s+count\s*\(.*\bfrom\s+["`']?customer_order\b/i,
        ),
      ),
    ),
  ),
  task(
    'steps',
    'is firefox running? if it is, tell me how long already',
    step('4711 firefox', outcome('system_find_process', { name: 'firefox' }, ['pgrep', '-il', /^firefox$/i])),
    orElse(
      'error: exit code 1\nPID PPID USER',
      step(
        '4711 1 sam 3.1 8.0 900000 02:10:11 S firefox',
        outcome('system_process', { pid: 4711 }, ['ps', '-ww', ANYTHING, '-p', '4711']),
      ),
    ),
  ),
  task(
    'steps',
    'there is a readme somewhere in backup.tar.gz, print it without unpacking',
    step(
      'drwxr-xr-x sam/sam 0 2026-01-01 docs/\n-rw-r--r-- sam/sam 20 2026-01-01 docs/readme.txt',
      outcome('archive_list', { archive: 'backup.tar.gz' }, [
        'tar',
        '--list',
        ANYTHING,
        '--file',
        path('backup.tar.gz'),
      ]),
    ),
    orElse(
      'error: exit code 1\nNot found in archive',
      step(
        'Read me.',
        outcome('archive_read_file', { archive: 'backup.tar.gz', member: 'docs/readme.txt' }, [
          ...['tar', '--extract', '--to-stdout', ANYTHING, '--file'],
          ...[path('backup.tar.gz'), 'docs/readme.txt'],
        ]),
      ),
    ),
  ),
  task(
    'steps',
    'which open pull request is about dark mode, and are its checks green?',
    step(
      '482  Add dark mode  dark-mode\n470  Fix typo  typo',
      outcome('github_pr_list', {}, [
        ...['gh', 'pr', 'list', maybe('--state', 'open'), maybe('--search', /dark/i), '--limit', /^\d+$/],
      ]),
    ),
    orElse(
      'error: exit code 1\nno pull requests found',
      step('build pass', outcome('github_pr_checks', { number: 482 }, ['gh', 'pr', 'checks', '482'])),
    ),
  ),
  task(
    'steps',
    'copy notes.txt to notes-old.txt, then add the line reviewed to notes.txt',
    step(
      "'notes.txt' -> 'notes-old.txt'",
      outcome('write_files_copy', { from: 'notes.txt', to: 'notes-old.txt' }, [
        ...['cp', ANYTHING, '--backup=numbered', path('notes.txt'), path('notes-old.txt')],
      ]),
    ),
    step('reviewed', append('notes.txt', 'reviewed\n', /^\s*reviewed\.?\s*$/i)),
  ),
  task(
    'steps',
    'make a folder called scans and then move page1.png into it',
    step(
      "created directory 'scans'",
      outcome('write_files_new_folder', { path: 'scans' }, ['mkdir', '-p', '-v', path('scans')]),
    ),
    step(
      "renamed 'page1.png' -> 'scans/page1.png'",
      moveTo('page1.png', 'scans', either(path('scans'), path('scans/page1.png'))),
    ),
  ),
  task(
    'steps',
    'stage src/app.ts and then commit it with the message Fix login',
    step(
      "add 'src/app.ts'",
      outcome('git_commit_add', { path: 'src/app.ts' }, ['git', 'add', '--verbose', '--', path('src/app.ts')]),
    ),
    step(
      '[main 1a2b3c4] Fix login',
      outcome('git_commit_create', { message: 'Fix login' }, [
        'git',
        'commit',
        '--no-gpg-sign',
        '--message',
        /^fix login\.?$/i,
      ]),
    ),
  ),
  task(
    'steps',
    'look which keys config.json has and tell me the value of the one for the port',
    step(
      'host\nlisten_port\ntheme',
      outcome('json_keys', { file: 'config.json' }, ['jq', '--raw-output', /keys_unsorted/, path('config.json')]),
      outcome('json_structure', { file: 'config.json' }, ['jq', '--raw-output', /paths/, path('config.json')]),
    ),
    orElse(
      'null',
      step(
        '8080',
        outcome('json_query', { file: 'config.json', filter: '.listen_port' }, [
          ...[
            'jq',
            '--monochrome-output',
            maybe('--raw-output'),
            /^\s*\.(?:listen_port|\["listen_port"\])\s*$/,
            path('config.json'),
          ],
        ]),
      ),
    ),
  ),
  task(
    'steps',
    'see what the newest file in Downloads is and give me its checksum',
    step('setup-2.4.iso\nold.txt', ...listFolder('Downloads')),
    orElse(
      'error: exit code 1\nNo such file or directory',
      step(
        'SHA256 (setup-2.4.iso) = 9f86d081',
        outcome('files_checksum', { path: 'Downloads/setup-2.4.iso' }, [
          'sha256sum',
          '--tag',
          path('Downloads/setup-2.4.iso'),
        ]),
      ),
    ),
  ),
]
