import { addAbortSignal, type Readable } from 'node:stream'

/** What standard input holds; null once it is longer than `most` characters, however much would follow. */
export async function readInput(stdin: NodeJS.ReadableStream, most: number, signal: AbortSignal) {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of addAbortSignal(signal, stdin as Readable)) {
      text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
      if (text.length > most) return null
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
  return text + decoder.decode()
}
