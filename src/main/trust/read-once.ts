import { checkPattern, checkSchema } from '#main/gate/schema'
import { askPython } from '#main/runners/process/ask-python'
import type { FoundFolder } from '#main/skills/find-skills'
import { readFoundSkill } from '#main/skills/read-skill'
import type { SkillContents } from '#shared/skill/skill'
import { inspectFolder } from './signature.ts'

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
