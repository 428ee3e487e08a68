import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface HostileFolder {
  title: string
  code: string
  /** What the refusal names. */
  names: string
  /** A part of the rule it gives. */
  rule: string
  needsRoot?: boolean
  /** Changes the folder of a good skill; `outside` is a folder beside it that holds `secret`. */
  spoil(dir: string, outside: string): void
}

type Spoil = HostileFolder['spoil']

const page = (name: string) => `---\nname: ${name}\ndescription: Of the tests.\n---\nHello.\n`
const write =
  (path: string, content: string | Uint8Array = 'x'): Spoil =>
  (dir) => {
    mkdirSync(join(dir, path, '..'), { recursive: true })
    writeFileSync(join(dir, path), content)
  }
const sparse =
  (bytes: number, ...paths: string[]): Spoil =>
  (dir, outside) => {
    for (const path of paths) {
      write(path)(dir, outside)
      truncateSync(join(dir, path), bytes)
    }
  }
const link =
  (path: string, target: (dir: string, outside: string) => string): Spoil =>
  (dir, outside) => {
    rmSync(join(dir, path), { recursive: true, force: true })
    symlinkSync(target(dir, outside), join(dir, path))
  }
const hardLink =
  (path: string): Spoil =>
  (dir, outside) => {
    rmSync(join(dir, path), { force: true })
    mkdirSync(join(dir, path, '..'), { recursive: true })
    linkSync(join(outside, 'secret'), join(dir, path))
  }

const symlinks: HostileFolder[] = [
  ['a file elsewhere', 'notes.md', link('notes.md', (_, outside) => join(outside, 'secret'))],
  ['a file of the system', 'notes.md', link('notes.md', () => '/etc/passwd')],
  ['a way out', 'notes.md', link('notes.md', () => '../outside/secret')],
  ['a folder elsewhere', 'data', link('data', (_, outside) => outside)],
  ['all folders there are', 'data', link('data', () => '/')],
  ['its own folder', 'data', link('data', () => '.')],
  ['the folder above', 'data', link('data', () => '..')],
  ['itself', 'data', link('data', () => 'data')],
  ['nothing', 'data', link('data', () => 'not-there')],
  ['a running process', 'data', link('data', () => '/proc/self/root')],
  ['the page', 'SKILL.md', link('SKILL.md', (_, outside) => join(outside, 'secret'))],
  ['the tools', 'tools.json', link('tools.json', (_, outside) => join(outside, 'secret'))],
  ['the scripts', 'scripts', link('scripts', (_, outside) => outside)],
  ['a good file of the same skill', 'again.md', link('again.md', () => 'SKILL.md')],
].map(([title, names, spoil]) => ({
  ...{ title: `a symbolic link to ${title}`, code: 'SYMLINK', rule: 'symbolic link' },
  ...{ names: names as string, spoil: spoil as Spoil },
}))

const hardLinks = ['notes.md', 'SKILL.md', 'tools.json', 'scripts/run.sh'].map((path) => ({
  ...{ title: `a hard link as ${path}`, code: 'SYMLINK', names: path, rule: 'hard link', spoil: hardLink(path) },
}))

const make =
  (command: string, ...args: string[]): Spoil =>
  (dir) => {
    execFileSync(command, args, { cwd: dir })
  }
const special: Omit<HostileFolder, 'code' | 'rule'>[] = [
  { title: 'a pipe', names: 'pipe', spoil: make('mkfifo', 'pipe') },
  {
    title: 'a pipe in the place of the tools',
    names: 'tools.json',
    spoil: (dir) => {
      rmSync(join(dir, 'tools.json'), { force: true })
      execFileSync('mkfifo', ['tools.json'], { cwd: dir })
    },
  },
  { title: 'an endless device', names: 'zero', needsRoot: true, spoil: make('mknod', 'zero', 'c', '1', '5') },
  { title: 'a disk', names: 'disk', needsRoot: true, spoil: make('mknod', 'disk', 'b', '7', '0') },
]
const kinds: HostileFolder[] = special.map((kind) => ({
  code: 'ARCHIVE_ENTRY',
  rule: 'pipe, a socket or a device',
  ...kind,
}))

const BAD_NAMES: readonly [name: string, rule: string][] = [
  ...['back\\slash', '..\\..\\evil'].map((name): [string, string] => [name, 'backslash']),
  ...[
    'a\nb',
    'a\tb',
    'a\u001bb',
    'a\u007fb',
    'a\u202eb',
    'a\u200bb',
    'a\u00adb',
    'a\u00a0b',
    'a\u3164b',
    'a\u{e0041}b',
  ].map((name): [string, string] => [name, 'cannot be seen']),
  ...['ab:c', 'a*b', 'a?b', 'a"b', 'a<b', 'a|b', 'con', 'NUL.txt', 'Com1.md', 'lpt9.tar.gz', 'end.', 'end '].map(
    (name): [string, string] => [name, 'Windows'],
  ),
]
const visible = (name: string) => name.replace(/\p{C}|[\u00a0\u3164]/gu, '').slice(0, 1)
const names: HostileFolder[] = BAD_NAMES.map(([name, rule]) => ({
  ...{
    title: `the name ${JSON.stringify(name)}`,
    code: 'ARCHIVE_ENTRY',
    names: visible(name),
    rule,
    spoil: write(name),
  },
}))

