import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { type ReadChat, readChatFile } from '#main/chat/read-chat-file'
import type { WindowPorts } from '#main/electron/app'
import type { Core } from '#main/open-core'
import { type Handlers, type Reply, refuse, reply } from '#shared/calls'
import type { NewFact } from '#shared/facts'
import { toVisibleLines } from '#shared/visible'

const MOST_BYTES = 50_000_000
const MOST_BROKEN = 20

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
      const text = await readWhole(file, name)
      if (!text.ok) return text
      const read = readChatFile(file, text.value)
      const { messages, leftOut, pictures, broken } = read
      if (messages.length === 0) return refuse('FILE_NOT_IMPORTED', describeNothing(name, read))
      const chat = randomUUID()
      const said = messages.map((message): NewFact => ({ type: 'message.added', chat, ...message }))
      // The chat itself comes last: until it is there, nothing of it can be seen.
      await core.ledger.append(said)
      const from = { file: name, messages: messages.length }
      await core.publish({ type: 'chat.created', chat, title: read.title, model: null, from })
      const counts = { messages: messages.length, leftOut, pictures, broken: broken.slice(0, MOST_BROKEN) }
      return reply({ imported: { chat, file: name, ...counts } })
    },
  }
}

async function readWhole(file: string, name: string): Promise<Reply<string>> {
  const no = (why: string) => refuse('FILE_NOT_IMPORTED', `${name} was not imported: ${why}`)
  try {
    const handle = await open(file, 'r')
    try {
      const stat = await handle.stat()
      if (!stat.isFile()) return no('it is not a file. Choose a chat that Skillet exported.')
      if (stat.size > MOST_BYTES) return no(`it has ${(stat.size / 1e6).toFixed(1)} MB, and 50 MB are the most.`)
      return reply(new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile()))
    } finally {
      await handle.close()
    }
  } catch (error) {
    const { syscall, message, code } = error as NodeJS.ErrnoException
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return no('it is not text in UTF-8.')
    if (syscall === undefined) throw error
    return no(`it cannot be read (${message}).`)
  }
}

function describeNothing(name: string, { broken, leftOut }: ReadChat): string {
  const [first] = broken
  const where = first === undefined ? '' : ` The first line that cannot be read is line ${first}.`
  const other = leftOut > 0 ? ' There are only commands and other facts in it.' : ''
  return `${name} holds no message of a chat.${where}${other} Choose a chat that Skillet exported, as Markdown or JSONL.`
}
