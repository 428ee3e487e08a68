import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ChatFileHead, ChatFileRead } from '#main/chat/chat-file-worker'
import type { ReadMessage } from '#main/chat/read-chat-file'
import type { Message } from '#shared/messages/message'

export interface ChatFile {
  ok: true
  head: ChatFileHead
  /** All messages in order, in small slices. Can be read once. */
  slices: AsyncIterable<readonly ReadMessage[]>
  close(): Promise<unknown>
}

/** Reads an exported chat in its own thread, because the file decides how long that takes. */
export async function openChatFile(file: string): Promise<ChatFile | { ok: false; why: Message }> {
  const worker = startWorker(file)
  // The reader hears of it; without a listener the error would end the app.
  worker.on('error', () => undefined)
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error('the thread that reads a chat has ended')))
  ended.catch(() => undefined)

  async function hear<T>(): Promise<T> {
    const [said] = await Promise.race([once(worker, 'message'), ended])
    return said
  }

  async function* takeSlices(): AsyncIterable<readonly ReadMessage[]> {
    for (;;) {
      worker.postMessage('next')
      const slice = await hear<ReadMessage[] | null>()
      if (slice === null) return
      yield slice
    }
  }

  const read = await hear<ChatFileRead>()
  return read.ok ? { ok: true, head: read.head, slices: takeSlices(), close: () => worker.terminate() } : read
}

function startWorker(file: string): Worker {
  const script = import.meta.url.endsWith('.ts') ? './chat-file-worker.ts' : './chat-file-worker.js'
  return new Worker(new URL(script, import.meta.url), { workerData: file, execArgv: [], env: {}, name: 'chat file' })
}
