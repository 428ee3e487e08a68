import type { Socket } from 'node:net'
import { LONGEST_LINE, makeLineSplitter } from '#main/servers/stdio-transport'
import { isObject, type Json, type JsonObject, parseJson, toText } from '#shared/json'

/** One end of a connection between two processes of Skillet. Each line is a JSON object, and both ends may ask. */
export interface Peer {
  /** Rejects if the connection ends or the other side cannot answer. */
  ask(method: string, params: JsonObject, io?: Partial<AskIo>): Promise<Json>
  tell(event: Json): void
  close(): void
  closed: Promise<void>
}

interface AskIo {
  /** The other end is asked to stop; it still answers. */
  signal: AbortSignal
  /** Receives events until the answer arrives. */
  told(event: Json): void
}

export interface AnswerIo {
  /** Aborts if the asker gave up or is gone. */
  signal: AbortSignal
  tell(event: Json): void
}

/** A rejection is passed on as an error with its message. */
export type Answer = (method: string, params: JsonObject, io: AnswerIo) => Promise<Json>

/** Nobody knows whether the request was carried out. */
export class PeerGone extends Error {
  override name = 'PeerGone'
  constructor() {
    super('the other end is gone')
  }
}

const MOST_AT_ONCE = 64

interface Asked extends Partial<AskIo> {
  resolve(result: Json): void
  reject(error: Error): void
}

/** An invalid line ends the connection. */
export function openPeer(socket: Socket, answer: Answer, take: (event: Json) => void = () => {}): Peer {
  const asked = new Map<number, Asked>()
  const answering = new Map<number, AbortController>()
  const { promise: closed, resolve: noteClosed } = Promise.withResolvers<void>()
  const split = makeLineSplitter(LONGEST_LINE)
  let latest = 0

  const send = (line: JsonObject) => !socket.writable || socket.write(`${JSON.stringify(line)}\n`)
  /** Someone who does not read answers may not ask more. Only answers wait: two ends that both waited would never end. */
  const sendAnswer = (line: JsonObject) => {
    if (!send(line)) socket.pause()
  }

  async function reply(id: number, method: string, params: JsonObject): Promise<void> {
    if (answering.size >= MOST_AT_ONCE) return sendAnswer({ id, error: 'too many requests at once' })
    const abort = new AbortController()
    answering.set(id, abort)
    try {
      const tell = (event: Json) => sendAnswer({ id, event })
      sendAnswer({ id, result: await answer(method, params, { signal: abort.signal, tell }) })
    } catch (error) {
      sendAnswer({ id, error: (error as Error).message })
    } finally {
      answering.delete(id)
    }
  }

  function receive(line: JsonObject): void {
    const { id } = line
    if (typeof id !== 'number') {
      if ('event' in line) take(line.event ?? null)
    } else if (typeof line.method === 'string') {
      void reply(id, line.method, isObject(line.params) ? line.params : {})
    } else if (line.stop === true) {
      answering.get(id)?.abort()
    } else if ('event' in line) {
      asked.get(id)?.told?.(line.event ?? null)
    } else {
      const waiting = asked.get(id)
      asked.delete(id)
      if ('result' in line) waiting?.resolve(line.result ?? null)
      else waiting?.reject(new Error(toText(line.error)))
    }
  }

  socket.on('data', (chunk: Buffer) => {
    const lines = split(chunk)
    for (const line of lines === 'too long' ? [''] : lines) {
      const told = parseJson(line)
      if (!isObject(told)) return void socket.destroy()
      receive(told)
    }
  })
  socket.on('drain', () => socket.resume())
  // `close` reports its end.
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const abort of answering.values()) abort.abort()
    for (const { reject } of asked.values()) reject(new PeerGone())
    asked.clear()
    noteClosed()
  })

  return {
    ask: async (method, params, io = {}) => {
      if (!socket.writable) throw new PeerGone()
      const id = ++latest
      send({ id, method, params })
      const { promise, ...settle } = Promise.withResolvers<Json>()
      asked.set(id, { ...io, ...settle })
      const stop = () => send({ id, stop: true })
      io.signal?.addEventListener('abort', stop)
      if (io.signal?.aborted) stop()
      return promise.finally(() => io.signal?.removeEventListener('abort', stop))
    },
    tell: (event) => send({ event }),
    close: () => socket.destroy(),
    closed,
  }
}
