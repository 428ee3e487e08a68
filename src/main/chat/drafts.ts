import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFile } from '#main/data-folder/write-file'
import { isObject } from '#shared/json'
import { makeQueue } from '#shared/queue'

const MOST_CHARACTERS = 8_000_000

export type Drafts = ReturnType<typeof openDrafts>

/** Kept in one file that is replaced as a whole, so a crash leaves the old or the new version. */
export function openDrafts(home: string) {
  const file = join(home, 'drafts.json')
  const drafts = readDrafts(file)
  const inTurn = makeQueue()
  return {
    all: (): Record<string, string> => Object.fromEntries(drafts),
    /** Resolves once it is on the disk; an empty text deletes it. */
    save: (chat: string, text: string): Promise<void> => {
      drafts.delete(chat)
      if (text !== '') drafts.set(chat, text)
      dropOldest(drafts, MOST_CHARACTERS, ({ length }) => length)
      const all = JSON.stringify(Object.fromEntries(drafts))
      return inTurn(async () => {
        await mkdir(home, { recursive: true, mode: 0o700 })
        await writeFile(file, [all])
      })
    },
  }
}

/** A missing or unreadable file means that there are no drafts. */
function readDrafts(file: string): Map<string, string> {
  let read: unknown = {}
  try {
    read = JSON.parse(readFileSync(file, 'utf8'))
  } catch {}
  const members = isObject(read) ? Object.entries(read) : []
  return new Map(members.filter((member): member is [string, string] => typeof member[1] === 'string'))
}

/** By the order in which they were added, until no more than `most` is left. */
export function dropOldest<T>(held: Map<string, T>, most: number, sizeOf: (one: T) => number): void {
  let whole = [...held.values()].reduce((sum, one) => sum + sizeOf(one), 0)
  for (const [key, one] of held) {
    if (whole <= most) return
    whole -= sizeOf(one)
    held.delete(key)
  }
}
