import { hash } from 'node:crypto'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { checkPattern, checkSchema } from '#main/gate/schema'
import { askPython } from '#main/runners/process/ask-python'
import type { FoundFolder } from '#main/skills/find-skills'
import { explainError } from '#main/skills/read-file'
import { readFoundSkill } from '#main/skills/read-skill'
import { DEEPEST_FOLDER, MOST_FILES } from '#main/skills/walk-folder'
import { textOf } from '#shared/messages/message'
import type { SkillContents } from '#shared/skill/skill'

export interface ReadSkill {
  contents: SkillContents
  /** Taken before the folder was read, so that a change in between is noticed. */
  signature: string
}

/** `isFixed`: it comes with Skillet and does not change while it runs. */
export type SkillReader = (folder: FoundFolder, isFixed?: boolean) => Promise<ReadSkill>

/** Two changes within one tick of the file system's clock look alike, so a very recent one is read again. */
const SETTLED_MS = 2000
const FIXED = { signature: '', changedAtMs: 0 }

const checksFor = (dir: string) => ({
  ...{ schema: checkSchema, pattern: checkPattern },
  python: (code: string, input: string) => askPython(code, input, dir),
})

/** Reads a folder only if the file system reports a change since the last time. */
export function makeSkillReader(
  read = (folder: FoundFolder) => readFoundSkill(folder, checksFor(folder.dir)),
  now = Date.now,
): SkillReader {
  const known = new Map<string, ReadSkill>()
  return async (folder, isFixed = false) => {
    const key = JSON.stringify([folder.dir, folder.folderName, folder.spaces])
    const { signature, changedAtMs } = isFixed ? FIXED : await inspectFolder(folder.dir)
    const before = known.get(key)
    if (before?.signature === signature) return copy(before)
    const fresh = { contents: await read(folder), signature }
    if (now() - changedAtMs > SETTLED_MS) known.set(key, fresh)
    else known.delete(key)
    return copy(fresh)
  }
}

/** Settling names changes the tools, which must not affect the cached copy. */
function copy({ contents, signature }: ReadSkill): ReadSkill {
  const { tools, withheld, diagnostics } = contents
  const own = { tools: [...tools], withheld: [...withheld], diagnostics: [...diagnostics] }
  return { contents: { ...contents, ...own }, signature }
}

/** For few files, synchronous calls are faster than other threads; after this many entries other work gets its turn. */
const PAUSE_EVERY = 64

/** What the file system reports about a folder without opening files. Never rejects. */
export const signFolder = async (dir: string): Promise<string> => (await inspectFolder(dir)).signature

/** With another signature the folder must be read again. */
async function inspectFolder(dir: string) {
  const seen = { lines: [] as string[], newestNs: 0n }
  await sign(dir, '', 1, seen)
  const changedAtMs = Number(seen.newestNs / 1_000_000n)
  return { signature: hash('sha256', JSON.stringify(seen.lines.sort())), changedAtMs }
}

async function sign(root: string, path: string, depth: number, seen: { lines: string[]; newestNs: bigint }) {
  const { lines } = seen
  if (lines.length % PAUSE_EVERY === PAUSE_EVERY - 1) await setImmediate()
  try {
    const entry = lstatSync(join(root, path), { bigint: true })
    const { dev, ino, mode, nlink, size, mtimeNs, ctimeNs } = entry
    lines.push([path, dev, ino, mode, nlink, size, mtimeNs, ctimeNs].join('\0'))
    if (ctimeNs > seen.newestNs) seen.newestNs = ctimeNs
    // A folder beyond these limits is no skill, and reading it says so.
    if (!entry.isDirectory() || depth > DEEPEST_FOLDER || lines.length > MOST_FILES) return
    const names = readdirSync(join(root, path))
    for (const name of names) await sign(root, path === '' ? name : `${path}/${name}`, depth + 1, seen)
  } catch (error) {
    lines.push(`${path}\0${textOf(explainError(error))}`)
  }
}
