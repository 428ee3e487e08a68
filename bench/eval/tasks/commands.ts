import { ANYTHING, anyOrder, either, maybe, type Outcome, outcome, type Part, path } from '../task.ts'

const COUNT = /^\d+$/

/** The first lines of a short file, however they are read. */
export const readStart = (file: string): Outcome[] => [
  outcome('files_head', { path: file }, ['head', '-q', '-n', COUNT, path(file)]),
  outcome('files_read', { path: file }, ['tail', '-q', '-n', '+1', path(file)]),
]

interface Search {
  text: string
  /** What else may stand for the text. */
  as?: RegExp
  where?: string
  flags?: Part[]
  args?: Record<string, string | boolean>
}

/** Lines, or only names of files: either answers where words are written. */
export function searchFor({ text, as, where, flags = [], args = {} }: Search): Outcome[] {
  const rest: Part[] = [
    '--exclude-dir=.git',
    ...(flags.length > 0
      ? flags
      : [anyOrder([maybe('-i')], [maybe('-w')], [maybe('-C', COUNT)], [maybe('--include', ANYTHING)])]),
    '-e',
    as ?? text,
    path(where ?? '.'),
  ]
  const call = { text, ...(where !== undefined && { path: where }), ...args }
  return [
    outcome('search_text_find', call, ['grep', '-rnIsF', '--color=never', ...rest]),
    outcome('search_text_files', call, ['grep', '-rlIsF', ...rest]),
  ]
}

export const searchInRepository = (text: string, as?: RegExp): Outcome =>
  outcome('git_search', { text }, ['git', 'grep', ANYTHING, '-F', maybe('-i'), '-e', as ?? text, '--'])

export const listFolder = (folder = '.'): Outcome[] => [
  outcome('files_list', folder === '.' ? {} : { path: folder }, [
    'ls',
    '-1Ap',
    maybe('-lh'),
    maybe('-t'),
    path(folder),
  ]),
  outcome('files_tree', folder === '.' ? {} : { path: folder }, ['ls', '-1Rp', path(folder)]),
]

export const findFile = (name: string, as: Part = either(name, `*${name}`, `*${name}*`)): Outcome =>
  outcome('files_find', { name }, ['grep', '-rls', ANYTHING, '-e', '^', '--include', as, path('.')])

export const listContainers = outcome('docker_containers', { all: true }, [
  'docker',
  'ps',
  maybe('--all'),
  '--format',
  ANYTHING,
])

export const readLogs = (container: string, lines: Part = COUNT, args: Record<string, number> = {}): Outcome =>
  outcome('docker_logs', { container, ...args }, [
    ...['docker', 'logs', '--tail', lines],
    ...[maybe('--since', ANYTHING), maybe('--timestamps'), container],
  ])

export const queryDatabase = (database: string, sql: string, as: RegExp): Outcome =>
  outcome('sqlite_query', { database, sql }, ['sqlite3', ANYTHING, '-csv', path(database), as])

export const listTables = (database: string): Outcome[] => [
  outcome('sqlite_tables', { database }, ['sqlite3', ANYTHING, '-csv', path(database), /^SELECT type, name/]),
  outcome('sqlite_schema', { database }, ['sqlite3', ANYTHING, '-csv', path(database), /^SELECT sql/]),
]

export const listCommits = (args: Record<string, string | number>, ...limits: Part[]): Outcome =>
  outcome('git_log', args, ['git', 'log', ANYTHING, '-n', COUNT, ...limits, 'HEAD', '--'])

export const moveTo = (from: string, to: string, as: Part = path(to)): Outcome =>
  outcome('write_files_move', { from, to }, ['mv', '-v', '--backup=numbered', path(from), as])

export const append = (file: string, content: string, stdin: RegExp): Outcome =>
  outcome('write_files_append', { path: file, content }, ['tee', '--append', '--output-error=exit', path(file)], {
    stdin,
  })
