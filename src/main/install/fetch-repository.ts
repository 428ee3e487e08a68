import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { copyFolder } from './copy-folder.ts'
import { makeIntake } from './intake.ts'
import { refuse, refuseAs, toShown } from './refusal.ts'
import type { RunGit } from './run-git.ts'

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
  const cloned = await runGit([...SAFE, ...CLONE, from, 'clone'], home)
  if (cloned.exitCode !== 0) refuseClone(from, cloned)
  const clone = join(home, 'clone')
  const within = [...SAFE, '-C', clone]
  const listed = await runGit([...within, 'ls-tree', '-r', '-t', '-l', '-z', '--full-tree', 'HEAD'], home)
  if (listed.exitCode !== 0) unreachable(from, 'repository-without-commit', 'check-repository')
  if (listed.stdout.truncated) refuse('ARCHIVE_LIMIT', from, 'repository-too-many-files', KEEP_LESS)
  checkTree(listed.stdout.text)
  const checkedOut = await runGit([...within, 'checkout', '--quiet', '--force', '--detach', 'HEAD'], home)
  if (checkedOut.exitCode !== 0) refuseClone(from, checkedOut)
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
    if (mode === '120000') refuse('SYMLINK', path, 'is-symlink', 'put-file-there')
    if (kind === 'commit') refuse('ARCHIVE_ENTRY', path, 'is-submodule', 'clone-with-submodules')
    if (kind === 'tree') intake.folder(path)
    else intake.file(path, Number(size))
  }
}

const WANTS_PASSWORD = /could not read (Username|Password)|Authentication failed|terminal prompts disabled|HTTP 40[13]/i
const LEADS_ELSEWHERE = /protocol .* (not supported|disabled|not allowed)|transport .* not allowed|redirect/i

function refuseClone(from: string, ended: Awaited<ReturnType<RunGit>>): never {
  const { failure, isTooLarge, timedOut, canceled } = ended
  const stderr = ended.stderr.text
  if (failure !== undefined) unreachable(from, 'git-not-started', 'install-git', { problem: failure.message })
  if (isTooLarge) refuse('ARCHIVE_LIMIT', from, 'repository-too-large', KEEP_LESS)
  if (timedOut) unreachable(from, 'download-too-slow', 'try-later')
  if (canceled) unreachable(from, 'download-canceled', 'install-again')
  if (WANTS_PASSWORD.test(stderr)) unreachable(from, 'repository-needs-password', KEEP_LESS)
  if (LEADS_ELSEWHERE.test(stderr)) {
    unreachable(from, 'redirect-not-https', 'give-https-url', { said: lastLine(stderr) })
  }
  return unreachable(from, 'download-failed', 'check-url-and-network', { said: lastLine(stderr) })
}

function lastLine(stderr: string): string {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  return toShown(lines.findLast((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1) ?? 'no message')
}

const unreachable = refuseAs('SOURCE_UNREACHABLE')
