import { ANYTHING, outcome, type Part, path, step, type Task, task } from '../task.ts'
import { append, moveTo } from './commands.ts'

const one = (request: string, output: string, ...accept: Parameters<typeof outcome>[]): Task =>
  task('unseen', request, step(output, ...accept.map((each) => outcome(...each))))

const fortyFiveLater: Part = /^(?:45 days after )?2026-02-10(?: ?\+ ?45 days)?$/i

/** Written before descriptions, examples and questions were last changed, and asked only when all of that was done. */
export const unseen: readonly Task[] = [
  one('how much memory do my containers use right now', 'web 2.1% 310MiB', [
    'docker_stats',
    {},
    ['docker', 'stats', ANYTHING],
  ]),
  one('read me the last 12 lines of error.log', 'disk full', [
    'files_tail',
    { path: 'error.log', lines: 12 },
    ['tail', '-q', '-n', '12', path('error.log')],
  ]),
  one('which fonts are in thesis.pdf', 'Garamond yes', [
    'pdf_fonts',
    { file: 'thesis.pdf' },
    ['pdffonts', ANYTHING, path('thesis.pdf')],
  ]),
  task(
    'unseen',
    'put the line buy milk at the end of shopping.txt',
    step('buy milk', append('shopping.txt', 'buy milk\n', /^\s*buy milk\s*$/i)),
  ),
  one('what did commit 9ab12cd change?', '+ new line', [
    'git_show',
    { commit: '9ab12cd' },
    ['git', 'show', ANYTHING, '9ab12cd', '--'],
  ]),
  one('list all closed issues of the repository octo/site', '31 Broken link', [
    'github_issue_list',
    { state: 'closed', repository: 'octo/site' },
    ['gh', 'issue', 'list', '--state', 'closed', '--limit', /^\d+$/, '--repo', 'octo/site'],
  ]),
  one("when did i take 'IMG 2041.jpg'?", '2025:08:01 10:20:30', [
    'media_photo_date',
    { file: 'IMG 2041.jpg' },
    ['exiftool', ANYTHING, path('IMG 2041.jpg')],
  ]),
  one('show me the processes in the container cache', 'redis-server', [
    'docker_processes',
    { container: 'cache' },
    ['docker', 'top', 'cache'],
  ]),
  one('what date is it 45 days after 2026-02-10?', 'Friday 2026-03-27', [
    'dates_resolve',
    { when: '45 days after 2026-02-10' },
    ['date', '-d', fortyFiveLater, /^\+%A/],
  ]),
  task(
    'unseen',
    'move report.txt into the folder archive',
    step(
      "renamed 'report.txt' -> 'archive/report.txt'",
      moveTo('report.txt', 'archive', { oneOf: [[path('archive')], [path('archive/report.txt')]] }),
    ),
  ),
]
