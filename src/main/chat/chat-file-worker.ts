import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadChat, type ReadMessage, readChatFile } from '#main/chat/read-chat-file'
import { type Message, message } from '#shared/messages/message'

const MOST_BYTES = 50_000_000
const MOST_BROKEN = 20
/** Small slices, so that the main thread is never busy for long. */
const SLICE = { messages: 500, characters: 256 * 1024 }

export interface ChatFileHead extends Omit<ReadChat, 'messages'> {
  messages: number
}

export type ChatFileRead = { ok: true; head: ChatFileHead } | { ok: false; why: Message }

async function readWhole(file: string): Promise<{ ok: true; text: string } | { ok: false; why: Message }> {
  const no = (why: Message) => ({ ok: false, why }) as const
  try {
    await using handle = await open(file, 'r')
    const stat = await handle.stat()
    if (!stat.isFile()) return no(message('not-a-chat-file'))
    if (stat.size > MOST_BYTES) return no(message('chat-file-too-large', { size: (stat.size / 1e6).toFixed(1) }))
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile()) }
  } catch (error) {
    const { syscall, message: problem, code } = error as NodeJS.ErrnoException
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return no(message('chat-file-not-utf8'))
    if (syscall === undefined) throw error
    return no(message('cannot-be-read-because', { problem }))
  }
}

function* inSlices(messages: readonly ReadMessage[]): Generator<ReadMessage[]> {
  let slice: ReadMessage[] = []
  let characters = 0
  for (const said of messages) {
    slice.push(said)
    characters += said.content.length
    if (slice.length < SLICE.messages && characters < SLICE.characters) continue
    yield slice
    slice = []
    characters = 0
  }
  if (slice.length > 0) yield slice
}

function tell(answer: ChatFileRead | ReadMessage[] | null): void {
  parentPort?.postMessage(answer)
}

const file = String(workerData)
const whole = await readWhole(file)
if (whole.ok) {
  const { messages, broken, ...read } = readChatFile(file, whole.text)
  const slices = inSlices(messages)
  parentPort?.on('message', () => tell(slices.next().value ?? null))
  tell({ ok: true, head: { ...read, messages: messages.length, broken: broken.slice(0, MOST_BROKEN) } })
} else tell(whole)
