import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Message, message, type Text, toMessage } from '#shared/messages/message'
import { copyFolder } from './copy-folder.ts'
import { makeIntake, toShown } from './intake.ts'
import { refuse } from './refusal.ts'

export interface GitAnswer {
  exitCode: number | null
  timedOut: boolean
  canceled: boolean
  /** It wrote more into the folder than allowed. */
  isTooLarge: boolean
  stdout: string
  stderr: string
  truncated: boolean
  /** Why git did not start. */
  failure?: Message
}

/**
 * Runs git in this folder, which is also its home: no terminal, no hooks, no helpers, none of the person's
 * configuration.
 */
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
 * Fetches the newest commit into `staging` and copies its files into `into`. Checks the list of files before git writes
 * any of them. Throws a `Refusal`.
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
    unreachable(shown, 'repository-without-commit', 'check-repository')
  }
  if (listed.truncated) refuse('ARCHIVE_LIMIT', shown, 'repository-too-many-files', KEEP_LESS)
  checkTree(listed.stdout)
  const checkedOut = await runGit([...within, 'checkout', '--quiet', '--force', '--detach', 'HEAD'], home)
  if (checkedOut.exitCode !== 0) refuseClone(shown, checkedOut)
  return copyFolder(clone, into)
}

const KEEP_LESS = 'clone-and-install-folder'

/** `MODE TYPE OBJECT SIZE<tab>PATH`, each followed by a NUL. */
function checkTree(text: string): void {
  const intake = makeIntake()
  for (const line of text.split('\0')) {
    if (line === '') continue
    const tab = line.indexOf('\t')
    const [mode, kind, , size] = line.slice(0, tab).split(/ +/)
    const path = line.slice(tab + 1)
    if (mode === '120000') {
      refuse('SYMLINK', toShown(path), 'is-symlink', 'put-file-there')
    }
    if (kind === 'commit') {
      refuse('ARCHIVE_ENTRY', toShown(path), 'is-submodule', 'clone-with-submodules')
    }
    if (kind === 'tree') intake.folder(path)
    else intake.file(path, Number(size))
  }
}

const WANTS_PASSWORD = /could not read (Username|Password)|Authentication failed|terminal prompts disabled|HTTP 40[13]/i
const LEADS_ELSEWHERE = /protocol .* (not supported|disabled|not allowed)|transport .* not allowed|redirect/i

function refuseClone(shown: string, answer: GitAnswer): never {
  const { failure, isTooLarge, timedOut, canceled, stderr } = answer
  if (failure !== undefined) unreachable(shown, message('git-not-started', { problem: failure }), 'install-git')
  if (isTooLarge) refuse('ARCHIVE_LIMIT', shown, 'repository-too-large', KEEP_LESS)
  if (timedOut) unreachable(shown, 'download-too-slow', 'try-later')
  if (canceled) unreachable(shown, 'download-canceled', 'install-again')
  if (WANTS_PASSWORD.test(stderr)) {
    unreachable(shown, 'repository-needs-password', KEEP_LESS)
  }
  if (LEADS_ELSEWHERE.test(stderr)) {
    unreachable(shown, message('redirect-not-https', { said: lastLine(stderr) }), 'give-https-url')
  }
  return unreachable(shown, message('download-failed', { said: lastLine(stderr) }), 'check-url-and-network')
}

function lastLine(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return toShown(lines.findLast((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1) ?? 'no message')
}

const unreachable = (shown: string, problem: Text, remedy: Text): never =>
  refuse('SOURCE_UNREACHABLE', shown, toMessage(problem), toMessage(remedy))
