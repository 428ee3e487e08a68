import { statSync } from 'node:fs'
import { extname } from 'node:path'
import { shell } from 'electron'

/** Shows a folder in the file manager. Why not, or null: a system may start what is named like a program. */
export async function openFolder(folder: string): Promise<string | null> {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder) return `${folder} is not there any more.`
  if (extname(folder) !== '') return `${folder} is named like a program, and is not opened. Look at it in your files.`
  const problem = await shell.openPath(folder)
  return problem === '' ? null : `${folder} could not be shown: ${problem}`
}
