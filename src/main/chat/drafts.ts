import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFile } from '#main/data-folder/write-file'
import { isObject } from '#shared/json'

const MOST_CHARACTERS = 8_000_000

export type Drafts = ReturnType<typeof openDrafts>

/** Kept in one file that is replaced as a whole, so a crash leaves the old or the new version. */
export function openDrafts(home: string) {
  const file = join(home, 'drafts.json')
  const drafts = readDrafts(file)
  let writing: Promise<void> = Promise.resolve()
  return {
    all: (): Record<string, string> => Object.fromEntries(drafts),
    /** Resolves once it is on the disk; an empty text deletes it. */
    save: (chat: string, text: string): Promise<void> => {
      drafts.delete(chat)
      if (text !== '') drafts.set(chat, text)
      dropOldest(drafts)
      const all = JSON.stringify(Object.fromEntries(drafts))
      writing = writing
        .catch(() => {})
        .then(() => mkdir(home, { recursive: true, mode: 0o700 }))
        .then(() => writeFile(file, [all]))
      return writing
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

function dropOldest(drafts: Map<string, string>): void {
  let characters = 0
  for (const text of drafts.values()) characters += text.length
  for (const [chat, text] of drafts) {
    if (characters <= MOST_CHARACTERS) return
    characters -= text.length
    drafts.delete(chat)
  }
}
