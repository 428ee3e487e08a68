import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { ChatFileHead } from '#main/chat/chat-file-worker'
import { openChatFile } from '#main/chat/open-chat-file'
import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import type { NewFact } from '#shared/facts'
import { type Handlers, refuse, reply } from '#shared/requests/requests'
import { toVisibleLines } from '#shared/visible'

/** A chat that comes in from a file: what was said in it, and nothing that a file could claim to have happened. */
export function handleImport(
  core: Pick<Core, 'ledger' | 'publish'>,
  { chooseChat }: Pick<WindowPorts, 'chooseChat'>,
): Pick<Handlers, 'chat.import'> {
  return {
    'chat.import': async () => {
      const file = await chooseChat()
      if (file === null) return reply({ imported: null })
      const name = toVisibleLines(basename(file))
      const opened = await openChatFile(file)
      if (!opened.ok) return refuse('FILE_NOT_IMPORTED', `${name} was not imported: ${opened.why}`)
      try {
        const { title, ...counts } = opened.head
        const { messages } = counts
        if (messages === 0) return refuse('FILE_NOT_IMPORTED', describeNothing(name, counts))
        const chat = randomUUID()
        for await (const slice of opened.slices) {
          await core.ledger.append(slice.map((message): NewFact => ({ type: 'message.added', chat, ...message })))
        }
        // The chat itself comes last: until it is there, nothing of it can be seen.
        await core.publish({ type: 'chat.created', chat, title, model: null, from: { file: name, messages } })
        return reply({ imported: { chat, file: name, ...counts } })
      } finally {
        await opened.close()
      }
    },
  }
}

function describeNothing(name: string, { broken, leftOut }: Pick<ChatFileHead, 'broken' | 'leftOut'>): string {
  const [first] = broken
  const where = first === undefined ? '' : ` The first line that cannot be read is line ${first}.`
  const other = leftOut > 0 ? ' There are only commands and other facts in it.' : ''
  return `${name} holds no message of a chat.${where}${other} Choose a chat that Skillet exported, as Markdown or JSONL.`
}
