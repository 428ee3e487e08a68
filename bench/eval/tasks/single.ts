import { ANYTHING, either, maybe, outcome, path, step, type Task, task } from '../task.ts'
import { listContainers, listFolder, listTables } from './commands.ts'

const one = (request: string, output: string, ...accept: Parameters<typeof outcome>[]): Task =>
  task('single', request, step(output, ...accept.map((each) => outcome(...each))))

/** One command whose arguments, if any, stand in the request as they are. */
export const single: Task[] = [
  task(
    'single',
    'what containers do i have going right now',
    step('NAMES  IMAGE  STATUS\nweb  nginx  Up 2 days', listContainers),
  ),
  one('how much ram is left', 'Mem: 15Gi total, 9.1Gi available', ['system_memory', {}, ['free', '-h']]),
  one('which linux do i have', 'NAME="Debian GNU/Linux"\nVERSION="13"', ['system_os', {}, ['cat', '/etc/os-release']]),
  one('what user am i logged in as', 'sam', ['system_user', {}, ['whoami']]),
  one('how many cores have i got', 'CPU(s): 8', ['system_cpu', {}, ['lscpu']]),
  one(
    'am i running out of disk space',
    '/dev/sda1 468G 401G 44G 91% /',
    ['system_disk', {}, ['df', '-h', '-x', ANYTHING]],
    ['system_disk', { path: '.' }, ['df', '-h', path('.')]],
  ),
  one('the fans are going crazy, what is hammering the processor', '812 sam 98.1 2.0 410000 render', [
    'system_top_cpu',
    {},
    ['ps', '-eo', ANYTHING, '--sort=-%cpu'],
  ]),
  task('single', "what's in this folder", step('notes/\nreadme.md', ...listFolder())),
  one(
    'which branch am i on',
    'On branch main',
    ['git_status', {}, ['git', 'status']],
    ['git_branches', {}, ['git', 'branch', '--list', '--no-color', '-vv', maybe('--all')]],
  ),
  one('list the docker images i pulled', 'REPOSITORY TAG SIZE\nnginx 1.27 190MB', [
    'docker_images',
    {},
    ['docker', 'images'],
  ]),
  one('did i stash something in this repo?', 'stash@{0}: WIP on main', ['git_stashes', {}, ['git', 'stash', 'list']]),
  one('any open PRs on github', '77 Add dark mode dark-mode', [
    'github_pr_list',
    {},
    ['gh', 'pr', 'list', maybe('--state', 'open'), '--limit', /^\d+$/],
  ]),
  one(
    'what time is it',
    'Thu, 05 Mar 2026 10:12:00 +0000',
    ['system_date', {}, ['date', '-R']],
    ['dates_now', {}, ['date', /^\+%A/]],
  ),
  task('single', 'what tables are in shop.db', step('type,name\ntable,product', ...listTables('shop.db'))),
  one('how many pages is manual.pdf', 'Pages: 212', [
    'pdf_info',
    { file: 'manual.pdf' },
    ['pdfinfo', ANYTHING, path('manual.pdf')],
  ]),
  one(
    'is package.json broken?',
    'valid JSON: object',
    ['json_validate', { file: 'package.json' }, ['jq', '--raw-output', /valid JSON/, path('package.json')]],
    [
      'json_pretty',
      { file: 'package.json' },
      ['jq', '--monochrome-output', '--indent', '2', '.', path('package.json')],
    ],
  ),
  one('peek in photos.zip, is there a raw folder?', 'raw/IMG_1.nef', [
    'archive_list_zip',
    { archive: 'photos.zip' },
    ['unzip', '-l', path('photos.zip')],
  ]),
  one('what is this computer called on the network', 'desk', ['system_hostname', {}, ['uname', either('-n', '-a')]]),
]
