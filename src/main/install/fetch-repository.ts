import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { copyFolder } from './copy-folder.ts'
import { makeIntake, toShown } from './intake.ts'
import { refuse } from './refusal.ts'

export interface GitAnswer {
  exitCode: number | null
  timedOut: boolean
  canceled: boolean
  /** It wrote more into the folder than it may. */
  isTooLarge: boolean
  stdout: string
  stderr: string
  truncated: boolean
  /** Why git did not start. */
  failure?: string
}

/** Runs git in that folder, which is its home too, without terminal, hooks, helpers or any configuration of the person. */
export type RunGit = (args: string[], folder: string) => Promise<GitAnswer>

const SAFE = [
  ...['core.symlinks=false', 'core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.autocrlf=false'],
  ...['core.protectNTFS=true', 'core.protectHFS=true', 'core.attributesFile=/dev/null', 'core.excludesFile=/dev/null'],
  ...['credential.helper=', 'core.askPass=', 'fetch.fsckObjects=true', 'transfer.fsckObjects=true'],
  ...['submodule.recurse=false', 'fetch.recurseSubmodules=false', 'gc.auto=0', 'maintenance.auto=false'],
  ...['filter.lfs.smudge=', 'filter.lfs.process=', 'filter.lfs.required=false'],
].flatMap((setting) => ['-c', setting])

const CLONE = [
  ...['clone', '--quiet', '--no-local', '--depth=1', '--single-branch', '--no-tags', '--no-checkout'],
  ...['--no-recurse-submodules', '--template=', '--'],
]

/**
 * Fetches the newest commit of a repository into `staging` and copies its files into `into`. What it holds is checked
 * from its list before git writes one file. Throws a `Refusal`.
 */
export async function fetchRepository(from: string, staging: string, into: string, runGit: RunGit): Promise<string[]> {
  const home = join(staging, 'git')
  await mkdir(home, { mode: 0o700 })
  const shown = toShown(from)
  const cloned = await runGit([...SAFE, ...CLONE, from, 'clone'], home)
  if (cloned.exitCode !== 0) refuseClone(shown, cloned)
  const clone = join(home, 'clone')
  const within = [...SAFE, '-C', clone]
  const listed = await runGit([...within, 'ls-tree', '-r', '-t', '-l', '-z', '--full-tree', 'HEAD'], home)
  if (listed.exitCode !== 0) {
    unreachable(shown, 'The repository has no commit that could be installed.', 'Look whether it is the right one.')
  }
  if (listed.truncated) refuse('ARCHIVE_LIMIT', shown, 'The repository holds too many files.', KEEP_LESS)
  checkTree(listed.stdout)
  const checkedOut = await runGit([...within, 'checkout', '--quiet', '--force', '--detach', 'HEAD'], home)
  if (checkedOut.exitCode !== 0) refuseClone(shown, checkedOut)
  return copyFolder(clone, into)
}

const KEEP_LESS = 'Clone it by yourself and install only the folder of the skill.'

/** `MODE TYPE OBJECT SIZE<tab>PATH`, each ended by a NUL. */
function checkTree(text: string): void {
  const intake = makeIntake()
  for (const line of text.split('\0')) {
    if (line === '') continue
    const tab = line.indexOf('\t')
    const [mode, kind, , size] = line.slice(0, tab).split(/ +/)
    const path = line.slice(tab + 1)
    if (mode === '120000') {
      refuse(
        'SYMLINK',
        toShown(path),
        'It is a symbolic link, and links are not followed.',
        'Put the file itself there.',
      )
    }
    if (kind === 'commit') {
      const remedy = 'Clone it with its submodules by yourself, and install the folder.'
      refuse('ARCHIVE_ENTRY', toShown(path), 'It is a submodule, and those are not fetched.', remedy)
    }
    if (kind === 'tree') intake.folder(path)
    else intake.file(path, Number(size))
  }
}

const WANTS_PASSWORD = /could not read (Username|Password)|Authentication failed|terminal prompts disabled|HTTP 40[13]/i
const LEADS_ELSEWHERE = /protocol .* (not supported|disabled|not allowed)|transport .* not allowed|redirect/i

function refuseClone(shown: string, answer: GitAnswer): never {
  const { failure, isTooLarge, timedOut, canceled, stderr } = answer
  if (failure !== undefined) unreachable(shown, failure, 'Install git, or give a folder or a .zip.')
  if (isTooLarge) refuse('ARCHIVE_LIMIT', shown, 'The repository is larger than what is fetched.', KEEP_LESS)
  if (timedOut) unreachable(shown, 'Fetching it took too long.', 'Try again later.')
  if (canceled) unreachable(shown, 'Fetching it was stopped.', 'Install it again.')
  if (WANTS_PASSWORD.test(stderr)) {
    unreachable(shown, 'The repository needs a password, or is not there, and nobody is asked.', KEEP_LESS)
  }
  if (LEADS_ELSEWHERE.test(stderr)) {
    unreachable(shown, `It leads to something else than https (git: ${lastLine(stderr)}).`, 'Give its own https URL.')
  }
  return unreachable(shown, `It cannot be fetched (git: ${lastLine(stderr)}).`, 'Look at the URL, and at the network.')
}

function lastLine(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return toShown(lines.findLast((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1) ?? 'no message')
}

function unreachable(shown: string, message: string, remedy: string): never {
  return refuse('SOURCE_UNREACHABLE', shown, message, remedy)
}
