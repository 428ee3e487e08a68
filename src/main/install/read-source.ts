import { lstat, realpath } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { homeOf } from '#main/skills/find-skills'
import { explainError } from '#main/skills/read-file'
import { nameOfFolder } from '#main/skills/read-page'
import { listNames } from './quarantine.ts'
import { refuse, toShown } from './refusal.ts'

export interface Source {
  kind: 'folder' | 'zip' | 'git' | 'server'
  /** An absolute path, or an https URL. */
  from: string
  /** The name for a skill that does not name itself. */
  name: string
  /** Verified files from a server, by path. */
  files?: ReadonlyMap<string, Uint8Array>
}

/** Interprets what a person typed, dropped or pasted. Throws a `Refusal`. */
export async function readSource(said: string, cwd: string, personHome: string): Promise<Source> {
  const text = said.trim()
  // Otherwise it would be the folder one is in, all of it.
  if (text === '') return refuse('ARCHIVE_FORMAT', text, 'neither-folder-nor-zip', 'give-a-source')
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):/.exec(text)?.[1]?.toLowerCase()
  if (/^[A-Za-z0-9+.-]+::/.test(text)) return refuseScheme(text, `${text.split('::')[0]}::`)
  if (scheme === 'https') return readUrl(text)
  if (scheme === 'file') return { ...(await readGitPath(text)), kind: 'git' }
  if (scheme !== undefined && text.startsWith('//', scheme.length + 1)) return refuseScheme(text, `${scheme}://`)
  if (/^[A-Za-z0-9._-]+@[^/\\]+:/.test(text)) return refuseScheme(text, 'ssh')
  // A window has no shell that would expand it.
  return readPath(/^~[/\\]/.test(text) ? resolve(personHome, text.slice(2)) : resolve(cwd, text))
}

function readUrl(text: string): Source {
  const url = URL.parse(text)
  if (!url) return refuse('SOURCE_UNREACHABLE', text, 'not-a-url', 'check-spelling')
  if (url.username !== '' || url.password !== '') {
    url.username = ''
    url.password = ''
    refuse('SOURCE_UNREACHABLE', url.href, 'url-has-login', 'remove-login-from-url')
  }
  if (url.search !== '' || url.hash !== '') refuse('SOURCE_UNREACHABLE', url.href, 'url-has-query', 'give-clone-url')
  const name = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  return { kind: 'git', from: url.href, name: nameOfFolder(basename(name) || url.hostname) }
}

async function readGitPath(text: string): Promise<Source> {
  try {
    return await readPath(fileURLToPath(text))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return refuse('SOURCE_UNREACHABLE', text, 'file-url-elsewhere', 'give-path')
  }
}

async function readPath(path: string): Promise<Source> {
  const stats = await lookAt(path)
  const name = nameOfFolder(basename(homeOf(path)).replace(/\.(zip|git)$/i, ''))
  if (stats.isDirectory()) return { kind: (await isBare(path)) ? 'git' : 'folder', from: path, name }
  if (stats.isFile() && /\.zip$/i.test(path)) return { kind: 'zip', from: path, name }
  // May be a tool in one file; reading it will tell.
  if (stats.isFile() && /\.json$/i.test(path)) return { kind: 'folder', from: path, name: nameOfTool(path) }
  if (stats.isSymbolicLink()) {
    const real = await realpath(path).catch((error: unknown) =>
      refuse('SYMLINK', path, 'symlink-broken', 'name-the-folder-itself', { problem: explainError(error) }),
    )
    return refuse('SYMLINK', path, 'is-symlink', 'name-link-target', { path: toShown(real) })
  }
  return refuse('ARCHIVE_FORMAT', path, 'neither-folder-nor-zip', 'give-a-source')
}

const nameOfTool = (path: string) => nameOfFolder(basename(path).replace(/(?:\.tool)?\.json$/i, ''))

const lookAt = (path: string) =>
  lstat(path).catch((error: unknown) =>
    refuse('SOURCE_UNREACHABLE', path, 'cannot-be-read', 'check-spelling-and-permissions', {
      problem: explainError(error),
    }),
  )

/** A bare repository has no files to copy until git checks them out. */
async function isBare(path: string): Promise<boolean> {
  // Copying reports why a folder cannot be listed.
  const names = await listNames(path).catch((): string[] => [])
  return ['HEAD', 'objects', 'refs'].every((name) => names.includes(name)) && !names.includes('SKILL.md')
}

function refuseScheme(text: string, scheme: string): never {
  return refuse('SOURCE_UNREACHABLE', text, 'scheme-not-allowed', 'use-https-or-path', {
    scheme: toShown(scheme),
  })
}
