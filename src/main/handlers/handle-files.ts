import { writeDocument } from '#main/chat/chat-document'
import type { Pictures } from '#main/chat/pictures'
import { readAttachment } from '#main/chat/read-attachment'
import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import { writeFile } from '#main/write-file'
import { pickPath } from '#shared/branches'
import { type Handlers, refuse, reply } from '#shared/calls'
import { emptyChat, foldFacts } from '#shared/chat'
import type { Fact } from '#shared/facts'

/** What goes out to a file and comes in from one: the person chooses it in a dialog of the system each time. */
export function handleFiles(
  core: Core,
  { chooseTarget, chooseFile }: Pick<WindowPorts, 'chooseTarget' | 'chooseFile'>,
  pictures: Pick<Pictures, 'hold'>,
): Pick<Handlers, 'chat.export' | 'file.attach'> {
  return {
    'file.attach': async () => {
      const file = await chooseFile()
      const read = file === null ? null : await readAttachment(file)
      if (read?.ok === false) return refuse('FILE_NOT_ATTACHED', read.message)
      if (!read || 'text' in read) return reply({ file: read && { name: read.name, text: read.text } })
      pictures.hold(read)
      return reply({ file: null, picture: read.picture })
    },
    'chat.export': async ({ chat, format }) => {
      const title = core.index.title(chat)
      if (title === undefined) return refuse('CHAT_UNKNOWN', 'This chat is not there any more.')
      const file = await chooseTarget(`${nameOf(title)}.${format === 'markdown' ? 'md' : 'jsonl'}`)
      if (file === null) return reply({ file })
      const facts = await core.ledger.read({ chat })
      const state = () => foldFacts({ ...emptyChat(chat), title }, pickPath(facts))
      try {
        await writeFile(file, format === 'markdown' ? writeDocument(state(), core.readOutput) : writeLines(facts))
        return reply({ file })
      } catch (error) {
        const { syscall, message } = error as NodeJS.ErrnoException
        if (syscall === undefined) throw error
        return refuse('FILE_NOT_WRITTEN', `${file} could not be written: ${message}`)
      }
    },
  }
}

function* writeLines(facts: readonly Fact[]): Generator<string> {
  for (const fact of facts) yield `${JSON.stringify(fact)}\n`
}

/** A title is the person's or the model's words; a file's name must not be a path or hide. */
export function nameOf(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return Array.from(name).slice(0, 60).join('').trim() || 'chat'
}
