import { writeDocument } from '#main/chat/chat-document'
import { nameOfFile } from '#main/chat/check-picture'
import type { Pictures } from '#main/chat/pictures'
import { readAttachment } from '#main/chat/read-attachment'
import { writeFile } from '#main/data-folder/write-file'
import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import { pickPath } from '#shared/chat/branches'
import { emptyChat, foldFacts } from '#shared/chat/chat'
import { MOST_PICTURES } from '#shared/chat/picture'
import type { Fact } from '#shared/facts'
import { LONGEST_MESSAGE } from '#shared/requests/conversation-requests'
import { type Calls, type Handlers, refuse, reply } from '#shared/requests/requests'

/** What goes out to a file and comes in from one: the person chooses it in a dialog of the system each time. */
export function handleFiles(
  core: Core,
  { chooseTarget, chooseFiles }: Pick<WindowPorts, 'chooseTarget' | 'chooseFiles'>,
  pictures: Pick<Pictures, 'hold'>,
): Pick<Handlers, 'chat.export' | 'file.attach'> {
  return {
    'file.attach': async () => reply(await attach(await chooseFiles(), pictures)),
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

/** At once. */
const MOST_FILES = 50

/** Each whole or not at all, and no more of them than one message takes. */
async function attach(chosen: readonly string[], pictures: Pick<Pictures, 'hold'>) {
  const attached: Calls['file.attach']['output'] = { files: [], pictures: [], refused: [] }
  const refuseFile = (file: string, why: string) =>
    attached.refused.push(`${nameOfFile(file)} was not attached: ${why}`)
  let characters = 0
  for (const file of chosen.slice(0, MOST_FILES)) {
    const read = await readAttachment(file)
    if (!read.ok) attached.refused.push(read.message)
    else if ('text' in read) {
      if (characters + read.text.length > LONGEST_MESSAGE) {
        refuseFile(
          file,
          `with the others it makes more than ${LONGEST_MESSAGE} characters. Send it with the next message.`,
        )
        continue
      }
      characters += read.text.length
      attached.files.push({ name: read.name, text: read.text })
    } else if (attached.pictures.length === MOST_PICTURES) {
      refuseFile(file, `a message takes ${MOST_PICTURES} pictures. Send it with the next.`)
    } else {
      pictures.hold(read)
      attached.pictures.push(read.picture)
    }
  }
  const more = chosen.length - MOST_FILES
  if (more > 0) attached.refused.push(`${more} more were not attached: ${MOST_FILES} files are the most at once.`)
  return attached
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
