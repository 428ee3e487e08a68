import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reduceEnvironment } from '#main/runners/process/environment'
import { findBinary } from '#main/runners/process/find-binary'
import { isKnownReadOnly } from '#shared/call/known-programs'
import type { Origin } from '#shared/call/plan'
import { ROWS } from '#shared/call/program-table'
import { printTable, type Report } from './report.ts'

const LISTS = 20
const SEARCH_PATH = (process.env.PATH ?? '')
  .split(':')
  .filter((path) => path.startsWith('/') && !path.includes('node_modules'))
const LONGEST_MS = 10_000
/** glibc asks it for names of users; there is none, and nothing is sent. */
const HARMLESS = /\/var\/run\/nscd\/socket/
const WRITES =
  /\bopenat?\w*\([^)]*O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)|\b(?:unlink|rename|mkdir|rmdir|symlink|link|chmod|chown|truncate|mknod|setxattr)\w*\(/
const CONNECTS = /\b(?:connect|sendto|bind|listen)\(/
const STARTS = /\bexecve(?:at)?\(/
const TO_NOBODY = /"\/dev\/(?:null|tty)"/

/** What a model may write where a skill leaves a place: none of it looks like an option, as those are refused before. */
const HOSTILE = [
  ...['a.txt', 'missing.txt', '/etc/passwd', '/dev/tcp/127.0.0.1/9', 'https://127.0.0.1:9/x', 'file:///etc/passwd'],
  ...['|touch PWNED', ';touch PWNED', '$(touch PWNED)', '`touch PWNED`', '@a.txt', '%s%n%n', '+PWNED', '{"a":1}'],
  ...['HEAD', 'HEAD:a.txt', ':/', 'user@127.0.0.1:x', 'a=b', '.', '', '!touch PWNED', "a'b", 'input("PWNED")'],
  ...['1', '0x7f', 'archive.zip', 'page.pdf', 'w PWNED', 'e touch PWNED', '..', 'a\nb', '/proc/self/mem', '*'],
]

interface Attempt {
  argv: string[]
  did: string
}

/** Every entry of the table that only reads, with hostile arguments under strace: what wrote, connected or started anything. */
export async function run(): Promise<Report> {
  const folder = makeFolder()
  const found: Attempt[] = []
  const missing = new Set<string>()
  let entries = 0
  let runs = 0
  try {
    for (const [entry, { does, options }] of ROWS) {
      if (does !== 'reads') continue
      const [name = '', ...words] = entry.split(' ')
      const binary = await findBinary(name, SEARCH_PATH)
      if (!binary.ok) {
        missing.add(name)
        continue
      }
      entries += 1
      for (const argv of listArguments(name, words, [...options])) {
        runs += 1
        const did = trace(binary.path, argv, folder)
        if (did !== null) found.push({ argv, did })
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const { argv, did } of found.slice(0, 40)) console.log(`  ${JSON.stringify(argv)}\n    ${did}`)
  if (missing.size > 0) console.log(`  not here: ${[...missing].join(' ')}`)
  return {
    name: 'programs known to only read, with hostile arguments',
    rows: [
      { name: 'entries of the table', value: entries, unit: '' },
      { name: 'programs that are not here', value: missing.size, unit: '' },
      { name: 'runs', value: runs, unit: '' },
      { name: 'runs that wrote, connected or started a program', value: found.length, unit: '', goal: 0 },
    ],
  }
}

/** Each option once with hostile values, then hostile values alone: as many as the table lets through as reads. */
function listArguments(name: string, words: string[], options: string[]): string[][] {
  const lists: string[][] = []
  for (let round = 0; lists.length < LISTS && round < LISTS * 20; round += 1) {
    const option = options[round % (options.length + 1)]
    const values = [0, 1, 2].map((nth) => HOSTILE[(round * 7 + nth * 11) % HOSTILE.length] ?? '')
    const more = values.slice(0, 1 + (round % 3))
    const argv = [name, ...words, ...(option ? [option] : []), ...(round % 7 === 6 ? [] : more)]
    const origin = argv.map((_, at): Origin => (at <= words.length + (option ? 1 : 0) - 1 ? 'skill' : 'model'))
    if (isKnownReadOnly({ argv, origin, binary: { name, path: null } }, words.join(' '))) lists.push(argv)
  }
  return lists
}

/** What it did beside reading; null where it did nothing. The first `execve` is its own start. */
function trace(path: string, argv: string[], folder: string): string | null {
  const log = join(folder, '..', 'trace')
  const filter =
    'trace=%network,%process,openat,open,creat,unlink,unlinkat,rename,renameat2,mkdir,mkdirat,symlinkat,linkat,chmod,fchmodat,truncate'
  const { env: plain } = reduceEnvironment({ ...process.env, HOME: folder, LANG: 'C.UTF-8' }, [], SEARCH_PATH)
  const env = { ...plain, GIT_OPTIONAL_LOCKS: '0' }
  const args = ['-f', '-qq', '-s', '200', '-e', filter, '-o', log, path, ...argv.slice(1)]
  spawnSync('strace', args, {
    cwd: join(folder, 'work'),
    env,
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
    input: 'a\nb\n',
  })
  const lines = readFileSync(log, 'utf8').split('\n')
  const starts = lines.filter((line) => STARTS.test(line)).slice(1)
  const others = lines.filter(
    (line) => (WRITES.test(line) && !TO_NOBODY.test(line)) || (CONNECTS.test(line) && !HARMLESS.test(line)),
  )
  return [...starts, ...others][0] ?? null
}

/** A repository whose own settings name programs, and the files that the arguments name. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skillet-known-'))
  const work = join(folder, 'work')
  mkdirSync(work)
  writeFileSync(join(work, 'a.txt'), 'a\nb\n')
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', work, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'a')
  writeFileSync(join(work, 'a.txt'), 'a\nc\n')
  for (const key of ['core.fsmonitor', 'diff.external', 'core.sshCommand', 'core.editor'])
    git('config', key, 'touch PWNED #')
  return folder
}

if (process.argv[1] === import.meta.filename) printTable(await run())
