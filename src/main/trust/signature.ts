import { hash } from 'node:crypto'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { explainError } from '#main/skills/read-file'
import { DEEPEST_FOLDER, MOST_FILES } from '#main/skills/walk-folder'
import { textOf } from '#shared/messages/message'

/** What the file system tells of a folder without opening a file: another one means that it must be read again. Never rejects. */
export async function signFolder(dir: string): Promise<string> {
  const lines: string[] = []
  await sign(dir, '', 1, lines)
  return hash('sha256', JSON.stringify(lines.sort()))
}

async function sign(root: string, path: string, depth: number, lines: string[]): Promise<void> {
  try {
    const seen = await lstat(join(root, path), { bigint: true })
    const { dev, ino, mode, nlink, size, mtimeNs, ctimeNs } = seen
    lines.push([path, dev, ino, mode, nlink, size, mtimeNs, ctimeNs].join('\0'))
    // A folder beyond these bounds is no skill: reading it says so, whatever is in the rest of it.
    if (!seen.isDirectory() || depth > DEEPEST_FOLDER || lines.length > MOST_FILES) return
    const names = await readdir(join(root, path))
    for (const name of names) await sign(root, path === '' ? name : `${path}/${name}`, depth + 1, lines)
  } catch (error) {
    lines.push(`${path}\0${textOf(explainError(error))}`)
  }
}
