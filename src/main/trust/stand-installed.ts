import { basename } from 'node:path'
import { reasonOf } from '#main/formats/place'
import { homeOf } from '#main/skills/find-skills'
import type { Diagnostic } from '#shared/messages/diagnostic'
import type { SkillContents, SkillState } from '#shared/skill/skill'
import type { SkillReader } from './read-once.ts'
import { snapshotIn } from './store.ts'
import type { TrustState } from './trust-book.ts'

/** The person's decisions, and where reviewed copies are kept. */
export interface Standing {
  book: TrustState
  store: string
  /** Off overrides what is allowed for single skills. */
  scripts: 'on' | 'off'
  /** The trusted public keys, as PEM. */
  keys?: readonly string[]
}

export interface Stood {
  /** From the reviewed copy if it is trusted, otherwise from the source. */
  contents: SkillContents
  state: SkillState
}

/** An installed skill runs only from its reviewed copy, and only while its source is unchanged. */
export async function standInstalled(
  source: SkillContents,
  { book, store }: Pick<Standing, 'book' | 'store'>,
  read: SkillReader,
): Promise<Stood> {
  const trusted = book.trusted.get(source.name)
  if (trusted === undefined) return { contents: source, state: 'quarantined' }
  if (trusted !== source.hash) return { contents: source, state: 'changed' }
  const dir = snapshotIn(store, trusted)
  const { contents } = await read({ dir, folderName: basename(homeOf(source.dir)) })
  if (contents.hash === trusted && contents.name === source.name) return { contents, state: 'trusted' }
  return { contents: { ...source, diagnostics: [...source.diagnostics, damaged(trusted)] }, state: 'changed' }
}

function damaged(hash: string): Diagnostic {
  return {
    severity: 'error',
    file: '.',
    path: '',
    ...reasonOf('SNAPSHOT_DAMAGED', 'snapshot-damaged', 'review-and-trust-again', { hash: hash.slice(0, 12) }),
  }
}
