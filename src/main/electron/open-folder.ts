import { statSync } from 'node:fs'
import { extname } from 'node:path'
import { shell } from 'electron'
import { type Message, message } from '#shared/messages/message'

/** Opens the file manager. Returns why not, or null: some systems would start a folder that is named like a program. */
export async function openFolder(folder: string): Promise<Message | null> {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  if (!isFolder) return message('folder-gone', { folder })
  if (extname(folder) !== '') return message('folder-named-like-program', { folder })
  const problem = await shell.openPath(folder)
  return problem === '' ? null : message('folder-not-shown', { folder, problem })
}
