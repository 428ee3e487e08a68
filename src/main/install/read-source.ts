import { lstat, realpath } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { explainError } from '#main/skills/read-file'
import { nameOfFolder } from '#main/skills/read-page'
import { toShown } from './intake.ts'
import { listNames } from './quarantine.ts'
import { refuse } from './refusal.ts'

/** Where something to install comes from. */
export interface Source {
  kind: 'folder' | 'zip' | 'git'
  /** An absolute path, or an https URL. */
  from: string
  /** What a skill is called that gives itself no name. */
  name: string
}

/** Understands what a person typed, dropped or pasted. Throws a `Refusal`. */
export async function readSource(said: string, cwd: string, personHome: string): Promise<Source> {
  const text = said.trim()
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):/.exec(text)?.[1]?.toLowerCase()
  if (/^[A-Za-z0-9+.-]+::/.test(text)) return refuseScheme(text, `${text.split('::')[0]}::`)
  if (scheme === 'https') return readUrl(text)
  if (scheme === 'file') return { ...(await readGitPath(text)), kind: 'git' }
  if (scheme !== undefined && text.startsWith('//', scheme.length + 1)) return refuseScheme(text, `${scheme}://`)
  if (/^[A-Za-z0-9._-]+@[^/\\]+:/.test(text)) return refuseScheme(text, 'ssh')
  // A shell would have written it out; a window has none.
  return readPath(/^~[/\\]/.test(text) ? resolve(personHome, text.slice(2)) : resolve(cwd, text))
}

function readUrl(text: string): Source {
  const url = URL.parse(text)
  if (!url) return refuse('SOURCE_UNREACHABLE', toShown(text), 'This is not a URL.', 'Look for a typing mistake.')
  if (url.username !== '' || url.password !== '') {
    url.username = ''
    url.password = ''
    const remedy = 'Take it out; a repository that needs one can be cloned by yourself and installed as a folder.'
    refuse(
      'SOURCE_UNREACHABLE',
      toShown(url.href),
      'The URL holds a name or a password, which would be kept on record.',
      remedy,
    )
  }
  if (url.search !== '' || url.hash !== '') {
    const remedy = 'Give the URL that git clone takes.'
    refuse('SOURCE_UNREACHABLE', toShown(url.href), 'The URL of a repository has no part after ? or #.', remedy)
  }
  const name = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  return { kind: 'git', from: url.href, name: nameOfFolder(basename(name) || url.hostname) }
}

async function readGitPath(text: string): Promise<Source> {
  try {
    return await readPath(fileURLToPath(text))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return refuse('SOURCE_UNREACHABLE', toShown(text), 'This URL leads to no file of this computer.', 'Give its path.')
  }
}

async function readPath(path: string): Promise<Source> {
  const shown = toShown(path)
  const stats = await lookAt(path, shown)
  const name = nameOfFolder(basename(path).replace(/\.(zip|git)$/i, ''))
  if (stats.isDirectory()) return { kind: (await isBare(path)) ? 'git' : 'folder', from: path, name }
  if (stats.isFile() && /\.zip$/i.test(path)) return { kind: 'zip', from: path, name }
  if (stats.isSymbolicLink()) {
    const real = await follow(path, shown)
    const remedy = `Name what it points to: ${toShown(real)}`
    return refuse('SYMLINK', shown, 'It is a symbolic link, and links are not followed.', remedy)
  }
  const remedy = 'Give the folder of a skill, a .zip, or the https URL of a git repository.'
  return refuse('ARCHIVE_FORMAT', shown, 'It is neither a folder nor a .zip.', remedy)
}

async function lookAt(path: string, shown: string) {
  try {
    return await lstat(path)
  } catch (error) {
    const message = `It cannot be read: ${explainError(error)}.`
    return refuse('SOURCE_UNREACHABLE', shown, message, 'Look for a typing mistake, and at the permissions.')
  }
}

async function follow(path: string, shown: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const message = `It is a symbolic link that leads nowhere: ${explainError(error)}.`
    return refuse('SYMLINK', shown, message, 'Name the folder itself.')
  }
}

/** A repository without files beside it: there is nothing to copy but what git checks out. */
async function isBare(path: string): Promise<boolean> {
  try {
    const names = await listNames(path)
    return ['HEAD', 'objects', 'refs'].every((name) => names.includes(name)) && !names.includes('SKILL.md')
  } catch {
    // A folder that cannot be listed is refused with its reason where it is copied.
    return false
  }
}

function refuseScheme(text: string, scheme: string): never {
  const message = `${toShown(scheme)} is not fetched from: it can run programs, ask for passwords, or be changed on the way.`
  return refuse('SOURCE_UNREACHABLE', toShown(text), message, 'Use an https URL, or a path of this computer.')
}
