import { basename } from 'node:path'
import { homeOf } from '#main/skills/find-skills'
import type { Diagnostic } from '#shared/messages/diagnostic'
import { message } from '#shared/messages/message'
import type { SkillContents, SkillState } from '#shared/skill/skill'
import type { SkillReader } from './read-once.ts'
import { snapshotIn } from './store.ts'
import type { TrustState } from './trust-book.ts'

/** What the person decided, and where what they reviewed is kept. */
export interface Standing {
  book: TrustState
  store: string
  /** Off beats what is allowed for single skills. */
  scripts: 'on' | 'off'
  /** Public keys that the person trusts, as PEM. */
  keys?: readonly string[]
}

export interface Stood {
  /** Of the snapshot where it is trusted, else of the source. */
  contents: SkillContents
  state: SkillState
}

/** An installed skill runs from its snapshot alone, and only while its source is the same; its source is never more than compared. */
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
    code: 'SNAPSHOT_DAMAGED',
    file: '.',
    path: '',
    message: message('snapshot-damaged', { hash: hash.slice(0, 12) }),
    remedy: message('review-and-trust-again'),
  }
}
