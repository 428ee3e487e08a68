import type { FileChange } from '#shared/skill/review'
import { diffLines } from './diff-lines.ts'
import { readText, toVisibleText } from './inspect-texts.ts'
import type { KeptFile } from './read-files.ts'

type Files = ReadonlyMap<string, KeptFile>

/** File by file, in the order of their names. */
export function compareFiles(before: Files, now: Files): FileChange[] {
  const names = [...new Set([...before.keys(), ...now.keys()])].sort()
  return names.flatMap((file) => compareFile(file, before.get(file), now.get(file)) ?? [])
}

function compareFile(file: string, before: KeptFile | undefined, now: KeptFile | undefined): FileChange | null {
  const kind = before === undefined ? 'added' : now === undefined ? 'removed' : 'changed'
  const isSame = Buffer.compare(before?.bytes ?? NOTHING, now?.bytes ?? NOTHING) === 0
  const isModeChanged = before !== undefined && now !== undefined && before.isExecutable !== now.isExecutable
  if (kind === 'changed' && isSame && !isModeChanged) return null
  const diff = diffTexts(before?.bytes ?? NOTHING, now?.bytes ?? NOTHING)
  return { file: toVisibleText(file), kind, diff, ...(isModeChanged && { isModeChanged }) }
}

const NOTHING = new Uint8Array()

function diffTexts(before: Uint8Array, now: Uint8Array): string[] | null {
  const [old, fresh] = [readText(before), readText(now)]
  if (old === null || fresh === null) return null
  return diffLines(toVisibleText(old), toVisibleText(fresh))
}
