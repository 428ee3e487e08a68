import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Confinement } from '#shared/call/plan'

type GitUser = NonNullable<Confinement['gitUser']>

const PLACES = ['.config/git/config', '.gitconfig']
const LONGEST = 200

/**
 * The name and address from the person's git configuration. Nothing else is read, because these files may name helpers.
 */
export function readGitUser(home = homedir()): GitUser | undefined {
  const user: GitUser = {}
  for (const place of PLACES) Object.assign(user, parseUser(readText(join(home, place))))
  return Object.keys(user).length > 0 ? user : undefined
}

function parseUser(text: string): GitUser {
  let isUser = false
  const user: GitUser = {}
  for (const line of text.split('\n')) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)
    if (section) isUser = section[1]?.trim().toLowerCase() === 'user'
    const [, key, value] = /^\s*(name|email)\s*=\s*"?([^"\\#;]*)"?\s*$/i.exec(line) ?? []
    if (!isUser || key === undefined || !value?.trim() || value.length > LONGEST) continue
    user[key.toLowerCase() === 'name' ? 'name' : 'email'] = value.trim()
  }
  return user
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The configuration that git finds in an empty home. */
export function writeGitConfig({ name, email }: GitUser): string {
  const lines = Object.entries({ name, email }).flatMap(([key, value]) =>
    value === undefined ? [] : [`\t${key} = "${value.replace(/["\\\n]/g, '')}"`],
  )
  return ['[user]', ...lines, ''].join('\n')
}