const others: HostileFolder[] = [
  {
    ...{ title: 'a name that is not UTF-8', code: 'ARCHIVE_FORMAT', names: 'caf', rule: 'not UTF-8' },
    spoil: (dir) => writeFileSync(Buffer.concat([Buffer.from(`${dir}/caf`), Buffer.from([0xe9])]), 'x'),
  },
  {
    ...{ title: 'names that differ in capitals', code: 'ARCHIVE_ENTRY', names: 'otes.md', rule: 'capital letters' },
    spoil: (dir, outside) => ['notes.md', 'Notes.md'].forEach((path) => void write(path)(dir, outside)),
  },
  {
    ...{ title: 'folders that differ in capitals', code: 'ARCHIVE_ENTRY', names: 'ata', rule: 'capital letters' },
    spoil: (dir, outside) => ['data/x', 'Data/y'].forEach((path) => void write(path)(dir, outside)),
  },
  {
    ...{ title: 'names that differ in how an accent is written', code: 'ARCHIVE_ENTRY', names: '.md', rule: 'accents' },
    spoil: (dir, outside) => ['\u00e9.md', 'e\u0301.md'].forEach((path) => void write(path)(dir, outside)),
  },
  {
    ...{ title: 'a second page in other capitals', code: 'ARCHIVE_ENTRY', names: 'SKILL.', rule: 'capital letters' },
    spoil: write('SKILL.MD'),
  },
  {
    ...{ title: '2 001 files', code: 'ARCHIVE_LIMIT', names: 'many/', rule: '2000 files' },
    spoil: (dir, outside) => {
      for (let n = 0; n < 2000; n++) write(`many/${n}`)(dir, outside)
    },
  },
  { title: 'a file of 11 MiB', code: 'ARCHIVE_LIMIT', names: 'big', rule: '10 MiB', spoil: sparse(11 << 20, 'big') },
  {
    title: 'a page of 1 GB',
    code: 'ARCHIVE_LIMIT',
    names: 'SKILL.md',
    rule: '10 MiB',
    spoil: sparse(2 ** 30, 'SKILL.md'),
  },
  {
    title: 'a script of 1 TB',
    code: 'ARCHIVE_LIMIT',
    names: 'scripts/x.sh',
    rule: '10 MiB',
    spoil: sparse(2 ** 40, 'scripts/x.sh'),
  },
  {
    ...{ title: '54 MiB in six files', code: 'ARCHIVE_LIMIT', names: 'f', rule: '50 MiB' },
    spoil: sparse(9 << 20, 'f1', 'f2', 'f3', 'f4', 'f5', 'f6'),
  },
  {
    ...{ title: 'folders nested nine deep', code: 'ARCHIVE_LIMIT', names: '1/2/3/4/5/6/7/8/9', rule: '8 levels deep' },
    spoil: write('1/2/3/4/5/6/7/8/9/deep'),
  },
  {
    ...{ title: 'folders nested 500 deep', code: 'ARCHIVE_LIMIT', names: 'd/d/d', rule: '8 levels deep' },
    spoil: write(`${'d/'.repeat(500)}deep`),
  },
  {
    title: 'no page',
    code: 'NO_SKILL',
    names: 'spoiled',
    rule: 'SKILL.md',
    spoil: (dir) => rmSync(join(dir, 'SKILL.md')),
  },
  {
    ...{ title: 'a page in other capitals alone', code: 'NO_SKILL', names: 'Skill.md', rule: 'capital letters' },
    spoil: (dir, outside) => {
      rmSync(join(dir, 'SKILL.md'))
      write('Skill.md', page('spoiled'))(dir, outside)
    },
  },
  {
    ...{ title: 'a folder in the place of the page', code: 'NO_SKILL', names: 'spoiled', rule: 'SKILL.md' },
    spoil: (dir, outside) => {
      rmSync(join(dir, 'SKILL.md'))
      write('SKILL.md/x')(dir, outside)
    },
  },
  {
    title: 'a page of 300 KiB',
    code: 'FILE_TOO_LARGE',
    names: 'SKILL.md',
    rule: '262144',
    spoil: write('SKILL.md', 'x'.repeat(300 << 10)),
  },
  {
    title: 'a page that is not UTF-8',
    code: 'NOT_UTF8',
    names: 'SKILL.md',
    rule: 'UTF-8',
    spoil: write('SKILL.md', Buffer.from([0xff, 0xfe, 0x41])),
  },
  {
    title: 'tools of 2 MiB',
    code: 'FILE_TOO_LARGE',
    names: 'tools.json',
    rule: '1048576',
    spoil: write('tools.json', ' '.repeat(2 << 20)),
  },
  {
    title: 'the name of a device',
    code: 'SKILL_NAME',
    names: 'SKILL.md',
    rule: 'Windows',
    spoil: write('SKILL.md', page('con')),
  },
  {
    title: 'a name that ends in a dot',
    code: 'SKILL_NAME',
    names: 'SKILL.md',
    rule: 'Windows',
    spoil: write('SKILL.md', page('end.')),
  },
  {
    title: 'the name of a bundled skill',
    code: 'SKILL_NAME',
    names: 'SKILL.md',
    rule: 'comes with Skillet',
    spoil: write('SKILL.md', page('git')),
  },
  {
    title: 'the name of a bundled skill in capitals',
    code: 'SKILL_NAME',
    names: 'SKILL.md',
    rule: 'comes with Skillet',
    spoil: write('SKILL.md', page('GIT')),
  },
]

/** Folders that must be refused, each for one reason. */
export const HOSTILE_FOLDERS: readonly HostileFolder[] = [...symlinks, ...hardLinks, ...kinds, ...names, ...others]

/** A name that leads out of the folder of skills is no name: the folder's own takes its place. */
export const CLIMBING_NAMES = ['../../evil', '/tmp/evil', '..', '.', 'a/b', 'a\\b', '__proto__', '~', '']
