import { chmod, mkdir, mkdtemp, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { explainError } from '#main/skills/read-file'
import { readTree } from '#main/skills/read-tree'
import { removeTree } from '#main/skills/remove-tree'
import { type Diagnostic, withRemedy } from '#shared/messages/diagnostic'
import { type Message, message } from '#shared/messages/message'

export interface FileBytes {
  bytes: Uint8Array
  isExecutable: boolean
}

/** Every file of a folder, and the hash over exactly these bytes. */
export type FilesReading =
  | { ok: true; hash: string; files: Map<string, FileBytes> }
  | { ok: false; diagnostic: Diagnostic }

/** Never rejects. Not ok if something could not be read, so that no hash vouches for the folder. */
export async function readFiles(dir: string): Promise<FilesReading> {
  const files = new Map<string, FileBytes>()
  const { hash, blocker } = await readTree(dir, [], undefined, (path, { bytes, isExecutable }) => {
    files.set(path, { bytes, isExecutable })
  })
  return blocker ? { ok: false, diagnostic: blocker } : { ok: true, hash, files }
}

/** Read-only copies, each named by the hash over its files: what was reviewed, and what runs. */
export const storeIn = (home: string): string => join(home, 'store')

export const snapshotIn = (store: string, hash: string): string => join(store, hash)

type NotKept = { ok: false; code: 'changed' | 'unreadable' | 'unwritable'; message: Message }
type Kept = { ok: true; dir: string } | NotKept

const no = (code: NotKept['code'], why: Message): NotKept => ({ ok: false, code, message: why })

/** Copies a folder that has this hash. The copy is read again before it counts. */
export async function keepSnapshot(source: string, hash: string, store: string): Promise<Kept> {
  const read = await readFiles(source)
  if (!read.ok) {
    const { file } = read.diagnostic
    return no('unreadable', message('subject-problem', { file, problem: withRemedy(read.diagnostic) }))
  }
  if (read.hash !== hash) return no('changed', message('changed-since-review'))
  const dir = snapshotIn(store, hash)
  try {
    if (await isWhole(dir, hash)) return { ok: true, dir }
    await mkdir(store, { recursive: true, mode: 0o700 })
    await removeTree(dir)
    const made = await mkdtemp(join(store, '.making-'))
    try {
      await write(made, read)
      if (!(await isWhole(made, hash))) throw new Error('the copy differs from what was written')
      await rename(made, dir)
    } catch (error) {
      await removeTree(made)
      // Another process was faster; its copy is as good if it is intact.
      if (!(await isWhole(dir, hash))) throw error
    }
    await chmod(dir, 0o555)
    return { ok: true, dir }
  } catch (error) {
    return no('unwritable', message('snapshot-not-written', { folder: store, problem: explainError(error) }))
  }
}

export async function isWhole(dir: string, hash: string): Promise<boolean> {
  const read = await readFiles(dir)
  return read.ok && read.hash === hash
}

async function write(dir: string, { files }: FilesReading & { ok: true }): Promise<void> {
  const folders = new Set<string>()
  for (const [path, { bytes, isExecutable }] of files) {
    const file = join(dir, path)
    await mkdir(dirname(file), { recursive: true })
    for (let folder = dirname(file); folder !== dir; folder = dirname(folder)) folders.add(folder)
    await writeFile(file, bytes, { flag: 'wx' })
    await chmod(file, isExecutable ? 0o555 : 0o444)
  }
  for (const folder of folders) await chmod(folder, 0o555)
}

/** Deletes copies that no trusted skill needs. Call this before anything runs. */
export async function sweepStore(store: string, needed: ReadonlySet<string>): Promise<void> {
  const names = await readdir(store).catch(() => [])
  await Promise.all(names.filter((name) => !needed.has(name)).map((name) => removeTree(join(store, name))))
}
